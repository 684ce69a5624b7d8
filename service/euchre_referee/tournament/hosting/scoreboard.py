"""Standings as they are shown: computed once for all who ask, and no more often than they are worth."""

import asyncio
from collections import OrderedDict
from time import monotonic
from typing import Final, NamedTuple

from euchre_referee.tournament.hosting.reckoning import Reckoning, score_of
from euchre_referee.tournament.log.fold import Tournament
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


class Scoreboard:
    """`whole` in every method: with what not everybody may know."""

    def __init__(self, reckoning: Reckoning) -> None:
        self._reckoning: Final = reckoning
        self._shown: Final[OrderedDict[tuple[str, bool], _Shown]] = OrderedDict()

    async def standings(self, tournament: Tournament, *, whole: bool) -> Board:
        """The standings, which may be a little behind while it is played."""
        if tournament.started is None:
            return Board(tournament.version, None)
        shown = self._of(tournament, whole)
        async with shown.lock:
            known, now = shown.board, monotonic()
            if known is not None and (known.version == tournament.version or not _due(tournament, shown, now)):
                return known
            version = tournament.version
            standings = await self._reckoning.standings(score_of(tournament, whole=whole))
            shown.board = Board(version, standings)
            took = monotonic() - now
            shown.next_at = monotonic() + max(_SHOW_EVERY, took / _SHOW_SHARE)
            return shown.board

    async def document(self, tournament: Tournament, *, whole: bool) -> str:
        """The standings document as it is now; empty before the start."""
        if tournament.started is None:
            return ""
        shown = self._of(tournament, whole)
        async with shown.lock:
            version = tournament.version
            if shown.document[0] != version:
                document = await self._reckoning.document(score_of(tournament, whole=whole))
                shown.document = version, document
            return shown.document[1]

    def _of(self, tournament: Tournament, whole: bool) -> _Shown:
        key = tournament.id, whole or tournament.ended is not None
        shown = self._shown.setdefault(key, _Shown())
        self._shown.move_to_end(key)
        if len(self._shown) > _KEPT:
            self._shown.popitem(last=False)
        return shown


def _due(tournament: Tournament, shown: _Shown, now: float) -> bool:
    """The last standings are shown at once."""
    return tournament.ended is not None or now >= shown.next_at
