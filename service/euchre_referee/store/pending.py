"""Appends that wait for the next script call."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic

from euchre_referee.store.append import Append, Conflict, Failed, Outcome, pack_append
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.keys import head_key, log_key

UNAVAILABLE = Failed("store unavailable", unavailable=True)
UNCONFIRMED = Failed("the store's replicas have not confirmed it in time", unavailable=True)


class Pending:
    """An append on its way, and whom to tell what came of it; it goes on if nobody wants to know any more."""

    __slots__ = (
        "append",
        "asked",
        "bucket",
        "deadline",
        "done",
        "doubtful",
        "head",
        "log",
        "mark",
        "met",
        "packed",
        "settled",
    )

    def __init__(self, append: Append, patience: float, done: Callable[[Outcome], None]) -> None:
        self.append = append
        self.done = done
        self.bucket = bucket_of(append.game)
        self.log = log_key(append.game)
        self.head = head_key(append.game)
        self.packed = pack_append(append)
        self.asked = monotonic()
        self.deadline = self.asked + patience
        self.mark: object = None
        """Of whoever follows it."""
        self.settled = False
        self.doubtful = False
        """It was sent in a call whose answer was lost, and so may stand in the log already."""
        self.met: Conflict | None = None
        """What it met, when it was sent again, in a log that enough replicas have."""

    def settle(self, outcome: Outcome) -> None:
        """Tell the caller."""
        self.settled = True
        self.done(outcome)


class PendingQueue:
    """First in, first out; lanes sleep on it and are woken one at a time."""

    def __init__(self) -> None:
        self._waiting: deque[Pending] = deque()
        self._sleepers: deque[Future[None]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, pending: Pending) -> None:
        """Add one, and wake a lane if nothing was waiting: that lane takes all that comes until it runs."""
        self._waiting.append(pending)
        if len(self._waiting) == 1:
            self._wake()

    async def take(self, most: int) -> list[Pending]:
        """Wait until something is there and take at most `most` of it."""
        while not self._waiting:
            sleeper: Future[None] = get_running_loop().create_future()
            self._sleepers.append(sleeper)
            try:
                await sleeper
            finally:
                if sleeper in self._sleepers:
                    self._sleepers.remove(sleeper)
        taken = [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]
        if self._waiting:
            self._wake()
        return taken

    def expired(self, now: float) -> Iterator[Pending]:
        """Remove and give those whose patience has ended."""
        while self._waiting and self._waiting[0].deadline <= now:
            yield self._waiting.popleft()

    def drain(self) -> Iterator[Pending]:
        """Remove and give all."""
        while self._waiting:
            yield self._waiting.popleft()

    def _wake(self) -> None:
        while self._sleepers:
            sleeper = self._sleepers.popleft()
            if not sleeper.done():
                sleeper.set_result(None)
                return
