"""What the command line of `euchre bot` asks for."""

import argparse
import os
from collections.abc import Callable
from typing import Final

from euchre_referee.bots import BOTS
from euchre_referee.cli.reaching import add_server, add_token
from euchre_referee.cli.stdio.process import Limits

_MEMORY: Final = "EUCHRE_BOT_MEMORY_MB"
_CPU: Final = "EUCHRE_BOT_CPU_SECONDS"


def bot_parser() -> argparse.ArgumentParser:
    """The flags of `euchre bot`."""
    parser = argparse.ArgumentParser(
        prog="euchre bot",
        description="Play all games of a token's session with a built-in bot or one of your own.",
        epilog="Exit status: 0 games over or SIGTERM, 1 the referee refused or the bot broke, 2 bad arguments.",
    )
    names = ", ".join(BOTS)
    player = parser.add_mutually_exclusive_group(required=True)
    player.add_argument(
        "bot", nargs="?", help=f"{names}; or module:name of a class or function that is called once and gives the bot"
    )
    player.add_argument(
        "--command", metavar="CMD", help="a program that reads a turn a line and writes an action a line (docs/bots.md)"
    )
    player.add_argument(
        "--program", metavar="CMD", help="a program that plays by itself, with EUCHRE_SERVER and EUCHRE_TOKEN"
    )
    player.add_argument(
        "--remote", action="store_true", help="a program somewhere else plays with the token; wait until it does"
    )
    add_server(parser)
    add_token(parser, "the session's token")
    parser.add_argument("--seed", type=int, help="of a built-in bot that draws; drawn itself by default")
    parser.add_argument("--games", type=_at_least(1), metavar="N", help="stop after N games are over that it played in")
    parser.add_argument(
        "--threads", type=_at_least(1), default=0, metavar="N", help="for a bot of your own that takes its time"
    )
    add_limits(parser)
    parser.add_argument("--check", action="store_true", help="make the bot and try a program, but do not play")
    parser.add_argument(
        "--trial", default='{"preset":"euchre"}', metavar="RULES",
        help="the rule set, JSON as in a record, of the deal that a program is tried with (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--trial-within", type=_at_least(1), default=60, metavar="S",
        help="seconds for each action of the trial, in the first of which it has to start (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--attended",
        action="store_true",
        help="for whoever starts this: print `ready`, stop at the end of standard input",
    )
    return parser


def add_limits(parser: argparse.ArgumentParser) -> None:
    """What each process of a program may use."""
    usual = Limits()
    for flag, variable, default, text in (
        ("--memory-mb", _MEMORY, usual.memory_mb, "mebibytes that each process of a program may use"),
        ("--cpu-seconds", _CPU, usual.cpu_seconds, "processor time in all of each process of a program"),
    ):
        parser.add_argument(
            flag, type=_at_least(0), default=os.environ.get(variable, str(default)), metavar="N",
            help=f"{text}; 0: no limit; or {variable} (default: %(default)s)",
        )  # fmt: skip


def limits(named: argparse.Namespace) -> Limits:
    """What was asked for."""
    return Limits(named.cpu_seconds, named.memory_mb)


def _at_least(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"invalid number {text!r}: a whole number from {least} on")
        return int(text)

    return read
