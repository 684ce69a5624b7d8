"""What follows from a tournament's results, computed beside the event loop: standings, rounds, decided tests.

Few results are computed in a thread, many in a process of their own, which is started when it is first needed.
"""

import asyncio
import json
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from euchre_referee.tournament.formats.scheduler import Round
from euchre_referee.tournament.hosting.incidents import incident_document
from euchre_referee.tournament.log.entries import Place
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.happenings import Incident
from euchre_referee.tournament.log.packed import unpack
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.standings import Standings, provisional_standings, standings
from euchre_referee.tournament.standings_json import standings_document
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import unfold

_FEW: Final = 2000
"""Results that take a thread no longer than others can wait."""
_ATTEMPTS: Final = 2

_LOGGER: Final = logging.getLogger(__name__)

T = TypeVar("T")


class Score(NamedTuple):
    """A tournament's results as they stand, small enough to be handed to another process."""

    terms: Terms
    finishes: tuple[tuple[Place, tuple[str, ...], bytes], ...]
    incidents: tuple[Incident, ...] = ()

    def results(self) -> list[TableResult]:
        """What the statistics read."""
        return [unpack(finish).at(GamePlan(*place, players)) for place, players, finish in self.finishes]


def score_of(tournament: Tournament, *, whole: bool) -> Score:
    """The results that count; without `whole` only those that everybody may know."""
    play = tournament.play
    shown = {place.board: whole or tournament.is_shown(place.board) for place in play.results}
    return Score(
        tournament.terms(),
        tuple(
            (place, play.players(place), result.finish) for place, result in play.results.items() if shown[place.board]
        ),
        tuple(
            incident
            for incident in tournament.incidents
            if whole or incident.place is None or tournament.is_shown(incident.place.board)
        ),
    )


class Course(NamedTuple):
    """How a tournament goes on."""

    following: Round | None
    """The next round; None: there is none, or not yet."""
    decided: bool
    """A test has ended the match."""


class Reckoning:
    """Methods raise nothing but what is wrong with the results, which is the referee's fault."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def standings(self, score: Score) -> Standings:
        """Quickly, without an assessment."""
        return await self._done(_provisional, score)

    async def document(self, score: Score) -> str:
        """The standings document; seconds where there are many boards."""
        return await self._done(_document, score)

    async def course(self, score: Score, rounds: int) -> Course:
        """What comes after so many rounds, which are over whatever is missing."""
        return await self._done(partial(course_of, rounds), score)

    async def aclose(self) -> None:
        """Ends the process, after what it is at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def _done(self, work: Callable[[Score], T], score: Score) -> T:
        if len(score.finishes) <= _FEW:
            return await asyncio.to_thread(work, score)
        for _ in range(_ATTEMPTS):
            pool = self._worker()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, score)
            except BrokenProcessPool:
                _LOGGER.warning("a process that computes standings has died; it is replaced")
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
        return await asyncio.to_thread(work, score)

    def _worker(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        return self._pool


def _provisional(score: Score) -> Standings:
    return provisional_standings(score.terms, score.results())


def _document(score: Score) -> str:
    document: dict[str, Any] = standings_document(standings(score.terms, score.results()))
    if score.incidents:
        document["incidents"] = [incident_document(incident) for incident in score.incidents]
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def course_of(rounds: int, score: Score) -> Course:
    """What comes after so many rounds, which are over whatever is missing."""
    found = unfold(score.terms, score.results(), closed=rounds)
    following = found.played[rounds].round if len(found.played) > rounds else None
    return Course(following, found.last_board is not None)
