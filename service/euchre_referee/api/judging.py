"""Judging and verifying records apart from the event loop, in processes of their own."""

import asyncio
import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from euchre_referee.referee.verifying import verify
from euchre_referee.rules.adjudicate import adjudicate, unreadable
from euchre_referee.rules.records import Unreadable, read_json

WORKERS: Final = 1


class Judging:
    """Started when first needed; gRPC's threads forbid forking, so workers are spawned."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def adjudicate(self, record: str) -> str:
        """The adjudication of a record, as JSON text."""
        return await asyncio.get_running_loop().run_in_executor(self._workers(), adjudicate_text, record)

    async def verify(self, record: str) -> list[str]:
        """The faults of a record's proof."""
        return await asyncio.get_running_loop().run_in_executor(self._workers(), verify_text, record)

    def close(self) -> None:
        """Ends the workers."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn"))
        return self._pool


def adjudicate_text(record: str) -> str:
    """What a worker does for `adjudicate`."""
    value = read_json(record.encode())
    answer = unreadable(value) if isinstance(value, Unreadable) else adjudicate(value)
    return json.dumps(answer, ensure_ascii=False)


def verify_text(record: str) -> list[str]:
    """What a worker does for `verify`."""
    value = read_json(record.encode())
    return [value.detail] if isinstance(value, Unreadable) else list(verify(value))
