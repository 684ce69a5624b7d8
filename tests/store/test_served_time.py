"""Served time: it runs while the store is called, and stands still otherwise."""

import asyncio
import struct

from euchre_referee.store import Committer, NotDue, Store, Sweeper
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.served import MOST_ELAPSED_MS, ServedClock
from tests.store.table import Table


async def set_back(store: Store, bucket: int, by_ms: int) -> None:
    """As if the bucket had last been called so many milliseconds earlier (negative: later)."""
    key = bucket_keys(bucket).clock
    served, counted, sequence = struct.unpack("<QQQ", await store.command("GET", key))
    await store.client.set(key, struct.pack("<QQQ", served, counted - by_ms, sequence))


async def test_an_outage_adds_two_seconds_at_most(committer: Committer, store: Store) -> None:
    table = Table.in_bucket(1)
    before = await table.play(committer, b"create", turn="n", limit_ms=60_000)
    await set_back(store, 1, 3_600_000)
    assert await committer.append(table.next(b"timeout", due_only=True)) == NotDue()
    after = await table.play(committer, b"move")
    assert MOST_ELAPSED_MS <= after.served_ms - before.served_ms < 60_000


async def test_a_clock_that_jumps_back_adds_nothing(committer: Committer, store: Store) -> None:
    table = Table.in_bucket(1)
    before = await table.play(committer, b"create")
    await set_back(store, 1, -3_600_000)
    after = await table.play(committer, b"move")
    assert after.served_ms == before.served_ms
    # The jump is taken note of once: then time runs on.
    await asyncio.sleep(0.01)
    assert (await table.play(committer, b"move")).served_ms >= after.served_ms + 10


async def test_time_is_counted_once_for_a_bucket_in_a_call(committer: Committer, store: Store) -> None:
    tables = [Table.in_bucket(1) for _ in range(20)]
    await asyncio.gather(*(table.play(committer, b"create") for table in tables))
    await set_back(store, 1, 500)
    outcomes = await asyncio.gather(*(table.play(committer, b"one") for table in tables))
    assert len({outcome.served_ms for outcome in outcomes}) == 1


async def test_a_sweep_advances_every_bucket(committer: Committer, store: Store) -> None:
    sweeper = Sweeper(store)
    await sweeper.sweep()
    for bucket in range(store.buckets):
        await set_back(store, bucket, 1000)
    await sweeper.sweep()
    assert all(store.served.served(bucket) >= 1000 for bucket in range(store.buckets))


def test_the_estimate_runs_on_for_two_seconds_at_most() -> None:
    clock = ServedClock(2)
    assert clock.served(0) == 0
    clock.observe(0, 5000, at=0.001)
    assert clock.served(0) == 5000 + MOST_ELAPSED_MS
