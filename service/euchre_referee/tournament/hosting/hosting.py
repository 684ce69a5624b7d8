"""Tournaments at one replica: it leads those that no other leads, and keeps what is followed here up to date."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

from euchre_referee.referee.referee import WATCH_SECONDS, Referee
from euchre_referee.store.cancellation import end_tasks
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.tournaments import LEASE_MS, Tournaments
from euchre_referee.tournament.hosting.coordinator import Coordinator
from euchre_referee.tournament.hosting.journal import Journal
from euchre_referee.tournament.hosting.making import Making
from euchre_referee.tournament.hosting.reckoning import Reckoning
from euchre_referee.tournament.hosting.scoreboard import Scoreboard
from euchre_referee.tournament.hosting.tables import Tables
from euchre_referee.tournament.log.fold import Tournament

_LOOK_SECONDS: Final = 1.0
_LEASE_SECONDS: Final = LEASE_MS / 1000
_KEEP_SECONDS: Final = _LEASE_SECONDS / 3

_LOGGER: Final = logging.getLogger(__name__)


class Load(NamedTuple):
    """The tournaments that a replica coordinates, and the boards of their pairings."""

    running: int
    stalled: int
    """They wait for somebody."""
    over: int
    left: int
    """Of the rounds that are drawn."""
    games: int
    """In play."""


class Hosting:
    """`start` in the running event loop, `aclose` before the referee is closed."""

    def __init__(self, referee: Referee) -> None:
        self.referee: Final = referee
        self.index: Final = Tournaments(referee.store)
        self.journal: Final = Journal(referee.log, referee.committer, referee.store.buckets)
        self.tables: Final = Tables(referee)
        self._reckoning: Final = Reckoning()
        self.scoreboard: Final = Scoreboard(self._reckoning)
        self.making: Final = Making(self.journal, self.index, self.tables)
        self._who: Final = secrets.token_hex(8)
        self._leading: Final[dict[str, tuple[Coordinator, asyncio.Task[None]]]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to lead tournaments."""
        self._looking = asyncio.create_task(self._for_ever(self._look_for_open, _LOOK_SECONDS), name="tournaments")
        self._following = asyncio.create_task(self._for_ever(self.journal.look, WATCH_SECONDS), name="tournaments")

    async def leave(self) -> None:
        """Leads none any more: other replicas go on at once."""
        if self._looking is not None:
            await end_tasks([self._looking])
        await end_tasks([task for _, task in self._leading.values()])

    async def aclose(self) -> None:
        """Leaves, and follows none any more."""
        await self.leave()
        if self._following is not None:
            await end_tasks([self._following])
        await self._reckoning.aclose()

    @property
    def led(self) -> Iterator[Tournament]:
        """The tournaments that are led here and have started; metrics ask from a thread of their own."""
        for coordinator, _ in list(self._leading.values()):
            tournament = coordinator.tournament
            if tournament is not None and tournament.started is not None and tournament.ended is None:
                yield tournament

    @property
    def load(self) -> Load:
        """How much is coordinated here."""
        led = list(self.led)
        over = sum(tournament.play.pairing_boards_over for tournament in led)
        stalled = sum(tournament.stalled for tournament in led)
        left = sum(tournament.play.pairing_boards for tournament in led) - over
        games = sum(len(tournament.play.running) for tournament in led)
        return Load(len(led) - stalled, stalled, over, left, games)

    async def _look_for_open(self) -> None:
        for name in await self.index.open():
            if name not in self._leading and await self.index.lead(name, self._who):
                coordinator = Coordinator(name, self.journal, self.index, self.tables, self._reckoning)
                task = asyncio.create_task(self._lead(coordinator, name), name=f"tournament {name}")
                self._leading[name] = coordinator, task
                task.add_done_callback(partial(self._left, name))

    def _left(self, name: str, _: "asyncio.Task[None]") -> None:
        del self._leading[name]

    async def _lead(self, coordinator: Coordinator, name: str) -> None:
        """Leads a tournament for as long as the lease holds."""
        work = asyncio.create_task(coordinator.lead())
        about = {"tournament": name}
        try:
            holds_until = monotonic() + _LEASE_SECONDS
            while not work.done() and monotonic() < holds_until:
                await asyncio.wait([work], timeout=_KEEP_SECONDS)
                asked = monotonic()
                try:
                    if not await self.index.lead(name, self._who):
                        _LOGGER.warning("tournament %s is led by another replica", name, extra=about)
                        return
                except STORE_FAULTS as error:
                    _LOGGER.warning("the lease of tournament %s could not be kept: %s", name, error, extra=about)
                else:
                    holds_until = asked + _LEASE_SECONDS
        finally:
            await end_tasks([work])
            with suppress(*STORE_FAULTS):
                await self.index.leave(name, self._who)

    async def _for_ever(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except STORE_FAULTS as error:
                _LOGGER.warning("the store does not answer, it will be asked again: %s", error)
            except Exception:
                _LOGGER.exception("background work failed and is begun anew")
            await asyncio.sleep(seconds)
