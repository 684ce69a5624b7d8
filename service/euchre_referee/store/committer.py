"""Group commit: every append that is ready joins the next call of the append script.

There is no timer. While a call is under way, what comes waits and forms the next group; so a busy store is
asked in large groups and an idle one at once.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from struct import Struct
from time import monotonic
from typing import Final, NamedTuple

from redis.exceptions import (
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from euchre_referee.store.address import Topology
from euchre_referee.store.append import Append, Committed, Conflict, Failed, NotDue, Outcome
from euchre_referee.store.away import NodeAway
from euchre_referee.store.caller import ScriptCaller
from euchre_referee.store.calls import StoreCall, timed
from euchre_referee.store.cancellation import end_tasks, heed_cancellation
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import StoreBusy, StoreError
from euchre_referee.store.fate import read_fates
from euchre_referee.store.head import NO_DIGEST
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.pending import UNAVAILABLE, UNCONFIRMED, Pending, PendingQueue
from euchre_referee.store.script import APPEND

MOST_IN_GROUP: Final = 256
MOST_WAITING: Final = 16_384
LANES: Final = 2
"""Calls in flight to a standalone server: one is carried out while the next is read."""
PATIENCE: Final = 10.0
"""Seconds for which an append is tried."""

_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.5
_LEAST_RETRY_MS: Final = 10

_LOGGER: Final = logging.getLogger(__name__)

_SERVED: Final = Struct("<Q")
_FOUND: Final = Struct("<I16s")
_TEXT: Final = Struct("<H")
_COMMITTED, _CONFLICT, _NOT_DUE = 0, 1, 2

NOT_RUN: Final = (ReadOnlyError, TryAgainError, ClusterDownError, NodeAway)
"""What tells that the server did not run the script, and may do so later."""
_NOT_RUN_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")

_NO_VERSION: Final = (1 << 32) - 2
"""No log is so long: an append to it meets another history and writes nothing."""


class Group(NamedTuple):
    """What is observed of a call."""

    size: int
    waited: float
    """Seconds for which the oldest append of the group had waited."""
    took: float
    """Seconds between sending the call and its answer, the wait for replicas included."""
    confirmed: bool = True
    """As many replicas have it as are waited for."""
    marks: tuple[object, ...] = ()
    """Of the appends in it, as they were marked."""


class Committer:
    """Appends to logs, many in a call. Start it in the running loop, close it with `aclose`.

    `patience` is in seconds; `observe` is told of every call that was answered, with what `mark` gave when its appends
    were handed over.
    """

    def __init__(
        self,
        store: Store,
        *,
        most_in_group: int = MOST_IN_GROUP,
        most_waiting: int = MOST_WAITING,
        lanes: int = LANES,
        patience: float = PATIENCE,
        observe: Callable[[Group], None] | None = None,
        mark: Callable[[], object] | None = None,
    ) -> None:
        self._store = store
        self._most_in_group = most_in_group
        self._most_waiting = most_waiting
        self._patience = patience
        self._observe = observe
        self._mark = mark
        # In a cluster a call reaches one slot: every bucket has a queue and a lane of its own, so that a slot
        # that is being moved holds up nobody else.
        clustered = store.topology is Topology.CLUSTER
        self._queues = [PendingQueue() for _ in range(store.buckets if clustered else 1)]
        self._lanes_per_queue = 1 if clustered else lanes
        self._lanes: list[asyncio.Task[None]] = []
        self._waiting = 0
        self._pace = 0.0
        self._closed = False
        self._confirmed = True
        self.sent = 0.0
        """When the call was sent whose outcomes are being told, by the monotonic clock."""
        self.appended_bytes = 0
        """Entries that stand in logs, as they were sent."""
        self.not_run = self.unanswered = 0
        """Appends that were to be sent once more: the store could not now, or its answer was lost."""
        self._idle = asyncio.Event()

    def start(self) -> None:
        """Begin to serve, in the running event loop."""
        shared = self._store.caller() if self._store.topology is Topology.CLUSTER else None
        for queue in self._queues:
            for _ in range(self._lanes_per_queue):
                lane = _Lane(self, queue, shared or self._store.caller())
                self._lanes.append(asyncio.create_task(lane.serve(), name="store-append"))

    async def aclose(self, within: float = 5.0) -> None:
        """Take no more, give what waits `within` seconds to be committed, then stop.

        Whatever is still open then is told that the store is unavailable.
        """
        self._closed = True
        if self._waiting and self._lanes:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._idle.wait(), within)
        await end_tasks(self._lanes)
        self._lanes.clear()
        for queue in self._queues:
            for pending in queue.drain():
                self.settle(pending, UNAVAILABLE)

    @property
    def waiting(self) -> int:
        """Appends that are not settled yet."""
        return self._waiting

    def append(self, append: Append) -> "asyncio.Future[Outcome]":
        """Queue an append; the future gives its outcome. Raises as `submit`.

        Giving up the future (a cancelled call) does not stop the append.
        """
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not future.done():
                future.set_result(outcome)

        self.submit(append, done)
        return future

    def submit(self, append: Append, done: Callable[[Outcome], None]) -> None:
        """Queue an append; `done`, which must not raise, is called with its outcome.

        Raises StoreBusy when too many wait, ValueError for an append that cannot be stored, StoreError after `aclose`.
        """
        if self._closed:
            raise StoreError("the committer is closed")
        if self._waiting >= self._most_waiting:
            raise StoreBusy(self._retry_ms())
        # Sealed once: what is sent again, and what is looked for in the log, are the same bytes.
        pending = Pending(self._store.sealing.closed(append), self._patience, done)
        if self._mark is not None:
            pending.mark = self._mark()
        queue = self._queues[pending.bucket if len(self._queues) > 1 else 0]
        self._waiting += 1
        queue.put(pending)

    async def confirm(self, game: str, version: int, digest: bytes) -> Failed | None:
        """Wait until as many replicas as appends wait for have the game's log with this head; Failed if they do not
        in time, or if the primary has another: what was read may have been another server's. For answers that are read
        from a log: the append may have gone unconfirmed.

        Raises StoreBusy, StoreError as `submit`.
        """
        if not self._store.wait.replicas:
            return None
        nothing = Append(game, _NO_VERSION, NO_DIGEST, (b"",), NO_DIGEST, 0)
        outcome = await self.append(nothing)
        if outcome == Conflict(version, digest):
            return None
        return outcome if isinstance(outcome, Failed) else UNCONFIRMED

    def settle(self, pending: Pending, outcome: Outcome) -> None:
        """Give a pending append its outcome; only the first counts."""
        if not pending.settled:
            self._waiting -= 1
            if self._closed and not self._waiting:
                self._idle.set()
            pending.settle(outcome)

    def observed(self, group: list[Pending], sent: float, answered: float, confirmed: bool) -> None:
        """A call was answered."""
        self._pace = answered - sent
        if confirmed != self._confirmed:
            self._confirmed = confirmed
            wait = self._store.wait
            _LOGGER.warning(
                "%d replicas have what is appended again"
                if confirmed
                else "fewer than %d replicas have what was appended within %d ms: it is not acknowledged",
                *((wait.replicas,) if confirmed else (wait.replicas, wait.within_ms)),
            )
        if self._observe is not None:
            marks = () if self._mark is None else tuple(pending.mark for pending in group)
            self._observe(Group(len(group), sent - group[0].asked, answered - sent, confirmed, marks))
        self.sent = sent

    @property
    def most_in_group(self) -> int:
        """Appends in one call at most."""
        return self._most_in_group

    @property
    def store(self) -> Store:
        """The store appended to."""
        return self._store

    def _retry_ms(self) -> int:
        calls = self._waiting / self._most_in_group
        return max(_LEAST_RETRY_MS, int(calls * self._pace * 1000))


class _Lane:
    """One call in flight: takes a group, commits it, and only then takes the next."""

    def __init__(self, committer: Committer, queue: PendingQueue, caller: ScriptCaller) -> None:
        self._committer = committer
        self._queue = queue
        self._caller = caller
        self._pause = 0.0

    async def serve(self) -> None:
        group: list[Pending] = []
        try:
            while True:
                group = await self._queue.take(self._committer.most_in_group)
                while group:
                    group = await self._try(group)
                    heed_cancellation()
        finally:
            for pending in group:
                self._committer.settle(pending, UNAVAILABLE)
            await self._caller.close()

    async def _try(self, group: list[Pending]) -> list[Pending]:
        """An attempt that ends neither the lane nor a caller's wait, whatever befalls it."""
        try:
            return await self._attempt(group)
        except Exception:
            _LOGGER.exception("a call of the append script broke off; it is tried again")
            await self._caller.close()
            return await self._later(group, doubtful=True)

    async def _attempt(self, group: list[Pending]) -> list[Pending]:
        """Send the group once. Gives back those whose outcome is still open."""
        keys, arguments = _arguments(group)
        sent = monotonic()
        try:
            with timed(self._committer.store.observe, StoreCall.APPEND):
                answer, confirmed = await self._caller.call(APPEND, keys, arguments)
        except OutOfMemoryError:
            return self._fail(group, Failed("the store is out of memory", unavailable=True))
        except NOT_RUN:
            return await self._later(group)
        except ResponseError as error:
            if str(error).startswith(_NOT_RUN_CODES):
                return await self._later(group)
            return await self._broken(group, str(error))
        except (RedisError, OSError):
            return await self._later(group, doubtful=True)
        self._pause = 0.0
        answered = monotonic()
        self._committer.observed(group, sent, answered, confirmed)
        return await self._settle(group, answer, answered, confirmed)

    async def _settle(self, group: list[Pending], answer: bytes, answered: float, confirmed: bool) -> list[Pending]:
        committer, served = self._committer, self._committer.store.served
        doubtful: list[Pending] = []
        at = 0
        for pending in group:
            code = answer[at]
            at += 1
            outcome: Outcome
            if code == _COMMITTED:
                (served_ms,) = _SERVED.unpack_from(answer, at)
                at += _SERVED.size
                outcome = Committed(pending.append.new_version, served_ms)
                committer.appended_bytes += sum(map(len, pending.append.entries))
                served.observe(pending.bucket, served_ms, answered)
            elif code == _CONFLICT:
                outcome = Conflict(*_FOUND.unpack_from(answer, at))
                at += _FOUND.size
                if pending.doubtful and confirmed:
                    # It may conflict with itself.
                    pending.met = outcome
                    doubtful.append(pending)
                    continue
            elif code == _NOT_DUE:
                outcome = NotDue()
            else:
                (length,) = _TEXT.unpack_from(answer, at)
                at += _TEXT.size + length
                outcome = Failed(answer[at - length : at].decode(errors="replace"))
            if not confirmed and isinstance(outcome, Committed | Conflict):
                # Whether it was this append or another that the log holds: it may be lost with the primary.
                outcome = UNCONFIRMED
            committer.settle(pending, outcome)
        return await self._settle_doubtful(doubtful) if doubtful else []

    async def _settle_doubtful(self, doubtful: list[Pending]) -> list[Pending]:
        try:
            fates = await read_fates(self._committer.store, [pending.append for pending in doubtful])
        except (RedisError, OSError):
            return await self._later(doubtful)
        open_still: list[Pending] = []
        for pending, fate in zip(doubtful, fates, strict=True):
            if fate is None:
                open_still.append(pending)
            else:
                self._committer.settle(pending, self._proven(pending, fate))
        return open_still

    def _proven(self, pending: Pending, fate: Outcome) -> Outcome:
        """A fate may be read from another server than the one whose replicas were waited for."""
        append, waited = pending.append, self._committer.store.wait.replicas
        if waited and isinstance(fate, Committed) and pending.met != Conflict(append.new_version, append.new_digest):
            return UNCONFIRMED
        return fate

    async def _broken(self, group: list[Pending], text: str) -> list[Pending]:
        """The script itself failed, perhaps after it wrote: what is not in its log has failed."""
        for pending in group:
            pending.doubtful = True
        return self._fail(await self._settle_doubtful(group), Failed(text))

    async def _later(self, group: list[Pending], doubtful: bool = False) -> list[Pending]:
        """Wait a little, then give back those of the group that may still be tried."""
        group = [pending for pending in group if not pending.settled]
        for pending in group:
            pending.doubtful |= doubtful
        if doubtful:
            self._committer.unanswered += len(group)
        else:
            self._committer.not_run += len(group)
        await asyncio.sleep(self._pause)
        self._pause = min(max(self._pause * 2, _FIRST_PAUSE), _LONGEST_PAUSE)
        now = monotonic()
        for pending in self._queue.expired(now):
            self._committer.settle(pending, UNAVAILABLE)
        self._fail([pending for pending in group if pending.deadline <= now], UNAVAILABLE)
        return [pending for pending in group if pending.deadline > now]

    def _fail(self, group: list[Pending], outcome: Failed) -> list[Pending]:
        for pending in group:
            self._committer.settle(pending, outcome)
        return []


def _arguments(group: list[Pending]) -> tuple[list[bytes], list[bytes]]:
    """Keys and arguments of the append script for a group (scripts/append.lua)."""
    places: dict[int, int] = {}
    keys: list[bytes] = []
    place_of = bytearray()
    for pending in group:
        place = places.get(pending.bucket)
        if place is None:
            place = places[pending.bucket] = len(places)
            keys += bucket_keys(pending.bucket)
        place_of.append(place)
    arguments = [bytes(place_of)]
    for pending in group:
        keys.append(pending.log)
        keys.append(pending.head)
        arguments.append(pending.packed)
    return keys, arguments
