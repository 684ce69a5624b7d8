"""How much a caller may ask for (docs/api.md, "Limits"); beyond it the answer is a refusal, never a closed door."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, rates a second."""

    message_bytes: int = 256 * 1024
    """A request; a larger one is RESOURCE_EXHAUSTED by gRPC itself."""
    record_bytes: int = 200 * 1024
    """A record to judge or verify."""
    streams: int = 2_000
    """Play streams of this process."""
    watches: int = 1_000
    """Watch streams of callers with a token, in this process."""
    open_watches: int = 250
    """Watch streams of all callers without a token together, in this process."""
    decisions_in_flight: int = 1_024
    """Decisions of one stream that are not answered; its further frames are read once some are."""
    calls_per_second: int = 200
    """Calls of one session, or of all callers without a token together; decisions are not counted."""
    calls_burst: int = 400
    waiting_games: int = 10_000
    """Games with free seats in the store, beyond which only operators make more."""
    strike_limit: int = 20
    """Of a game's conduct rules."""


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
