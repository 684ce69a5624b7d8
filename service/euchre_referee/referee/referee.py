"""One replica of the referee: its parts put together, and its background work."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from euchre_referee.referee.boarding import Boarding
from euchre_referee.referee.clockwork import Clockwork
from euchre_referee.referee.deciding import Deciding
from euchre_referee.referee.desk import Desk, Mailbox
from euchre_referee.referee.entries import Ended
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import Games
from euchre_referee.referee.observer import Observer, Served
from euchre_referee.referee.opening import Opening
from euchre_referee.referee.rounds import Rounds
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.timing import allowed_ms
from euchre_referee.referee.verdicts import Refused, ServiceReason
from euchre_referee.referee.voiding import Voiding
from euchre_referee.referee.watching import Watching
from euchre_referee.store.cancellation import end_tasks
from euchre_referee.store.catalogue import Catalogue
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.fitness import Fitness, StoreState
from euchre_referee.store.game_id import is_game_id
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.head import Head
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
AWAITED_AT_ONCE: Final = 1000
"""How many of them then; where there are more, in turn, so that games that nobody plays cost nothing to those that are
played."""
FITNESS_SECONDS: Final = 1.0
"""How often the store is asked whether it would take what is written."""
STORE_SILENT_SECONDS: Final = 5.0
"""A store that has not answered for so long counts as away."""
_LOADED_AT_ONCE: Final = 64
_LOOKED_AT_ONCE: Final = 1000
_SUPERSEDED: Final = Refused(ServiceReason.SUPERSEDED, detail="a newer stream of this session took over")

_LOGGER: Final = logging.getLogger(__name__)


class Referee:
    """Owns no game: everything is in the store, this is one of any number of processes that decide over it."""

    def __init__(
        self,
        store: Store,
        replica: str,
        settings: Settings,
        observer: Observer,
        committer: Committer,
        fitness: Fitness | None = None,
    ) -> None:
        """`fitness`: what the store must be like; by default it may flush as it likes."""
        self.store: Final = store
        self.settings: Final = settings
        self.observer: Final = observer
        self.log: Final = GameLog(store)
        self.catalogue: Final = Catalogue(store)
        self.games: Final = Games(self.log, settings.cached_games, store.buckets)
        self.desk: Final = Desk(self._elsewhere)
        self.committer: Final = committer
        scribe = Scribe(committer, settings)
        self.deciding: Final = Deciding(self.games, self.log, scribe, self.desk, store.served, observer)
        self.opening: Final = Opening(self.games, scribe, self.desk, settings, observer)
        self.boarding: Final = Boarding(self.games, committer, settings)
        self.watching: Final = Watching(self.log, self.desk, store.served)
        self._switchboard: Final = Switchboard(store, replica, self)
        voiding = Voiding(self.log, committer, settings, self._declared_void)
        self.clockwork: Final = Clockwork(
            self.games, scribe, self.deciding, self.desk, observer, voiding, self._switchboard.serves
        )
        self._resync: Final = Resync(store)
        self._fitness: Final = fitness or Fitness(store)
        self._sweeper: Final = Sweeper(
            store, longest_wait_ms=settings.waiting_age_ms, longest_run_ms=settings.running_age_ms
        )
        self._awaited: Final = Rounds(self._all_awaited, AWAITED_AT_ONCE)
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._answered = float("-inf")
        self._closed = False

    def start(self) -> None:
        """Begins to serve, in the running event loop."""
        self._answered = monotonic()
        self.committer.start()
        self._switchboard.start()
        for work in (
            self._sweep,
            self._resync_turns,
            self._look_at_watched,
            self._look_at_awaited,
            self._look_at_store,
        ):
            self._spawn(self._for_ever(work))

    async def aclose(self) -> None:
        """Finishes what is under way and stops; the store stays open."""
        await self.deciding.aclose()
        self._closed = True
        await end_tasks(self._tasks)
        await self._switchboard.aclose()
        await self.committer.aclose()
        await self.log.aclose()

    @property
    def sweeps_failed(self) -> int:
        """Sweeps for overdue games that the store did not answer."""
        return self._sweeper.failed

    @property
    def store_state(self) -> StoreState:
        """Whether the store can be served from. One that took nothing of what this process's background work wrote
        within the last seconds is silent."""
        return self._fitness.state if monotonic() - self._answered < STORE_SILENT_SECONDS else StoreState.SILENT

    @property
    def store_answers(self) -> bool:
        """The store can be served from."""
        return self.store_state is StoreState.SERVES

    def time_left_ms(self, game: Game) -> int | None:
        """Time that the seat to act has left, its bank included; None without a clock."""
        seat, clocks = game.state.to_act, game.created.clocks
        allowed = allowed_ms(clocks, game.accounts, seat)
        if allowed is None:
            return None
        # What the referee took to hand the turn over is the player's as far as it can be credited.
        lag_ms = game.turn_lag_ms or 0
        credit = min(lag_ms, game.accounts.lag_quotas[seat])
        return max(0, allowed + credit - self.waited_ms(game))

    def waited_ms(self, game: Game) -> int:
        """Served time since the turn began."""
        return max(0, self.store.served.served(game.bucket) - game.turn_started_ms)

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

    def detach(self, claim: Claim, box: Mailbox) -> None:
        """Serves a session's stream no longer; the other replicas are told soon."""
        self.desk.detach(claim.session, box)
        self._spawn(self._switchboard.release(claim))

    async def pending(self, session: str, most: int) -> list[Game]:
        """At most so many games in which the session is to act."""
        names = {seat.game for seat in await self.catalogue.games_of(session)}
        due = [name for name, head in await self._heads(names) if head.turn == session][:most]
        games = [game async for game in self._loaded(due)]
        return [game for game in games if game.is_turn_of(session)]

    # --- what the switchboard tells

    def on_turns(self, notices: list[TurnNotice]) -> None:
        """Other replicas have brought games to a version that sessions served here must hear of."""
        for notice in notices:
            self.observer.noticed(self._served(notice.session))
            self._spawn(self.clockwork.refresh(notice.game, notice.session))

    def _served(self, session: str) -> Served:
        if self.desk.box(session) is not None:
            return Served.YES
        return Served.MOVING if self._switchboard.moving(session) else Served.NO

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

    def _declared_void(self, game: Game, ended: Ended, previous: str | None) -> None:
        self.games.forget(game.id)
        self.observer.ended(game, ended)
        self.desk.changed(game, previous)

    async def _tell_all(self, session: str, box: Mailbox) -> None:
        """Tells a new stream of all its games; nobody else will, so a store that is away is asked again."""
        told: set[str] = set()
        while self.desk.box(session) is box:
            try:
                await self._tell(session, box, told)
            except STORE_FAULTS as error:
                _LOGGER.warning("the games of a session could not be read, they will be again: %s", error)
                await asyncio.sleep(RESYNC_SECONDS)
            else:
                return

    async def _tell(self, session: str, box: Mailbox, told: set[str]) -> None:
        """Tells of the games that are not among `told`, and adds them: each attempt comes further than the last."""
        seats, missing = await self.catalogue.games_found(session)
        names = {seat.game for seat in seats}
        heads = await self._heads(names)
        # As soon as the heads are known: read and told later, the turn may have come to the session meanwhile.
        for name, head in heads:
            if head.turn not in (session, None):
                box.waits(name)
        for name in names.difference(name for name, _ in heads):
            box.waits(name)
        # Open turns first; then ends and games that wait for players, which say no turn at all.
        due = [name for turn in (session, None) for name, head in heads if head.turn == turn and name not in told]
        async for game in self._loaded(due):
            self.desk.offer(game, session)
            told.add(game.id)
        # A part of the store is away: its games are told once it is back; the others' are not kept waiting for it.
        if missing is not None:
            raise missing

    async def _heads(self, games: Collection[str]) -> list[tuple[str, Head]]:
        """The heads of those games that can be read."""
        names = list(games)
        found: list[tuple[str, Head]] = []
        for start in range(0, len(names), _LOOKED_AT_ONCE):
            part = names[start : start + _LOOKED_AT_ONCE]
            found += (await self.log.heads(part)).items()
        return found

    async def _loaded(self, names: Sequence[str]) -> AsyncIterator[Game]:
        """Those of the games that there are. One that cannot be read keeps no other from being told: its error is
        raised behind them, and at once where nothing of a part could be read."""
        failed: BaseException | None = None
        for start in range(0, len(names), _LOADED_AT_ONCE):
            part = names[start : start + _LOADED_AT_ONCE]
            failures = 0
            for game in await asyncio.gather(*map(self.games.fresh, part), return_exceptions=True):
                if isinstance(game, BrokenLog):
                    self.observer.broken(game)
                elif isinstance(game, BaseException):
                    failed = game
                    failures += 1
                elif game is not None:
                    yield game
            if failures == len(part):
                break
        if failed is not None:
            raise failed

    async def _sweep(self) -> None:
        async for overdue in self._sweeper.sweeps():
            # A sweep writes: a store that answers questions but takes nothing does not count as answering.
            self._answered = monotonic()
            self.observer.swept(overdue)
            for start in range(0, len(overdue), _LOADED_AT_ONCE):
                part = overdue[start : start + _LOADED_AT_ONCE]
                await asyncio.gather(*(self._guarded(self.clockwork.act_on(each), each.game) for each in part))

    async def _resync_turns(self) -> None:
        await asyncio.sleep(RESYNC_SECONDS)
        try:
            given = await self._resync.changes()
            await self._catch_up([(name, session) for session, name in given if self.desk.box(session) is not None])
        except BaseException:
            # What was read but not told must be read again.
            self._resync.forget()
            raise

    async def _catch_up(self, open_games: Sequence[tuple[str, str]]) -> None:
        """Compares games of sessions served here with the store; what is another there is read, and its session told.

        Mailboxes know what they told before.
        """
        for start in range(0, len(open_games), _LOOKED_AT_ONCE):
            part = open_games[start : start + _LOOKED_AT_ONCE]
            before = {name: known.head for name, _ in part if (known := self.games.cached(name)) is not None}
            heads = await self.log.heads([name for name, _ in part])
            behind: list[tuple[str, str]] = []
            for name, session in part:
                head = heads.get(name)
                known, box = self.games.cached(name), self.desk.box(session)
                if head is None:
                    continue
                if known is not None and known.head == head.digest:
                    self.desk.offer(known, session)
                elif known is not None and before.get(name) == head.digest:
                    # It went on here while the store was asked.
                    continue
                elif head.version == 0 and box is not None:
                    box.gone(name)
                elif known is not None or head.turn in (session, None):
                    behind.append((name, session))
            await self._refresh(behind)

    async def _refresh(self, games: Sequence[tuple[str, str]]) -> None:
        for start in range(0, len(games), _LOADED_AT_ONCE):
            part = games[start : start + _LOADED_AT_ONCE]
            await asyncio.gather(
                *(self._guarded(self.clockwork.refresh(name, session), name) for name, session in part)
            )

    async def _look_at_watched(self) -> None:
        await asyncio.sleep(WATCH_SECONDS)
        names = self.desk.watched()
        for name, head in (await self.log.heads(names)).items():
            self.desk.seen_at(name, head.digest)

    async def _look_at_store(self) -> None:
        await asyncio.sleep(FITNESS_SECONDS)
        await self._fitness.look()

    async def _look_at_awaited(self) -> None:
        await asyncio.sleep(AWAITED_SECONDS)
        await self._catch_up(
            [(name, session) for name, session in self._awaited.following() if self._awaits(name, session)]
        )

    def _awaits(self, name: str, session: str) -> bool:
        """Whether a session served here still has a game's end to be told."""
        box = self.desk.box(session)
        return box is not None and name in box.awaited()

    def _all_awaited(self) -> Iterator[tuple[str, str]]:
        for session, box in self.desk.boxes():
            yield from ((name, session) for name in box.awaited())

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """Does a piece of background work again and again, whatever happens in it."""
        while True:
            try:
                await work()
            except STORE_FAULTS as error:
                _LOGGER.warning("the store does not answer, it will be asked again: %s", error)
                await asyncio.sleep(RESYNC_SECONDS)
            except Exception:
                _LOGGER.exception("background work failed and is begun anew")
                await asyncio.sleep(RESYNC_SECONDS)

    async def _guarded(self, work: Awaitable[None], what: str) -> None:
        """One failure must not keep others from being attended to."""
        try:
            await work
        except STORE_FAULTS as error:
            _LOGGER.warning("%s could not be attended to, it will be again: %s", what, error, extra=_about(what))
        except BrokenLog as error:
            self.observer.broken(error)
        except Exception:
            _LOGGER.exception("%s could not be attended to", what, extra=_about(what))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        if self._closed:
            # A stream that ends late: its claim expires by itself, and the store may be closed already.
            work.close()
            return

        async def guarded() -> None:
            with suppress(asyncio.CancelledError):
                await self._guarded(work, "a session's games")

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before its first step never comes to its work.
        task.add_done_callback(lambda _: work.close())


def _about(what: str) -> dict[str, str]:
    """What a line of the log is about, where that is a game."""
    return {"game": what} if is_game_id(what) else {}
