"""How much a caller may ask for (docs/api.md, "Limits"); beyond it the answer is a refusal, never a closed door."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Final

_MOST_KEPT: Final = 10_000
_MOST_VALUE: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, rates a second; a principal is a session, or a machine for callers without a token."""

    message_bytes: int = 256 * 1024
    """A request; a larger one is RESOURCE_EXHAUSTED by gRPC itself."""
    record_bytes: int = 200 * 1024
    """A record to judge or verify."""
    streams: int = 2_000
    """Play streams of this process."""
    streams_of_one: int = 20
    """Play streams of one session, in this process: those that are superseded and not read end late."""
    watches: int = 1_000
    """Watch streams of callers with a token, in this process."""
    open_watches: int = 250
    """Watch streams of all callers without a token together, in this process."""
    watches_of_one: int = 100
    """Watch streams of one principal, in this process."""
    decisions_in_flight: int = 1_024
    """Decisions of one stream that are not answered; its further frames are read once some are."""
    calls_per_second: int = 200
    """Calls of one principal; decisions are not counted."""
    calls_burst: int = 400
    idle_decisions_per_second: int = 50
    """Decisions in calls of one session that nobody waited for: another's turn, a past one, a game that is none."""
    idle_decisions_burst: int = 500
    new_games_per_minute: int = 300
    """Games made by one principal, as many at once."""
    house_games: int = 1_000
    """Games made in this process by others than operators in which bots of the house sit and which are not over."""
    house_games_of_one: int = 200
    """Of them, those made by one principal."""
    house_games_thinking: int = 30
    """Of them, those in which a bot sits that thinks long."""
    open_games: int = 1_000
    """Games that are not over in which a session may take seats."""
    waiting_games: int = 10_000
    """Games with free seats in the store, beyond which only operators make more."""
    strike_limit: int = 20
    """Of a game's conduct rules."""


def limits_from(texts: Iterable[str]) -> Limits:
    """The limits with some of them changed, each `name=number`. Raises ValueError naming everything that is wrong."""
    names = [field.name for field in fields(Limits)]
    changed: dict[str, int] = {}
    wrong: list[str] = []
    for text in texts:
        name, _, number = text.partition("=")
        if name not in names:
            wrong.append(f"there is no limit {name!r}, but {', '.join(names)}")
        elif not number.isdecimal() or not 0 < int(number) < _MOST_VALUE:
            wrong.append(f"the limit {name} cannot be {number!r}: a whole number from 1 is needed")
        else:
            changed[name] = int(number)
    if wrong:
        raise ValueError("; ".join(wrong))
    return replace(Limits(), **changed)


class Bucket:
    """A token bucket; times are seconds of a monotonic clock."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now

    def take(self, now: float) -> int:
        """Takes one; 0 if there was one, else the milliseconds to wait for it."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0
        return max(1, int((1 - self._left) / self._rate * 1000))


class Allowances:
    """A bucket for everybody who asks; whoever has not asked for longest is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def of(self, whom: str, now: float) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.get(whom)
        if bucket is None:
            bucket = self._buckets[whom] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > _MOST_KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(whom)
        return bucket


class Openings:
    """What is open at the same time, such as streams of a kind: in all, and for each of those who hold some."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._held: Final[dict[str, int]] = {}
        self.number = 0

    def room_for(self, whom: str, *, unlimited: bool = False) -> bool:
        """One more may be opened; `unlimited`: however many somebody holds."""
        return self.number < self._most and (unlimited or self.of(whom) < self._most_of_one)

    def of(self, whom: str) -> int:
        """How many somebody holds."""
        return self._held.get(whom, 0)

    @contextmanager
    def one(self, whom: str) -> Iterator[None]:
        """Counts one while it is open."""
        self.number += 1
        self._held[whom] = self.of(whom) + 1
        try:
            yield
        finally:
            self.number -= 1
            self._held[whom] -= 1
            if not self._held[whom]:
                del self._held[whom]
