"""Programs that join a referee by themselves: started from here with a token, or somewhere else by somebody else."""

import asyncio
import sys
from collections.abc import Callable
from typing import Final, NamedTuple

from euchre_client import AsyncClient
from euchre_referee.cli.bot_guard import BrokenBot
from euchre_referee.cli.stdio.process import Command, Running
from euchre_referee.cli.trial_game import trial_game
from euchre_referee.rules.ruleset import RuleSet


class Attending(NamedTuple):
    """A program and how it is tried; `command` is None where somebody else starts it."""

    command: Command | None
    rules: RuleSet
    within: float
    """Seconds for each action of the trial game."""


async def attend(
    attending: Attending, client: AsyncClient, address: str, token: str, ready: Callable[[], None]
) -> None:
    """Starts the program, tries it, says `ready`, and is there until cancelled; then it ends the program.

    Raises BrokenBot if the program ends by itself or does not play, `euchre_client.RefereeError`.
    """
    if attending.command is None:
        await _try(attending, client)
        ready()
        await asyncio.Event().wait()
        return
    watched = _Watched()
    running = await Running.start(attending.command, watched, {"EUCHRE_SERVER": address, "EUCHRE_TOKEN": token})
    trying = asyncio.create_task(_try(attending, client))
    try:
        await asyncio.wait((watched.ended, trying), return_when=asyncio.FIRST_COMPLETED)
        if not watched.ended.done():
            trying.result()
            ready()
        raise BrokenBot(await watched.ended)
    finally:
        trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)
        await running.stop()


class _Watched:
    """Passes on what a program says, and hears of its end."""

    def __init__(self) -> None:
        self.ended: Final[asyncio.Future[str]] = asyncio.get_running_loop().create_future()

    def heard(self, line: str) -> None:
        """On standard output as well there are nothing but remarks."""
        self.remarked(line)

    def remarked(self, line: str) -> None:
        """Whoever started this wants to know."""
        print(line, file=sys.stderr)

    def gone(self, why: str) -> None:
        """It ended by itself."""
        self.ended.set_result(why)


async def _try(attending: Attending, client: AsyncClient) -> None:
    wrong = await trial_game(client, attending.rules, attending.within)
    if wrong is not None:
        raise BrokenBot(wrong)
