"""What is overdue, and what has expired.

Any replica may sweep, several at once too: what it finds is only a hint, and the append that acts on it is
accepted once.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from enum import Enum
from time import monotonic
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from euchre_referee.store.cancellation import heed_cancellation
from euchre_referee.store.connect import Store
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.retention import Retention
from euchre_referee.store.script import SWEEP

_LOGGER: Final = logging.getLogger(__name__)
_HOUR_MS: Final = 3_600_000

EVERY: Final = 1.0
"""Seconds between sweeps; served time stands still after two without any call."""
LONGEST_WAIT_MS: Final = 24 * _HOUR_MS
LONGEST_RUN_MS: Final = 7 * 24 * _HOUR_MS
MOST_FOUND: Final = 1024


class Cause(Enum):
    """Why a game is overdue."""

    DEADLINE = "deadline"
    """The session to act has let its time pass."""
    NEVER_FILLED = "never filled"
    """It has waited for players longer than a game may."""
    TOO_OLD = "too old"
    """It has run longer than a game may; one without limits never ends by itself."""


class Overdue(NamedTuple):
    """A game in which the referee has to act. It is found again until it has."""

    game: str
    cause: Cause


class Sweeper:
    """Advances the served time of every bucket and finds overdue games; removes expired ones.

    Ages are in milliseconds of served time. At most `most_found` games of a cause are found in a bucket at
    once; the rest comes with the next sweep.
    """

    def __init__(
        self,
        store: Store,
        *,
        longest_wait_ms: int = LONGEST_WAIT_MS,
        longest_run_ms: int = LONGEST_RUN_MS,
        most_found: int = MOST_FOUND,
    ) -> None:
        self._store = store
        self._retention = Retention(store)
        self._arguments = [b"%d" % number for number in (most_found, longest_wait_ms, longest_run_ms)]

    async def sweep(self) -> list[Overdue]:
        """One sweep of all buckets. Raises redis.exceptions.RedisError when the store does not answer."""
        calls = [self._sweep(buckets) for buckets in self._store.calls()]
        return [overdue for found in await asyncio.gather(*calls) for overdue in found]

    async def sweeps(self, every: float = EVERY) -> AsyncIterator[list[Overdue]]:
        """Sweep for ever, every so many seconds. A store that does not answer is asked again."""
        while True:
            try:
                yield await self.sweep()
            except (RedisError, OSError) as error:
                heed_cancellation()
                _LOGGER.warning("the store could not be swept: %s", error)
            await asyncio.sleep(every)

    async def _sweep(self, buckets: tuple[int, ...]) -> list[Overdue]:
        keys = [key for bucket in buckets for key in bucket_keys(bucket)]
        answers: list[list[Any]] = await self._store.run_script(SWEEP, keys, self._arguments)
        heard = monotonic()
        overdue: list[Overdue] = []
        for bucket, answer in zip(buckets, answers, strict=True):
            if len(answer) == 1:
                _LOGGER.error("bucket %d cannot be swept: %s", bucket, answer[0].decode(errors="replace"))
                continue
            served, due, waited, ran, expired = answer
            self._store.served.observe(bucket, served, heard)
            overdue.extend(Overdue(game.decode(), Cause.DEADLINE) for game in due)
            overdue.extend(Overdue(game.decode(), Cause.NEVER_FILLED) for game in waited)
            overdue.extend(Overdue(game.decode(), Cause.TOO_OLD) for game in ran)
            if expired:
                await self._retention.purge([game.decode() for game in expired])
        return overdue
