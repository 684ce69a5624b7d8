"""Records are judged in processes of their own, whose death costs nobody an answer."""

import asyncio
import json
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from euchre_referee.api.judging import MOST_CALLS, Judging
from euchre_referee.referee.verdicts import CallRefused


@pytest.fixture
async def judging() -> AsyncIterator[Judging]:
    """Closed after the test."""
    made = Judging()
    yield made
    await made.aclose()


def kill_workers() -> None:
    """As the kernel does when memory runs out."""
    for worker in multiprocessing.active_children():
        assert worker.pid is not None
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)


async def judged(judging: Judging) -> bool:
    """A record that is none is judged as such."""
    answer = json.loads(await judging.adjudicate("nonsense"))
    return bool(answer["error"]["reason"] == "UNREADABLE_RECORD")


async def test_a_worker_that_dies_is_replaced(judging: Judging) -> None:
    assert await judged(judging)
    kill_workers()
    assert await judged(judging)
    calls = [asyncio.create_task(judged(judging)) for _ in range(8)]
    await asyncio.sleep(0)
    kill_workers()
    assert all(await asyncio.gather(*calls))


async def test_where_workers_die_again_and_again_the_caller_is_told_to_come_back(judging: Judging) -> None:
    call = asyncio.create_task(judged(judging))
    while not call.done():
        kill_workers()
        await asyncio.sleep(0.01)
    with pytest.raises(CallRefused, match="BUSY") as raised:
        await call
    assert raised.value.refused.retry_ms
    assert await judged(judging)


async def test_so_many_records_wait_and_no_more_even_if_their_callers_go(judging: Judging) -> None:
    calls = [asyncio.create_task(judged(judging)) for _ in range(MOST_CALLS)]
    await asyncio.sleep(0)
    calls.pop().cancel()
    await asyncio.sleep(0)
    with pytest.raises(CallRefused, match="BUSY") as raised:
        await judging.verify("nonsense")
    assert raised.value.refused.retry_ms
    assert all(await asyncio.gather(*calls))
    assert await judging.verify("nonsense")


async def test_closing_waits_for_a_worker_without_holding_up_the_loop() -> None:
    judging = Judging()
    call = asyncio.create_task(judged(judging))
    await asyncio.sleep(0)
    closing = asyncio.create_task(judging.aclose())
    turns = 0
    while not closing.done():
        turns += 1
        await asyncio.sleep(0)
    await closing
    assert turns > 10
    assert not multiprocessing.active_children()
    with suppress(asyncio.CancelledError):
        assert await call
