"""Standings as they are shown: computed once for all who ask, and no more often than they are worth."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from euchre_referee.tournament.hosting.reckoning import Reckoning, score_of
from euchre_referee.tournament.log.fold import State, Tournament
from euchre_referee.tournament.standings import Standings

_SHOW_EVERY: Final = 0.5
_SHOW_SHARE: Final = 0.1
"""Standings that change are computed every so many seconds, and in no more than this share of the time."""
_KEPT: Final = 32


class Board(NamedTuple):
    """Standings, and the version of the log that they are computed from; None before the start."""

    version: int
    standings: Standings | None


class _Shown:
    def __init__(self) -> None:
        self.lock: Final = asyncio.Lock()
        self.board: Board | None = None
        self.next_at = 0.0
        self.document: tuple[int, str] = (0, "")
        self.document_at = 0.0


class Scoreboard:
    """`whole` in every method: with what not everybody may know."""

    def __init__(self, reckoning: Reckoning, clock: Callable[[], float] = monotonic) -> None:
        """`clock` tells seconds."""
        self._reckoning: Final = reckoning
        self._clock: Final = clock
        self._shown: Final[OrderedDict[tuple[str, bool], _Shown]] = OrderedDict()

    async def standings(self, tournament: Tournament, *, whole: bool) -> Board:
        """The standings, which may be a little behind while it is played."""
        if tournament.started is None:
            return Board(tournament.version, None)
        shown = self._of(tournament, whole)
        async with shown.lock:
            known, now = shown.board, self._clock()
            if known is not None and (known.version == tournament.version or not _due(tournament, shown.next_at, now)):
                return known
            version = tournament.version
            standings = await self._reckoning.standings(score_of(tournament, whole=whole))
            shown.board = Board(version, standings)
            shown.next_at = self._next(now)
            return shown.board

    async def document(self, tournament: Tournament, *, whole: bool) -> str:
        """The standings document, which may be a little behind while games run; empty before the start."""
        if tournament.started is None:
            return ""
        shown = self._of(tournament, whole)
        async with shown.lock:
            version, now = tournament.version, self._clock()
            known = shown.document[0]
            if not known or (known != version and _due(tournament, shown.document_at, now)):
                document = await self._reckoning.document(score_of(tournament, whole=whole))
                shown.document, shown.document_at = (version, document), self._next(now)
            return shown.document[1]

    def _next(self, begun: float) -> float:
        """When what was begun to be computed then may be computed again."""
        now = self._clock()
        return now + max(_SHOW_EVERY, (now - begun) / _SHOW_SHARE)

    def _of(self, tournament: Tournament, whole: bool) -> _Shown:
        key = tournament.id, whole or tournament.ended is not None
        shown = self._shown.setdefault(key, _Shown())
        self._shown.move_to_end(key)
        if len(self._shown) > _KEPT:
            self._shown.popitem(last=False)
        return shown


def _due(tournament: Tournament, at: float, now: float) -> bool:
    """What nothing will follow, or nothing for now, is shown at once."""
    return tournament.state is not State.RUNNING or now >= at
