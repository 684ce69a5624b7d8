"""A program on standard input and output as it is checked."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from euchre_referee.cli.checking.findings import Failure, Finding, Verdict
from euchre_referee.cli.stdio.process import STOPS_WITHIN, Command
from euchre_referee.cli.stdio.program import NoAnswer, NotAsked, Program
from euchre_referee.cli.stdio.turn_line import Asking, Refused
from euchre_referee.rules.refusals import Reason


class OnStdio:
    """A `Contestant`; needs no referee, since the turns are made as a live one's are."""

    def __init__(self, command: Command) -> None:
        self._remarks: Final[list[str]] = []
        self._program: Final = Program(command, self._remarks.append)

    async def ask(self, asking: Asking) -> str:
        """Its answer."""
        try:
            answer = await self._program.ask(asking)
        except NoAnswer as why:
            raise Failure(str(why)) from why
        return answer

    async def ask_late(self, asking: Asking) -> None:
        """It is asked, and nobody waits for the answer."""
        task = asyncio.create_task(self._program.ask(asking))
        # It begins to ask before it is given up.
        await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError, NoAnswer, NotAsked):
            await task

    async def ask_refused(self, asking: Asking) -> str | None:
        """It is asked again, and told why."""
        answer = await self.ask(asking)
        told = Refused(answer, Reason.MALFORMED_ACTION, "This is a check: whatever you answer is refused.")
        return await self.ask(replace(asking, refused=told))

    async def interrupt(self) -> None:
        """Its process is ended; another one is started."""
        await self._program.restart()

    async def stop(self) -> Iterator[Finding]:
        """Ends it, and tells what can be told only then."""
        willing = await self._program.stop()
        return iter((self._silence(), _ending(willing)))

    def _silence(self) -> Finding:
        unasked = [remark for remark in self._remarks if "without being asked" in remark]
        if unasked:
            return Finding("nothing but answers", Verdict.FAILS, f"it {unasked[0]}")
        return Finding("nothing but answers", Verdict.OK, "a line for each turn on standard output")


def _ending(willing: bool) -> Finding:
    if willing:
        return Finding("ends with its input", Verdict.OK, "it needs not be killed")
    reason = f"it is still there {STOPS_WITHIN:g} s after the end of its input, and is killed"
    return Finding("ends with its input", Verdict.FAILS, reason)
