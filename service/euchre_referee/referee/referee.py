"""One replica of the referee: its parts put together, and its background work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Final

from euchre_referee.referee.clockwork import Clockwork
from euchre_referee.referee.deciding import STORE_FAULTS, Deciding
from euchre_referee.referee.desk import Desk, Mailbox
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import Games
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.opening import Opening
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import Refused, ServiceReason
from euchre_referee.referee.watching import Watching
from euchre_referee.store.catalogue import Catalogue
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import Store
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.notice import TurnNotice
from euchre_referee.store.presence import Claim
from euchre_referee.store.resync import Resync
from euchre_referee.store.sweeper import Sweeper
from euchre_referee.store.switchboard import Switchboard

RESYNC_SECONDS: Final = 1.0
WATCH_SECONDS: Final = 0.25
"""How often games that are watched or awaited here are looked at for what other replicas did."""
AWAITED_SECONDS: Final = 3.0
"""How often sessions' open games are compared with the store: the notice of an end may have been lost."""
_LOADED_AT_ONCE: Final = 64
_LOOKED_AT_ONCE: Final = 1000
_SUPERSEDED: Final = Refused(ServiceReason.SUPERSEDED, detail="a newer stream of this session took over")

_LOGGER: Final = logging.getLogger(__name__)


class Referee:
    """Owns no game: everything is in the store, this is one of any number of processes that decide over it."""

    def __init__(
        self, store: Store, replica: str, settings: Settings, observer: Observer, committer: Committer
    ) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.observer: Final = observer
        self.log: Final = GameLog(store)
        self.catalogue: Final = Catalogue(store)
        self.games: Final = Games(self.log, settings.cached_games, store.buckets)
        self.desk: Final = Desk(self._elsewhere)
        self._committer: Final = committer
        scribe = Scribe(committer, settings)
        self.deciding: Final = Deciding(self.games, self.log, scribe, self.desk, store.served, observer)
        self.opening: Final = Opening(self.games, committer, scribe, self.desk, settings, observer)
        self.clockwork: Final = Clockwork(self.games, scribe, self.deciding, self.desk, observer)
        self.watching: Final = Watching(self.log, self.desk)
        self._switchboard: Final = Switchboard(store, replica, self)
        self._resync: Final = Resync(store)
        self._sweeper: Final = Sweeper(
            store, longest_wait_ms=settings.waiting_age_ms, longest_run_ms=settings.running_age_ms
        )
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def start(self) -> None:
        """Begins to serve, in the running event loop."""
        self._committer.start()
        self._switchboard.start()
        for work in (self._sweep(), self._resync_turns(), self._look_at_watched(), self._look_at_awaited()):
            self._spawn(work)

    async def aclose(self) -> None:
        """Finishes what is under way and stops; the store stays open."""
        await self.deciding.aclose()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._switchboard.aclose()
        await self._committer.aclose()

    def time_left_ms(self, game: Game) -> int | None:
        """Time that the seat to act has left; None without a limit."""
        limit_ms = game.created.clocks.action_limit_ms
        return self.store.served.left_ms(game.id, game.turn_started_ms + limit_ms) if limit_ms else None

    # --- sessions

    async def attach(self, session: str, box: Mailbox) -> Claim:
        """Serves a session's stream from here. An older stream of the session, here or elsewhere, is superseded."""
        claim = await self._switchboard.claim(session)
        if self._switchboard.holds(claim):
            self.desk.attach(session, box)
            self._spawn(self._tell_all(session, box))
        else:
            # A newer stream's claim was answered before this one's.
            box.end(_SUPERSEDED)
        return claim

    async def detach(self, claim: Claim, box: Mailbox) -> None:
        """Serves a session's stream no longer."""
        self.desk.detach(claim.session, box)
        await self._switchboard.release(claim)

    async def pending(self, session: str, most: int) -> list[Game]:
        """Games in which the session is to act."""
        found: list[Game] = []
        for game in await self._games_of(session):
            if game.is_turn_of(session) and len(found) < most:
                found.append(game)
        return found

    # --- what the switchboard tells

    def on_turns(self, notices: list[TurnNotice]) -> None:
        """Other replicas have brought games to a version that sessions served here must hear of."""
        for notice in notices:
            self.observer.noticed(self.desk.box(notice.session) is not None)
            self._spawn(self.clockwork.refresh(notice.game, notice.session))

    def on_superseded(self, session: str, epoch: int) -> None:
        """A newer stream of the session has taken over."""
        box = self.desk.box(session)
        if box is not None:
            self.desk.detach(session, box)
            box.end(_SUPERSEDED)

    def on_resync(self) -> None:
        """Notices may have been lost: every session served here is told anew what is pending."""
        self._resync.forget()

    # --- background

    def _elsewhere(self, session: str, game: str, version: int) -> None:
        self._switchboard.notify([TurnNotice(session, game, version)])

    async def _tell_all(self, session: str, box: Mailbox) -> None:
        """Tells a new stream of all its games; nobody else will, so a store that is away is asked again."""
        while self.desk.box(session) is box:
            try:
                await self._games_of(session, lambda game: self.desk.offer(game, session))
            except STORE_FAULTS as error:
                _LOGGER.warning("the games of a session could not be read, they will be again: %s", error)
                await asyncio.sleep(RESYNC_SECONDS)
            else:
                return

    async def _games_of(self, session: str, each: Callable[[Game], None] | None = None) -> list[Game]:
        names = list({seat.game for seat in await self.catalogue.games_of(session)})
        found: list[Game] = []
        for start in range(0, len(names), _LOADED_AT_ONCE):
            for game in await asyncio.gather(*map(self.games.fresh, names[start : start + _LOADED_AT_ONCE])):
                if game is not None:
                    found.append(game)
                    if each is not None:
                        each(game)
        return found

    async def _sweep(self) -> None:
        async for overdue in self._sweeper.sweeps():
            for each in overdue:
                await self._guarded(self.clockwork.act_on(each), each.game)

    async def _resync_turns(self) -> None:
        while True:
            await asyncio.sleep(RESYNC_SECONDS)
            try:
                given = await self._resync.changes()
                await self._catch_up([(name, session) for session, name in given if self.desk.box(session) is not None])
            except STORE_FAULTS as error:
                _LOGGER.warning("turns could not be read from the store: %s", error)

    async def _catch_up(self, open_games: Sequence[tuple[str, str]]) -> None:
        """Compares games of sessions served here with the store; what is behind is read, and its session told."""
        for start in range(0, len(open_games), _LOOKED_AT_ONCE):
            part = open_games[start : start + _LOOKED_AT_ONCE]
            heads = await self.log.heads([name for name, _ in part])
            for (name, session), head in zip(part, heads, strict=True):
                known = self.games.cached(name)
                if known is None or known.version < head.version:
                    await self._guarded(self.clockwork.refresh(name, session), name)

    async def _look_at_watched(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            names = self.desk.watched()
            if not names:
                continue
            try:
                heads = await self.log.heads(names)
            except STORE_FAULTS as error:
                _LOGGER.warning("watched games could not be read from the store: %s", error)
                continue
            for name, head in zip(names, heads, strict=True):
                self.desk.seen_at(name, head.version)

    async def _look_at_awaited(self) -> None:
        while True:
            await asyncio.sleep(AWAITED_SECONDS)
            awaited = [(name, session) for session, box in self.desk.boxes() for name in box.awaited()]
            try:
                await self._catch_up(awaited)
            except STORE_FAULTS as error:
                _LOGGER.warning("open games could not be read from the store: %s", error)

    async def _guarded(self, work: Awaitable[None], game: str) -> None:
        try:
            await work
        except STORE_FAULTS as error:
            _LOGGER.warning("game %s could not be attended to, it will be again: %s", game, error)
        except BrokenLog as error:
            self.observer.broken(error)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        async def guarded() -> None:
            with suppress(asyncio.CancelledError):
                await self._guarded(work, "of a session")

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
