"""`euchre bot`: a built-in player, or a function of the caller's own, in all games of a session."""

import argparse
import asyncio
import contextlib
import importlib
import logging
import os
import secrets
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Final, cast

import uvloop

from euchre.v1.game_pb2 import GameEnd, Turn, Verdict
from euchre_client import Answer, AsyncBot, AsyncClient, Bot, NotAnAnswer, Played, RefereeError, StopPlaying, SyncBot
from euchre_client.desk import is_async
from euchre_referee.api.turn_reading import read_turn
from euchre_referee.bots import BOTS, make_bot
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.tournament.attendance import READY, ended_line

FAILURES_IN_A_ROW: Final = 3
"""A bot that raises so often without deciding in between is broken, not unlucky."""


class BadBot(Exception):
    """The bot that was asked for cannot be made; the text says why and what to do."""


class BrokenBot(Exception):
    """The bot raised too often in a row."""


def main(argv: Sequence[str]) -> int:
    """Plays until the games are over or SIGTERM: 0; 1 if the referee refuses or the bot breaks, 2 for bad arguments."""
    parser = _parser()
    try:
        named = parser.parse_args(argv)
        named.server = reached(named)
        bot = load_bot(named.bot, secrets.randbits(63) if named.seed is None else named.seed)
        if named.check:
            return DONE
    except SystemExit as exit_:
        return DONE if exit_.code in (None, 0) else BAD_ARGUMENTS
    except BadBot as error:
        print(f"euchre bot: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    logging.basicConfig(format="euchre bot: %(message)s", level=logging.WARNING)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            played = runner.run(_play(named, Guard(bot)))
    except (RefereeError, BrokenBot, NotAnAnswer) as error:
        print(f"euchre bot: {error}", file=sys.stderr)
        return REFUSED
    if played is not None:
        print(f"{played.games} games, {played.decisions} decisions, {played.refused} refused")
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre bot",
        description="Play all games of a token's session with a built-in bot or one of your own.",
        epilog="Exit status: 0 games over or SIGTERM, 1 the referee refused or the bot broke, 2 bad arguments.",
    )
    names = ", ".join(BOTS)
    parser.add_argument(
        "bot", help=f"{names}; or module:name of a class or function that is called once and gives the bot"
    )
    add_server(parser)
    add_token(parser, "the session's token")
    parser.add_argument("--seed", type=int, help="of a built-in bot that draws; drawn itself by default")
    parser.add_argument(
        "--games", type=_at_least_one, metavar="N", help="stop after N games are over that it played in"
    )
    parser.add_argument(
        "--threads", type=_at_least_one, default=0, metavar="N", help="for a bot of your own that takes its time"
    )
    parser.add_argument("--check", action="store_true", help="make the bot, but do not play")
    parser.add_argument(
        "--attended",
        action="store_true",
        help="for whoever starts this: print `ready` and each game's end, stop at the end of standard input",
    )
    return parser


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def load_bot(name: str, seed: int) -> Bot:
    """The bot that a name means. Raises BadBot if it means none."""
    if ":" not in name:
        return built_in(name, seed)
    module_name, _, attribute = name.partition(":")
    # As `python -m` does: a bot beside the caller is found.
    sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(module_name), attribute)()
    except Exception as error:
        raise BadBot(f"{name} gives no bot: {_last_line(error)}; name a class or function without arguments") from error
    finally:
        sys.path.remove(os.getcwd())
    if not callable(made):
        raise BadBot(f"{name} gives {type(made).__name__}, which cannot be called with a turn")
    return cast(Bot, made)


def built_in(name: str, seed: int) -> SyncBot:
    """A built-in player as a function of the contract's turn. Raises BadBot if none has the name."""
    try:
        player = make_bot(name, seed)
    except ValueError as error:
        raise BadBot(f"{error}, or name your own as module:Class") from error
    return lambda turn: ACTION_TEXT[player(read_turn(turn))]


class Guard:
    """Stands between a bot and its games: one that raises gives no answer there and goes on elsewhere."""

    def __init__(self, bot: Bot) -> None:
        self._failures = 0
        self.bot: Final[Bot] = self._awaited(cast(AsyncBot, bot)) if is_async(bot) else self._plain(cast(SyncBot, bot))

    def _plain(self, bot: SyncBot) -> SyncBot:
        def guarded(turn: Turn) -> Answer:
            with _Asking(self, turn):
                return bot(turn)
            return None

        return guarded

    def _awaited(self, bot: AsyncBot) -> AsyncBot:
        async def guarded(turn: Turn) -> Answer:
            with _Asking(self, turn):
                return await bot(turn)
            return None

        return guarded

    def ended(self, turn: Turn, error: BaseException | None) -> bool:
        """The bot was asked about a turn; whether what it raised is dealt with. Raises BrokenBot."""
        if error is None:
            self._failures = 0
            return False
        if isinstance(error, StopPlaying | NotAnAnswer) or not isinstance(error, Exception):
            return False
        self._failures += 1
        print(f"game {turn.game}, version {turn.version}: the bot raised {_last_line(error)}", file=sys.stderr)
        if self._failures >= FAILURES_IN_A_ROW:
            raise BrokenBot(f"the bot raised {self._failures} times in a row; the last was {_last_line(error)}")
        return True


class _Asking:
    """A bot is asked about a turn."""

    def __init__(self, guard: Guard, turn: Turn) -> None:
        self._guard: Final = guard
        self._turn: Final = turn

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        return self._guard.ended(self._turn, error)


async def _play(named: argparse.Namespace, guard: Guard) -> Played | None:
    """Plays; None if it was told to stop."""
    loop = asyncio.get_running_loop()
    on_end = _print_end if named.attended else None
    async with AsyncClient(named.server, named.token) as client:
        if named.attended:
            await client.list_turns(1)
            print(READY, flush=True)
        play = asyncio.create_task(
            client.play(guard.bot, games=named.games, threads=named.threads, on_end=on_end, on_refusal=_tell)
        )
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, play.cancel)
        if named.attended:
            _stop_with_input(loop, play)
        with contextlib.suppress(asyncio.CancelledError):
            return await play
    return None


def _print_end(end: GameEnd) -> None:
    print(ended_line(end.game), flush=True)


def _stop_with_input(loop: asyncio.AbstractEventLoop, play: "asyncio.Task[Played]") -> None:
    """Whoever started this holds the other end of standard input: a bot does not outlive it."""
    descriptor = sys.stdin.fileno()

    def read() -> None:
        if not os.read(descriptor, 4096):
            loop.remove_reader(descriptor)
            play.cancel()

    loop.add_reader(descriptor, read)


def _tell(verdict: Verdict) -> None:
    refusal = verdict.refusal
    print(f"game {verdict.game}, version {verdict.version}: {refusal.reason}: {refusal.message}", file=sys.stderr)


def _last_line(error: Exception) -> str:
    return traceback.format_exception_only(error)[-1].strip()
