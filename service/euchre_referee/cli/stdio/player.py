"""A program on standard input and output as the bot of a session."""

import asyncio
from collections.abc import Callable
from typing import Final

from euchre.v1.game_pb2 import Turn
from euchre_client import AsyncClient, Unreachable, decision
from euchre_client import Refused as ByReferee
from euchre_referee.api.turn_reading import read_turn
from euchre_referee.cli.stdio.program import NoAnswer, NotAsked, Program
from euchre_referee.cli.stdio.turn_line import Asking, Refused

TRIES: Final = 2
"""Faults of a program's processes after which a turn is left to the table's rules, refused answers counted in."""

_LONGEST_WORDS: Final = 100
"""Characters of an answer that the referee is told."""


class TurnLost(Exception):
    """The program did not decide a turn, which the table's rules now do; the text says what it did instead."""


class StdioPlayer:
    """Asks the program about every turn, again where its answer was refused or its process failed.

    What is not legal is told to the referee all the same: it is the table's conduct rules that say what it costs.
    """

    def __init__(self, program: Program, client: AsyncClient, remark: Callable[[str], None]) -> None:
        self._program: Final = program
        self._client: Final = client
        self._remark: Final = remark

    async def __call__(self, turn: Turn) -> str | None:
        """The program's answer, a legal one; None where it was not asked in time. Raises TurnLost."""
        faults: list[str] = []
        try:
            return await self._decided(turn, faults)
        except (NotAsked, asyncio.CancelledError) as overtaken:
            # The clock or the strikes have decided the turn by now; it matters whether the program is to blame.
            if faults:
                raise TurnLost(faults[-1]) from overtaken
            if isinstance(overtaken, NotAsked):
                return None
            raise

    async def _decided(self, turn: Turn, faults: list[str]) -> str | None:
        time_left = _Countdown(turn.time_left_ms if turn.HasField("time_left_ms") else None)
        seen = read_turn(turn)
        refused: Refused | None = None
        said: set[str] = set()
        while True:
            asking = Asking(turn.game, turn.version, seen, time_left(), turn.strikes + len(said), refused)
            try:
                answer = (await self._program.ask(asking))[:_LONGEST_WORDS]
            except NoAnswer as why:
                faults.append(str(why))
                if len(faults) >= TRIES:
                    raise TurnLost(faults[-1]) from why
                self._tell(turn, f"{why}; started again")
                continue
            if answer in asking.legal:
                return answer
            if answer in said:
                # It would be no other strike, so this would go on for ever.
                raise TurnLost(f"it answered {answer!r} again, which had been refused")
            said.add(answer)
            refusal = await self._told(turn, answer)
            if refusal is None:
                return None
            faults.append(f"it answered {answer!r}, which was refused, {refusal}")
            if not refusal.legal:
                raise TurnLost(faults[-1])
            self._tell(turn, faults[-1])
            refused = Refused(answer, refusal.reason, refusal.message)

    def _tell(self, turn: Turn, what: str) -> None:
        self._remark(f"game {turn.game}, version {turn.version}: {what}")

    async def _told(self, turn: Turn, answer: str) -> ByReferee | None:
        """The referee's refusal; None if it takes the answer, or is gone and will ask again when it is back."""
        made = decision(turn, answer)
        assert made is not None
        try:
            await self._client.act(made)
        except ByReferee as refusal:
            return refusal
        except Unreachable as error:
            self._tell(turn, str(error))
        return None


class _Countdown:
    """Milliseconds left of those that a turn had when this was made; None where it has no limit."""

    def __init__(self, milliseconds: int | None) -> None:
        self._milliseconds: Final = milliseconds
        self._loop: Final = asyncio.get_running_loop()
        self._begun: Final = self._loop.time()

    def __call__(self) -> int | None:
        if self._milliseconds is None:
            return None
        return self._milliseconds - int(1000 * (self._loop.time() - self._begun))
