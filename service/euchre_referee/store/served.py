"""Served time as this process last heard of it.

A bucket's served time grows only while somebody calls the store; by at most two seconds a call, and never
backwards (scripts/clock.lua). Deadlines are in it.
"""

from time import monotonic
from typing import Final

MOST_ELAPSED_MS: Final = 2000
"""What one call adds at most."""


class ServedClock:
    """An estimate of every bucket's served time between the answers that tell it."""

    def __init__(self, buckets: int) -> None:
        self._served = [0] * buckets
        self._heard = [0.0] * buckets

    def observe(self, bucket: int, served_ms: int, at: float) -> None:
        """The store told `served_ms` for a bucket; `at` is this process's monotonic clock in seconds."""
        # Not the greatest ever told: a failover may have lost the end of the clock too.
        self._served[bucket] = served_ms
        self._heard[bucket] = at

    def served(self, bucket: int) -> int:
        """Estimated served milliseconds of a bucket; 0 if nothing was heard yet."""
        heard = self._heard[bucket]
        if not heard:
            return 0
        elapsed = int((monotonic() - heard) * 1000)
        return self._served[bucket] + min(elapsed, MOST_ELAPSED_MS)
