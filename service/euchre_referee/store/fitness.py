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
from euchre_referee.store.sealed_store import check_seals
from euchre_referee.store.server_options import Fsync

CHECKED_EVERY: Final = 15.0
"""Seconds after which version, settings and layout are looked at again; at once after the store was away or unfit, or a
connection to it was made anew."""
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
    """Its version, its settings or its layout are others than those that games are safe with, or it is another store,
    with games that are sealed with keys which are not here."""


class Fitness:
    """What was found when the store was last looked at."""

    def __init__(self, store: Store, fsync: Fsync | None = None) -> None:
        """`fsync`: how it must flush; None: as it likes."""
        self._store: Final = store
        self._fsync: Final = fsync
        self._check_at = monotonic() + CHECKED_EVERY
        self._connections = store.connections
        self._processes: frozenset[str] = frozenset()
        self.state = StoreState.SERVES
        """SERVES, FULL or UNFIT; a store that does not answer is as it was."""

    async def begin(self) -> StoreReport:
        """What the store says of itself when it is used first. Raises StoreUnfit and StoreUnavailable."""
        return await self._checked()

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
        said = "it takes what is written"
        if self.state is StoreState.UNFIT or self._is_to_be_checked():
            try:
                report = await self._checked()
            except StoreUnfit as error:
                return StoreState.UNFIT, str(error)
            except StoreUnavailable:
                # Another store that is full cannot even be begun.
                refused = await self._refused()
                if refused is None:
                    raise
                return StoreState.FULL, self._told(refused)
            said = report.server
            if report.begun:
                _LOGGER.error(
                    "the store at %s is empty: what it had is gone. Play goes on with new games; to have the old ones, "
                    "restore a backup",
                    self._store.address,
                )
            self._check_at = monotonic() + CHECKED_EVERY
        refused = await self._refused()
        return (StoreState.SERVES, said) if refused is None else (StoreState.FULL, self._told(refused))

    def _is_to_be_checked(self) -> bool:
        # Nobody puts another store in the place of this one without breaking the connections to it.
        return monotonic() >= self._check_at or self._store.connections != self._connections

    async def _checked(self) -> StoreReport:
        # Those that the check makes itself are to be looked at once more.
        self._connections = self._store.connections
        report = await check(self._store, self._fsync)
        # Not otherwise: where replicas begin one by one to seal, those that do not yet go on with the other games.
        if report.processes != self._processes:
            await check_seals(self._store)
            self._processes = report.processes
        return report

    def _told(self, refused: ResponseError) -> str:
        return (
            f"the store at {self._store.address} takes nothing that is written: {refused}. Give it memory "
            "(maxmemory), room on its disk, or its replicas, whichever it names"
        )

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
