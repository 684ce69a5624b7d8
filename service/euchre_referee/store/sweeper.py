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

from euchre_referee.store.cancellation import heed_cancellation
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.game_id import bucket_of, is_game_id
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.retention import Retention
from euchre_referee.store.script import SWEEP

_LOGGER: Final = logging.getLogger(__name__)
_MOST_SHOWN: Final = 60
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
        self._expired: dict[int, list[str]] = {}
        self.failed = 0
        """Sweeps of which nothing was answered, or that broke off."""
        self._arguments = [b"%d" % number for number in (most_found, longest_wait_ms, longest_run_ms)]

    async def sweep(self) -> list[Overdue]:
        """One sweep of all buckets; `purge` then removes what it found expired.

        A call of some buckets that fails keeps nothing from the others. Raises redis.exceptions.RedisError, OSError
        when no call is answered.
        """
        calls = self._store.calls()
        answers = await asyncio.gather(*map(self._sweep, calls), return_exceptions=True)
        failed = [answer for answer in answers if isinstance(answer, BaseException)]
        if len(failed) == len(calls):
            raise failed[0]
        overdue: list[Overdue] = []
        for buckets, answer in zip(calls, answers, strict=True):
            if isinstance(answer, BaseException):
                _warn(f"buckets {buckets[0]} to {buckets[-1]} could not be swept", answer)
            else:
                overdue += answer
        return overdue

    async def purge(self) -> None:
        """Remove the games found expired; those of a bucket that fails are found again by the next sweep."""
        expired, self._expired = self._expired, {}
        for bucket, games in expired.items():
            try:
                await self._retention.purge(games)
            except Exception as error:
                heed_cancellation()
                _warn(f"expired games of bucket {bucket} could not be removed", error)

    async def sweeps(self, every: float = EVERY) -> AsyncIterator[list[Overdue]]:
        """Sweep for ever, every so many seconds, and purge after what is overdue was dealt with.

        Whatever befalls a sweep, the next one comes.
        """
        while True:
            try:
                overdue = await self.sweep()
            except Exception as error:
                heed_cancellation()
                self.failed += 1
                _warn("the store could not be swept", error)
            else:
                yield overdue
                await self.purge()
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
            served, *found = answer
            self._store.served.observe(bucket, served, heard)
            due, waited, ran, expired = (self._games(bucket, members) for members in found)
            overdue.extend(Overdue(game, Cause.DEADLINE) for game in due)
            overdue.extend(Overdue(game, Cause.NEVER_FILLED) for game in waited)
            overdue.extend(Overdue(game, Cause.TOO_OLD) for game in ran)
            if expired:
                self._expired[bucket] = expired
        return overdue

    def _games(self, bucket: int, members: list[bytes]) -> list[str]:
        """The members of a bucket's index that are games of it."""
        texts = [member.decode(errors="replace") for member in members]
        games = [text for text in texts if is_game_id(text, self._store.buckets) and bucket_of(text) == bucket]
        if len(games) < len(texts):
            strange = next(text for text in texts if text not in games)
            _LOGGER.error(
                "%d members of bucket %d's indexes are no games of it and are passed over, the first is %r",
                len(texts) - len(games),
                bucket,
                strange[:_MOST_SHOWN],
            )
        return games


def _warn(what: str, error: BaseException) -> None:
    """A store that does not answer is named; anything else is a fault of ours, with its traceback."""
    _LOGGER.warning("%s: %s", what, error, exc_info=None if isinstance(error, STORE_FAULTS) else error)
