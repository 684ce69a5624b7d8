"""Judging and verifying records apart from the event loop, in processes of their own."""

import asyncio
import json
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.answers import unreadable
from euchre_referee.rules.records import Unreadable, read_json

WORKERS: Final = 1
MOST_CALLS: Final = 16
"""Records that are judged or wait for it."""
_ATTEMPTS: Final = 2
_RETRY_MS: Final = 1000

_LOGGER: Final = logging.getLogger(__name__)

T = TypeVar("T")


class Judging:
    """Started when first needed, and anew when a worker dies; gRPC's threads forbid forking, so workers are spawned.

    Every method raises CallRefused: BUSY if too many records wait, or if workers die of this one.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._calls: Final[set[asyncio.Task[Any]]] = set()

    async def adjudicate(self, record: str) -> str:
        """The adjudication of a record, as JSON text."""
        return await self._done(adjudicate_text, record)

    async def verify(self, record: str) -> list[str]:
        """The faults of a record's proof."""
        return await self._done(verify_text, record)

    async def aclose(self) -> None:
        """Ends the workers, each after the record it is at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def _done(self, work: Callable[[str], T], record: str) -> T:
        if len(self._calls) >= MOST_CALLS:
            raise refuse(ServiceReason.BUSY, f"{MOST_CALLS} records wait to be judged", retry_ms=_RETRY_MS)
        call = asyncio.create_task(self._tried(work, record))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        # A worker goes on when the caller has gone, and so long the call counts.
        return await asyncio.shield(call)

    async def _tried(self, work: Callable[[str], T], record: str) -> T:
        for _ in range(_ATTEMPTS):
            pool = self._workers()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, record)
            except BrokenProcessPool:
                _LOGGER.warning("a process that judges records has died; it is replaced")
                self._discard(pool)
        raise refuse(ServiceReason.BUSY, "the processes that judge records die", retry_ms=_RETRY_MS)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn"))
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        # Every call that the same death has hit comes here, and the first one has replaced the pool.
        if self._pool is pool:
            self._pool = None
            pool.shutdown(wait=False)


def adjudicate_text(record: str) -> str:
    """What a worker does for `adjudicate`."""
    value = read_json(record.encode())
    answer = unreadable(value) if isinstance(value, Unreadable) else adjudicate(value)
    # Escaped, because a record's texts may hold halves of characters, which no text field carries.
    return json.dumps(answer)


def verify_text(record: str) -> list[str]:
    """What a worker does for `verify`."""
    value = read_json(record.encode())
    return [value.detail] if isinstance(value, Unreadable) else list(verify(value))
