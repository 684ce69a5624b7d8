"""A program on standard input and output as the bot of a session."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from euchre.v1.game_pb2 import Turn
from euchre_client import AsyncClient, Reason, Unreachable, decision
from euchre_client import Refused as ByReferee
from euchre_referee.api.turn_reading import read_turn
from euchre_referee.cli.stdio.program import NoAnswer, NotAsked, Program
from euchre_referee.cli.stdio.turn_line import Asking, Refused

TRIES: Final = 2
"""Processes of a program that may fail over one turn before it is left to the table's rules."""

_LONGEST_WORDS: Final = 100
"""Characters of an answer that the referee is told."""
_OVERTAKEN: Final = frozenset({Reason.TIME_OVER, Reason.HISTORY_CHANGED, Reason.GAME_OVER, Reason.GAME_NOT_FOUND})


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
        """The program's answer, a legal one; None where the turn was decided otherwise. Raises TurnLost."""
        time_left = _Countdown(turn.time_left_ms if turn.HasField("time_left_ms") else None)
        seen = read_turn(turn)
        refused: Refused | None = None
        said: set[str] = set()
        while True:
            asking = Asking(turn.game, turn.version, seen, None, turn.strikes + len(said), refused)
            try:
                answer = (await self._answer(asking, time_left))[:_LONGEST_WORDS]
            except NotAsked:
                return None
            if answer in asking.legal:
                return answer
            if answer in said:
                # It would be no other strike, so this would go on for ever.
                raise TurnLost(f"it answered {answer!r} again, which had been refused")
            said.add(answer)
            refusal = await self._told(turn, answer)
            if refusal is None or refusal.reason in _OVERTAKEN:
                return None
            if not refusal.legal:
                raise TurnLost(f"it answered {answer!r}, which was one refused action too many: {refusal}")
            self._remark(f"game {turn.game}, version {turn.version}: {answer!r} was refused, {refusal}")
            refused = Refused(answer, refusal.reason, refusal.message)

    async def _answer(self, asking: Asking, time_left: "_Countdown") -> str:
        for tries_left in reversed(range(TRIES)):
            try:
                return await self._program.ask(replace(asking, time_left_ms=time_left()))
            except NoAnswer as why:
                if not tries_left:
                    raise TurnLost(str(why)) from why
                self._remark(f"game {asking.game}, version {asking.version}: {why}; started again")
        raise AssertionError("there are tries")

    async def _told(self, turn: Turn, answer: str) -> ByReferee | None:
        """The referee's refusal; None if it takes the answer, or is gone and will ask again when it is back."""
        made = decision(turn, answer)
        assert made is not None
        try:
            await self._client.act(made)
        except ByReferee as refusal:
            return refusal
        except Unreachable as error:
            self._remark(f"game {turn.game}, version {turn.version}: {error}")
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
