"""Referees and stores as single servers that gather what waits: a discrete-event model with seeded chance.

A referee takes all that waits, up to a frame's most, and is busy with it: so much for each decision, for each frame and
for each call of the store; a store's server takes calls one after the other. As in the service, an append waits for its
lane: while its call is under way others join the next one. Times are in seconds.
"""

from collections import deque
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

_MOST: Final = 256

Then = Callable[[], None]


class Costs(NamedTuple):
    """Seconds of processor time."""

    frame: float
    """Of a referee for a frame of decisions, however many are in it."""
    call: float
    """Of a referee for a call of the append script."""
    decision: float
    """Of a referee for each decision, beside these."""
    hand_over: float
    """Of the next player's referee for a game that went on at another: half before the store is read, half after."""
    store_call: float
    store_append: float
    store_read: float


class Events:
    """What happens, in the order of time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._order: Final = count()
        self._coming: Final[list[tuple[float, int, Then]]] = []

    def after(self, seconds: float, then: Then) -> None:
        """Has something happen later."""
        heappush(self._coming, (self.now + seconds, next(self._order), then))

    def run(self, until: float) -> None:
        """Lets things happen until some time."""
        while self._coming and self._coming[0][0] <= until:
            self.now, _, then = heappop(self._coming)
            then()


class Server:
    """Does one thing after the other."""

    def __init__(self, events: Events) -> None:
        self._events: Final = events
        self._free_at = 0.0
        self.busy = 0.0
        """Seconds of work taken on."""

    def work(self, seconds: float, then: Then) -> None:
        """Works once all before is done."""
        self._free_at = max(self._free_at, self._events.now) + seconds
        self.busy += seconds
        self._events.after(self._free_at - self._events.now, then)


class Work(NamedTuple):
    """A piece of a referee's work; `frame` names what shares a fixed cost with the others of its like."""

    seconds: float
    frame: object
    then: Then


class Referee:
    """An event loop: what has come while it was busy is done in one go, and its outcomes are seen at its end."""

    def __init__(self, events: Events, costs: Costs) -> None:
        self._events: Final = events
        self._costs: Final = costs
        self._waiting: Final[deque[Work]] = deque()
        self._runs = False
        self.busy = 0.0
        self.frames = 0

    def take(self, work: Work) -> None:
        """One more piece of work."""
        self._waiting.append(work)
        if not self._runs:
            self._runs = True
            self._begin()

    def _begin(self) -> None:
        taken = [self._waiting.popleft() for _ in range(min(_MOST, len(self._waiting)))]
        frames = len({work.frame for work in taken if work.frame is not None})
        seconds = sum(work.seconds for work in taken) + frames * self._costs.frame
        self.busy += seconds
        self.frames += frames

        def end() -> None:
            for work in taken:
                work.then()
            self._runs = bool(self._waiting)
            if self._runs:
                self._begin()

        self._events.after(seconds, end)


class Lanes:
    """A referee's way to the appends of one server: so many calls under way, what comes meanwhile joins the next."""

    def __init__(
        self, events: Events, referee: Referee, store: Server, costs: Costs, lanes: int, network: float
    ) -> None:
        self._events: Final = events
        self._referee: Final = referee
        self._store: Final = store
        self._costs: Final = costs
        self._free = lanes
        self._network: Final = network
        self._waiting: Final[deque[Then]] = deque()
        self.calls = 0

    def append(self, then: Then) -> None:
        """Appends; `then` is done once the referee has dealt with the answer."""
        self._waiting.append(then)
        if self._free and len(self._waiting) == 1:
            # What this turn of the referee's loop brings goes together.
            self._events.after(0.0, self._send)

    def _send(self) -> None:
        if not self._free or not self._waiting:
            return
        self._free -= 1
        self.calls += 1
        group = [self._waiting.popleft() for _ in range(min(_MOST, len(self._waiting)))]
        costs, events = self._costs, self._events
        at_store = costs.store_call + len(group) * costs.store_append
        at_referee = costs.call + len(group) * costs.decision / 2

        def answered() -> None:
            self._free += 1
            self._referee.take(Work(at_referee, None, lambda: _all(group)))
            self._send()

        back = lambda: events.after(self._network, answered)  # noqa: E731
        events.after(self._network, lambda: self._store.work(at_store, back))


def _all(group: Sequence[Then]) -> None:
    for then in group:
        then()
