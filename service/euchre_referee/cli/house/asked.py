"""Which bots of the house `euchre serve` is asked for."""

import argparse
import os
from typing import Final

from euchre_referee.bots import BOTS

_OFF: Final = "off"
_ALL: Final = "all"


def add_house_bots(parser: argparse.ArgumentParser) -> None:
    """The flag, with its variable in the environment."""
    parser.add_argument(
        "--house-bots",
        type=house_bots,
        metavar="A,B,C",
        default=os.environ.get("EUCHRE_HOUSE_BOTS") or _ALL,
        help=f"built-in bots that anybody may seat at a game: {', '.join(BOTS)}, `{_ALL}` or `{_OFF}`; "
        "or EUCHRE_HOUSE_BOTS (default: %(default)s)",
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
