"""When a failed call is made again."""

import time
from collections.abc import Callable
from typing import Final

from euchre_client.backoff import Backoff
from euchre_client.errors import RefereeError, Refused, Unreachable

DEFAULT_TIMEOUT: Final = 30.0
"""Seconds for one call, its repetitions included."""


class Patience:
    """Says how long to wait before a call is made again, until its time is used up."""

    def __init__(self, timeout: float, repeatable: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + timeout
        self._repeatable = repeatable
        self._backoff = Backoff()

    def left(self) -> float:
        """Seconds that are left; a little more than nothing at the end, so that gRPC says what is wrong."""
        return max(self._end - self._clock(), 0.001)

    def wait(self, error: RefereeError) -> float:
        """Seconds to wait before the next try; raises the error where there is to be none.

        A call that was refused with a time to come back was not carried out and may always be repeated; one
        without an answer only if repeating changes nothing.
        """
        again = isinstance(error, Refused) and error.retry_after is not None
        if not again and not (self._repeatable and isinstance(error, Unreachable)):
            raise error
        wait = self._backoff.next(error.retry_after if isinstance(error, Refused) else None)
        if self._clock() + wait >= self._end:
            raise error
        return wait
