"""The games of a tournament: begun through the referee, played by the places' processes, their records taken."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final

from euchre_referee.tournament.agreement import Agreement
from euchre_referee.tournament.archive import Archive
from euchre_referee.tournament.ends import Ends
from euchre_referee.tournament.operator import Operator, Seating
from euchre_referee.tournament.places import Place, places
from euchre_referee.tournament.processes import Crew, Launch, Listener
from euchre_referee.tournament.results import Fault, TableResult, Termination, judge, table_result
from euchre_referee.tournament.schedule import GamePlan, Pairing
from euchre_referee.tournament.terms import BoardKind
from euchre_referee.tournament.unfolding import unfold
from euchre_referee.tournament.unplayed import Unplayed, unplayed

ACTION_LIMIT_MS: Final = 30_000
OLDEST_GAME: Final = {BoardKind.DEAL: 20, BoardKind.GAME: 400}
"""A game that lasts longer than so many action limits is given up: under `redeal` some never end."""
OLDEST_GAME_AT_LEAST: Final = {BoardKind.DEAL: 60.0, BoardKind.GAME: 1200.0}
"""Seconds; timeouts are found once a second, however short the limit."""

_TOKEN_SECONDS: Final = 30 * 24 * 60 * 60

Crewing = Callable[[Iterable[Launch], Listener], AbstractAsyncContextManager[object]]
"""What plays at the places of a pairing for as long as it is entered, as `processes.Crew` does."""


class Playing:
    """Plays the pairings one after another; a `processes.Listener` to its own processes."""

    def __init__(
        self,
        agreement: Agreement,
        operator: Operator,
        archive: Archive,
        tell: Callable[[str], None],
        action_limit_ms: int,
        crew: Crewing = Crew,
    ) -> None:
        self._agreement: Final = agreement
        self._operator: Final = operator
        self._archive: Final = archive
        self._tell: Final = tell
        self._action_limit_ms: Final = action_limit_ms
        self._crew: Final = crew
        self._oldest: Final = _oldest(agreement.terms.board_kind, action_limit_ms)
        self._schedule = unfold(agreement.terms, ()).schedule
        self._look_again_at = 0
        self._entrants: Final = {entrant.name: entrant for entrant in agreement.terms.entrants}
        self._ends: Final = Ends()
        self._lost: Final[dict[Place, str]] = {}
        self._reasons: Final[dict[GamePlan, str]] = {}
        self.results: Final[list[TableResult]] = []

    @property
    def running(self) -> int:
        """Games in progress."""
        return self._ends.running

    async def play(self, concurrency: int) -> None:
        """Plays everything, at most `concurrency` games at once. Raises `euchre_client.RefereeError`."""
        pairings = self._schedule.pairings
        while pairings:
            for pairing in pairings:
                await self._meet(pairing, concurrency)
            pairings = self._next_round()

    def _next_round(self) -> tuple[Pairing, ...]:
        """The pairings that follow from what was played; whatever is missing of the rounds so far will not come."""
        before = self._schedule.pairings
        course = unfold(self._agreement.terms, self.results, closed=before[-1].round)
        following = course.schedule.pairings[len(before) :]
        if following:
            self._schedule = course.schedule
            self._archive.follow(course.schedule)
            meetings = ", ".join(" - ".join(pairing.entrants) for pairing in following)
            byes = course.played[-1].round.byes
            self._tell(f"round {following[0].round}: {meetings}" + (f"; byes: {', '.join(byes)}" if byes else ""))
        return following

    def unplayed(self) -> tuple[Unplayed, ...]:
        """The games that count for nobody, and why."""
        lost: dict[int, str] = {}
        for place, why in self._lost.items():
            lost.setdefault(place.pairing, f"not begun, since {place} is lost: {why}")
        last = unfold(self._agreement.terms, self.results).last_board
        games = (plan for plan in self._schedule.games() if last is None or plan.board <= last)
        return unplayed(self._schedule, games, self.results, self._reasons, lost)

    async def _meet(self, pairing: Pairing, concurrency: int) -> None:
        """All boards of a pairing; no further ones once a place is lost."""
        everyone = places(pairing, self._entrants)
        launches = await asyncio.gather(*map(self._launch, everyone))
        self._invite([launch for launch in launches if launch.is_remote])
        together = len(pairing.tables) if self._schedule.duplicate else 1
        at_once = asyncio.Semaphore(max(1, concurrency // together))
        async with self._crew(launches, self), asyncio.TaskGroup() as boards:
            for board in self._schedule.boards_of(pairing):
                await at_once.acquire()
                if self._is_decided() or not self._lost.keys().isdisjoint(everyone):
                    return
                boards.create_task(self._board(self._schedule.games_of(pairing, board), at_once))

    def _is_decided(self) -> bool:
        """Whether a test has ended the match; looked at again when there are some hundredths more results."""
        if self._agreement.terms.form.test is None or len(self.results) < self._look_again_at:
            return False
        self._look_again_at = len(self.results) + 1 + len(self.results) // 20
        return unfold(self._agreement.terms, self.results).last_board is not None

    async def _launch(self, place: Place) -> Launch:
        token = await self._operator.token(place.session(self._agreement.name), _TOKEN_SECONDS)
        seed = self._agreement.chances.bot_seed(place)
        ruleset = self._agreement.terms.rules.canonical
        return Launch(place, self._operator.address, token, seed, self._action_limit_ms / 1000, ruleset)

    def _invite(self, launches: Sequence[Launch]) -> None:
        for launch in launches:
            file = self._archive.invite(launch.place, launch.address, launch.token)
            self._tell(f"{launch.place} is waited for; its token stands in {file}")

    async def _board(self, plans: Sequence[GamePlan], at_once: asyncio.Semaphore) -> None:
        """One board at all tables of a pairing, which start together."""
        try:
            games = await asyncio.gather(*map(self._begin, plans))
            await asyncio.gather(*map(self._finish, plans, games))
        finally:
            at_once.release()

    async def _begin(self, plan: GamePlan) -> str:
        """The id of the game, which runs from now on."""
        agreement = self._agreement
        seated = [Place(plan.pairing, plan.table, seat, self._entrants[name]) for seat, name in enumerate(plan.players)]
        return await self._operator.game(
            agreement.terms.rules,
            agreement.boards[plan.board - 1],
            [Seating(place.entrant.name, place.session(agreement.name)) for place in seated],
            agreement.nonces,
            self._action_limit_ms,
        )

    async def _finish(self, plan: GamePlan, game: str) -> None:
        """Waits for the end of a game, or makes one, and takes its record."""
        give_up = time.monotonic() + self._oldest
        with self._ends.awaiting(game) as end:
            while True:
                told = await end.news()
                if time.monotonic() >= give_up:
                    await self._operator.abort(game, f"not over after {self._oldest:g} s")
                elif not told and not await self._operator.is_over(game):
                    continue
                if await self._take(plan, game):
                    return

    async def _take(self, plan: GamePlan, game: str) -> bool:
        """Takes the record of a game; false if it is not over, whatever was told."""
        record = await self._operator.record(game)
        numbers = {"pairing": plan.pairing, "board": plan.board, "table": plan.table}
        judged = judge({**record, "tournament": numbers})
        result = table_result(self._agreement.terms.rules, self._schedule, judged, game)
        if isinstance(result, Fault):
            self._reasons[plan] = f"the record of game {game} is no result: {result.problem}"
            return True
        if result.termination is Termination.UNFINISHED:
            return False
        if result.points is None:
            self._reasons[plan] = f"game {game} was {result.termination}: {_cause(record.get('end'))}"
        self.results.append(result)
        self._archive.keep(plan, judged.record)
        return True

    # What the processes say

    def ended(self, game: str) -> None:
        """A process says that a game is over."""
        self._ends.tell(game)

    def noted(self, place: Place, line: str) -> None:
        """A process complained."""
        self._archive.complain(place, line)

    def lost(self, place: Place, why: str) -> None:
        """A place has no process any more."""
        self._lost[place] = why
        self._archive.complain(place, why)
        self._tell(f"{place}: {why}; the clock decides for it in games begun, and its pairing begins no further ones")


def _oldest(kind: BoardKind, action_limit_ms: int) -> float:
    """Seconds."""
    return max(OLDEST_GAME_AT_LEAST[kind], OLDEST_GAME[kind] * action_limit_ms / 1000)


def _cause(end: object) -> str:
    return str(end.get("cause")) if isinstance(end, dict) else "no cause is given"
