"""A tournament that the service plays, from its plan to its report: followed, provided with bots, written down."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_client import RefereeError
from euchre_referee.tournament.archive import GAMES, Archive
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.processes import Crew
from euchre_referee.tournament.progress import Progress
from euchre_referee.tournament.runner.board_records import BoardRecords
from euchre_referee.tournament.runner.counting import Counted, counted
from euchre_referee.tournament.runner.entering import entered
from euchre_referee.tournament.runner.folder import Folder
from euchre_referee.tournament.runner.following import Following, Interests
from euchre_referee.tournament.runner.hosting import Crewing, Hosting
from euchre_referee.tournament.runner.labels import labelled
from euchre_referee.tournament.runner.meetings import Boards
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.runner.publishing import Publishing
from euchre_referee.tournament.runner.snapshots import standings_told
from euchre_referee.tournament.standings import Standings, standings
from euchre_referee.tournament.standings_json import read_terms, standings_json
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import unfold
from euchre_referee.tournament.unplayed import Unplayed, unplayed

_LEAST_PAUSE: Final = 1.0
_LEAVES_WITHIN: Final = 30.0
"""Seconds in which an interrupted run takes leave of the service."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told what happens: a sentence where something happens, and again and again how far it is."""

    tell: Callable[[str], None]
    show: Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The standings at the end, what was not played, and who is paused, with the reason.

    `over`: nothing will be played any more. Otherwise it waits for its operator.
    """

    standings: Standings
    unplayed: tuple[Unplayed, ...]
    paused: tuple[tuple[str, str], ...]
    over: bool


async def run_tournament(
    config: TournamentConfig, folder: Folder, organizer: Organizer, audience: Audience, crew: Crewing = Crew
) -> Outcome:
    """Plays the tournament of a folder that is claimed and has a plan, from wherever it is.

    Raises `euchre_client.RefereeError` if the service is gone or refuses, OSError and ValueError if the directory's
    files cannot be used; what came in by then stands there.
    """
    tournament = await entered(config, folder, organizer, audience.tell)
    with BoardRecords.opened(folder.results / GAMES, folder.index) as records:
        return await _Run(config, tournament, records, folder, organizer, audience, crew).run()


class _Run:
    """From a tournament that has begun until it is over, waits for its operator, or is interrupted."""

    def __init__(
        self,
        config: TournamentConfig,
        tournament: api.Tournament,
        records: BoardRecords,
        folder: Folder,
        organizer: Organizer,
        audience: Audience,
        crew: Crewing,
    ) -> None:
        self._tournament: Final = tournament.tournament
        self._games: Final = folder.results / GAMES
        self._organizer: Final = organizer
        self._audience: Final = audience
        self._archive: Final = Archive(folder.results)
        self._begun: Final = time.monotonic()
        self._before: int | None = None
        self._hosting: Final = Hosting(
            self._tournament,
            config.rules.canonical,
            max(_LEAST_PAUSE, config.clocks.action_limit_ms / 1000),
            Chances(config.seed),
            labelled(config.entrants),
            organizer,
            self._archive,
            audience.tell,
            crew,
        )
        boards = Boards(config.boards, duplicate=config.form.duplicate)
        interests = Interests(audience.tell, self._hosting.look, self._hosting.go_on, self._take_back)
        self._following: Final = Following(boards, interests, tournament.version)
        self._publishing: Final = Publishing(self._tournament, self._following, records, organizer)

    async def run(self) -> Outcome:
        self._archive.invite_nobody()
        document = await self._organizer.document(self._tournament)
        terms = read_terms(json.loads(document))
        self._archive.tell_standings(document)
        try:
            await self._follow(terms)
        except asyncio.CancelledError:
            with suppress(RefereeError, TimeoutError):
                async with asyncio.timeout(_LEAVES_WITHIN):
                    await self._publishing.publish_rest()
            await self._tell(terms, None)
            raise
        await self._publishing.publish_rest()
        document = await self._organizer.document(self._tournament)
        return await self._tell(read_terms(json.loads(document)), document)

    async def _follow(self, terms: Terms) -> None:
        """Until the tournament has ended, or waits for its operator."""
        tasks = [
            asyncio.create_task(each) for each in (self._watch(terms), self._hosting.host(), self._publishing.publish())
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, terms: Terms) -> None:
        async for answer in self._organizer.watch(self._tournament):
            self._following.take(answer)
            self._publishing.look()
            if answer.HasField("standings"):
                self._show(standings_told(terms, answer.standings))
            if self._following.stalled and self._following.up_to_date and await self._is_stalled():
                return

    async def _is_stalled(self) -> bool:
        return (await self._organizer.look(self._tournament)).state == api.TOURNAMENT_STATE_STALLED

    def _show(self, found: Standings) -> None:
        if self._before is None:
            self._before = found.games_played
        seconds = time.monotonic() - self._begun
        self._audience.show(Progress(found, self._following.running, seconds, self._before))

    def _take_back(self, board: int, version: int) -> None:
        self._publishing.take_back(board, version)

    async def _tell(self, terms: Terms, document: str | None) -> Outcome:
        """Writes standings and report of what stands in the directory; `document`: the service's own standings."""
        following = self._following
        self._archive.invite_nobody()
        found = await asyncio.to_thread(counted, self._games, terms)
        final = await asyncio.to_thread(standings, terms, found.results)
        self._archive.tell_standings(standings_json(final) if document is None else document)
        await asyncio.to_thread(self._archive.report, final, found.results)
        self._show(final)
        missing = _unplayed(terms, found, following.paused)
        return Outcome(final, missing, tuple(following.paused.items()), following.ended is not None)


def _unplayed(terms: Terms, found: Counted, paused: dict[str, str]) -> tuple[Unplayed, ...]:
    course = unfold(terms, found.results)
    otherwise = {
        pairing.number: f"not begun, since {_waiting(pairing.entrants, paused)}"
        for pairing in course.schedule.pairings
        if not paused.keys().isdisjoint(pairing.entrants)
    }
    games = (plan for plan in course.schedule.games() if course.last_board is None or plan.board <= course.last_board)
    return unplayed(course.schedule, games, found.results, found.reasons, otherwise)


def _waiting(entrants: Iterable[str], paused: dict[str, str]) -> str:
    return "; ".join(f"{name} is paused: {paused[name]}" for name in entrants if name in paused)
