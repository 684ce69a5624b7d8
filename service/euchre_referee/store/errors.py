"""What the store raises. Outcomes of an append are values (append.py), not errors."""

from typing import Final

from redis.exceptions import RedisError


class StoreError(Exception):
    """Anything the store raises by itself."""


class StoreBusy(StoreError):
    """More appends wait than the bound allows; try again after `retry_ms` milliseconds."""

    def __init__(self, retry_ms: int) -> None:
        super().__init__(f"the store's queue is full; try again in {retry_ms} ms")
        self.retry_ms = retry_ms


class StoreUnavailable(StoreError):
    """The server does not answer, or a server could not be started."""


class StoreUnfit(StoreError):
    """The server answers but must not be used: version, eviction or fsync policy, or another layout."""


class BrokenHead(StoreError):
    """A head key holds something else than a head: the game cannot be read until the store is mended."""


STORE_FAULTS: Final = (StoreError, RedisError, OSError)
"""What reading or writing raises when the store does not answer, or answers with what it cannot mean."""
