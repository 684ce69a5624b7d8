"""Which bots of the house `euchre serve` is asked for."""

import argparse
from typing import Final

from euchre_referee.bots import BOTS

_OFF: Final = "off"
_ALL: Final = "all"


def add_house_bots(parser: argparse.ArgumentParser) -> None:
    """The flag."""
    parser.add_argument(
        "--house-bots",
        type=house_bots,
        metavar="A,B,C",
        default=_ALL,
        help=f"built-in bots that anybody may seat at a game: {', '.join(BOTS)}, `{_ALL}` or `{_OFF}` "
        "(default: %(default)s)",
    )


def house_bots(text: str) -> tuple[str, ...]:
    """The bots that a text names. Raises ArgumentTypeError."""
    if text in (_ALL, _OFF):
        return tuple(BOTS) if text == _ALL else ()
    bots = tuple(text.split(","))
    for bot in bots:
        if bot not in BOTS:
            raise argparse.ArgumentTypeError(f"no built-in bot is called {bot!r}; choose among {', '.join(BOTS)}")
    return bots
