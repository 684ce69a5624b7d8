"""Whether a store may be served from, asked again and again: it may become full, or be exchanged for another."""

import asyncio
import logging
from enum import Enum
from time import monotonic
from typing import Final

from redis.exceptions import RedisError, ResponseError

from euchre_referee.store.check import StoreReport, check
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import StoreUnavailable, StoreUnfit
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.script import ROOM
from euchre_referee.store.server_options import Fsync

CHECKED_EVERY: Final = 15.0
"""Seconds after which version, settings and layout are looked at again; at once after the store was away or unfit."""
_AT_ONCE: Final = 8

_LOGGER: Final = logging.getLogger(__name__)


class StoreState(Enum):
    """Whether a store can be served from, in the words of `/readyz`."""

    SERVES = "ready"
    SILENT = "no store"
    """It does not answer."""
    FULL = "store takes no writes"
    """It answers, but takes nothing: no memory, no disk, a replica, too few replicas."""
    UNFIT = "store unfit"
    """Its version, its settings or its layout are others than those that games are safe with."""


class Fitness:
    """What was found when the store was last looked at."""

    def __init__(self, store: Store, fsync: Fsync | None = None) -> None:
        """`fsync`: how it must flush; None: as it likes."""
        self._store: Final = store
        self._fsync: Final = fsync
        self._check_at = monotonic() + CHECKED_EVERY
        self.state = StoreState.SERVES
        """SERVES, FULL or UNFIT; a store that does not answer is as it was."""

    async def begin(self) -> StoreReport:
        """What the store says of itself when it is used first. Raises StoreUnfit and StoreUnavailable."""
        return await check(self._store, self._fsync)

    async def look(self) -> None:
        """Looks once. What is new is logged: what is wrong, where, and what to do; and that it is over.

        Raises redis.exceptions.RedisError, OSError and StoreUnavailable when the store does not answer.
        """
        try:
            state, said = await self._found()
        except (RedisError, OSError, StoreUnavailable):
            self._check_at = 0.0
            raise
        if state is self.state:
            return
        self.state = state
        if state is StoreState.SERVES:
            _LOGGER.warning("the store at %s can be served from again: %s", self._store.address, said)
        else:
            _LOGGER.error("%s: not ready until that is mended", said)

    async def _found(self) -> tuple[StoreState, str]:
        if self.state is StoreState.UNFIT or monotonic() >= self._check_at:
            try:
                report = await check(self._store, self._fsync)
            except StoreUnfit as error:
                return StoreState.UNFIT, str(error)
            said = report.server
            if report.begun:
                _LOGGER.error(
                    "the store at %s is empty: what it had is gone. Play goes on with new games; to have the old ones, "
                    "restore a backup",
                    self._store.address,
                )
            self._check_at = monotonic() + CHECKED_EVERY
        else:
            said = "it takes what is written"
        refused = await self._refused()
        if refused is not None:
            return StoreState.FULL, (
                f"the store at {self._store.address} takes nothing that is written: {refused}. Give it memory "
                "(maxmemory), room on its disk, or its replicas, whichever it names"
            )
        return StoreState.SERVES, said

    async def _refused(self) -> ResponseError | None:
        """Why nothing can be written, in no part of the store; None if something can."""
        failed: list[BaseException] = []
        calls = self._store.calls()
        # One part that takes something is enough; a cluster has many.
        for start in range(0, len(calls), _AT_ONCE):
            tries = (self._store.run_script(ROOM, bucket_keys(each[0])[:1], ()) for each in calls[start:][:_AT_ONCE])
            answers = await asyncio.gather(*tries, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, BaseException)]
            if len(refused) < len(answers):
                return None
            failed += refused
        for error in failed:
            if isinstance(error, ResponseError):
                return error
        raise failed[0]
