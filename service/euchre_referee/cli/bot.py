"""`euchre bot`: a built-in player, a function of the caller's own, or a program, in all games of a session."""

import argparse
import asyncio
import contextlib
import importlib
import logging
import os
import secrets
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import TypeVar, cast

import uvloop

from euchre.v1.game_pb2 import Verdict
from euchre_client import AsyncClient, Bot, NotAnAnswer, Played, RefereeError, SyncBot
from euchre_referee.api.turn_reading import read_turn
from euchre_referee.bots import make_bot
from euchre_referee.cli.bot_asked import bot_parser, limits
from euchre_referee.cli.bot_guard import BrokenBot, Guard, last_line
from euchre_referee.cli.bot_programs import Attending, attend
from euchre_referee.cli.chosen_rules import sentences
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.reaching import reached
from euchre_referee.cli.stdio.player import StdioPlayer
from euchre_referee.cli.stdio.process import Command, NotRunnable
from euchre_referee.cli.stdio.program import Program
from euchre_referee.cli.stdio.trial import trial
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.records import Unreadable, read_json
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.tournament.attendance import READY

T = TypeVar("T")


class BadBot(Exception):
    """The bot that was asked for cannot be made; the text says why and what to do."""


def main(argv: Sequence[str]) -> int:
    """Plays until the games are over or SIGTERM: 0; 1 if the referee refuses or the bot breaks, 2 for bad arguments."""
    try:
        named = bot_parser().parse_args(argv)
        named.server = reached(named)
        playing = _checked(named) if named.check else _play(named)
    except SystemExit as exit_:
        return DONE if exit_.code in (None, 0) else BAD_ARGUMENTS
    except (BadBot, NotRunnable) as error:
        print(f"euchre bot: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    logging.basicConfig(format="euchre bot: %(message)s", level=logging.WARNING)
    try:
        # A process started from uvloop is forked, which gRPC's threads do not like.
        starts_others = named.command or named.program
        with asyncio.Runner(loop_factory=None if starts_others else uvloop.new_event_loop) as runner:
            played = runner.run(playing)
    except BadBot as error:
        print(f"euchre bot: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    except (RefereeError, BrokenBot, NotAnAnswer) as error:
        print(f"euchre bot: {error}", file=sys.stderr)
        return REFUSED
    if played is not None:
        print(f"{played.games} games, {played.decisions} decisions, {played.refused} refused")
    return DONE


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
        raise BadBot(f"{name} gives no bot: {last_line(error)}; name a class or function without arguments") from error
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


def _named_bot(named: argparse.Namespace) -> Bot:
    return load_bot(named.bot, secrets.randbits(63) if named.seed is None else named.seed)


def _play(named: argparse.Namespace) -> Coroutine[None, None, Played | None]:
    """Plays; None if it was told to stop. Raises BadBot and NotRunnable before it begins."""
    if named.command is not None:
        return _play_command(named, Command.parsed(named.command, limits(named)))
    if named.program is not None or named.remote:
        command = None if named.remote else Command.parsed(named.program, limits(named))
        return _attended(named, Attending(command, _trial_rules(named), named.trial_within))
    return _play_bot(named, _named_bot(named))


def _checked(named: argparse.Namespace) -> Coroutine[None, None, None]:
    """Tries the bot. Raises BadBot and NotRunnable, also when it is awaited."""
    if named.command is not None:
        return _tried(trial(Command.parsed(named.command, limits(named)), _trial_rules(named)))
    if named.program is not None:
        command = Command.parsed(named.program, limits(named))
        # Only trials need a store, whose imports take as long as all others.
        try_program: Callable[[Attending], Coroutine[None, None, str | None]] = importlib.import_module(
            "euchre_referee.cli.bot_tried"
        ).try_program
        return _tried(try_program(Attending(command, _trial_rules(named), named.trial_within)))
    if not named.remote:
        _named_bot(named)
    return asyncio.sleep(0)


async def _tried(trying: Coroutine[None, None, str | None]) -> None:
    if (wrong := await trying) is not None:
        raise BadBot(wrong)


def _trial_rules(named: argparse.Namespace) -> RuleSet:
    form = read_json(named.trial.encode())
    if isinstance(form, Unreadable) or not isinstance(form, dict):
        raise BadBot(f"--trial {named.trial} is no rule set as JSON")
    rules = parse_ruleset(form.get("preset"), form.get("options", {}))
    if isinstance(rules, RuleSetProblems):
        raise BadBot(f"--trial: {'; '.join(sentences(rules))}")
    return rules


async def _play_command(named: argparse.Namespace, command: Command) -> Played | None:
    program = Program(command, _remark)
    try:
        await program.begin()
        async with AsyncClient(named.server, named.token) as client:
            return await _play_games(named, client, StdioPlayer(program, client, _remark))
    finally:
        await program.stop()


async def _play_bot(named: argparse.Namespace, bot: Bot) -> Played | None:
    async with AsyncClient(named.server, named.token) as client:
        return await _play_games(named, client, bot)


async def _play_games(named: argparse.Namespace, client: AsyncClient, bot: Bot) -> Played | None:
    if named.attended:
        await client.list_turns(1)
        _print_ready()
    play = asyncio.create_task(client.play(Guard(bot).bot, games=named.games, threads=named.threads, on_refusal=_tell))
    return await _until_stopped(named, play)


async def _attended(named: argparse.Namespace, attending: Attending) -> None:
    async with AsyncClient(named.server, named.token) as client:
        task = asyncio.create_task(attend(attending, client, named.server, named.token, _print_ready))
        await _until_stopped(named, task)


async def _until_stopped(named: argparse.Namespace, task: "asyncio.Task[T]") -> T | None:
    """A task's result; None where a signal, or the end of standard input if somebody attends to it, ended it."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, task.cancel)
    if named.attended:
        _stop_with_input(loop, task)
    with contextlib.suppress(asyncio.CancelledError):
        return await task
    return None


def _stop_with_input(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[T]") -> None:
    """Whoever started this holds the other end of standard input: a bot does not outlive it."""
    descriptor = sys.stdin.fileno()

    def read() -> None:
        if not os.read(descriptor, 4096):
            loop.remove_reader(descriptor)
            task.cancel()

    loop.add_reader(descriptor, read)


def _print_ready() -> None:
    print(READY, flush=True)


def _remark(line: str) -> None:
    print(line, file=sys.stderr)


def _tell(verdict: Verdict) -> None:
    refusal = verdict.refusal
    _remark(f"game {verdict.game}, version {verdict.version}: {refusal.reason}: {refusal.message}")
