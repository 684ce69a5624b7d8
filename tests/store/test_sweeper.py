"""What the sweeper finds, and how games leave."""

import asyncio
import os
import signal

import pytest

from euchre_referee.store import (
    NO_HEAD,
    Catalogue,
    Cause,
    Committer,
    Embedded,
    Failed,
    GameLog,
    Overdue,
    Retention,
    Stage,
    Store,
    Sweeper,
    connect,
)
from euchre_referee.store.keys import bucket_keys
from tests.store.table import Table
from tests.store.until import until


async def test_due_games_are_found_until_they_are_acted_on(committer: Committer, store: Store) -> None:
    sweeper = Sweeper(store)
    due, later, without = Table(), Table(), Table()
    await due.play(committer, b"create", turn="n", limit_ms=1, stage=Stage.RUNNING)
    await later.play(committer, b"create", turn="n", limit_ms=60_000, stage=Stage.RUNNING)
    await without.play(committer, b"create", turn="n", stage=Stage.RUNNING)
    await until(sweeper.sweep)
    assert await sweeper.sweep() == [Overdue(due.game, Cause.DEADLINE)]
    await due.play(committer, b"timeout", due_only=True, previous_turn="n")
    assert await sweeper.sweep() == []


async def test_games_that_never_fill_or_never_end_are_found(committer: Committer, store: Store) -> None:
    waiting, running, finished = Table(), Table(), Table()
    await waiting.play(committer, b"create", stage=Stage.WAITING)
    await running.play(committer, b"create", stage=Stage.WAITING)
    await running.play(committer, b"deal", stage=Stage.RUNNING)
    await finished.play(committer, b"create", stage=Stage.WAITING)
    await finished.play(committer, b"end", stage=Stage.FINISHED)
    patient = Sweeper(store)
    assert await patient.sweep() == []
    strict = Sweeper(store, longest_wait_ms=0, longest_run_ms=0)
    assert set(await strict.sweep()) == {
        Overdue(waiting.game, Cause.NEVER_FILLED),
        Overdue(running.game, Cause.TOO_OLD),
    }


async def test_many_due_games_come_in_portions(committer: Committer, store: Store) -> None:
    sweeper = Sweeper(store, most_found=3)
    tables = [Table.in_bucket(2) for _ in range(8)]
    for table in tables:
        await table.play(committer, b"create", turn="n", limit_ms=1)

    async def three_are_due() -> bool:
        return len(await sweeper.sweep()) == 3

    await until(three_are_due)


async def test_an_expired_game_leaves_nothing_behind(committer: Committer, store: Store, log: GameLog) -> None:
    gone, kept = Table.in_bucket(2), Table.in_bucket(2)
    for table, expire_ms in ((gone, 1), (kept, 0)):
        seats = (("north", 0), ("south", 2))
        await table.play(committer, b"create", stage=Stage.WAITING, seats_added=seats, turn="north")
        await table.play(committer, b"join", seats_added=(("east", 1),), turn="north")
        await table.play(committer, b"end", stage=Stage.FINISHED, previous_turn="north", expire_ms=expire_ms)
    catalogue, sweeper = Catalogue(store), Sweeper(store)

    async def one_is_left() -> bool:
        assert await sweeper.sweep() == []
        await sweeper.purge()
        return (await catalogue.counts()).finished == 1

    await until(one_is_left)
    assert await log.head(gone.game) == NO_HEAD
    assert await log.whole(gone.game) == ()
    assert await log.whole(kept.game) == tuple(kept.entries)
    assert [seat.game for seat in await catalogue.games_of("north")] == [kept.game]
    keys = bucket_keys(2)
    assert await store.client.hkeys(keys.seated) == [kept.game.encode()]
    assert await store.client.zcard(keys.seats) == 3
    assert [key for key in await store.client.keys("*") if gone.game.encode() in key] == []


async def test_a_kept_game_goes_once_it_is_released(committer: Committer, store: Store, log: GameLog) -> None:
    finished, running = Table(), Table()
    await finished.play(committer, b"end", stage=Stage.FINISHED)
    await running.play(committer, b"deal", stage=Stage.RUNNING)
    retention, sweeper = Retention(store), Sweeper(store)
    assert await retention.purge([finished.game, running.game]) == 0
    assert await retention.release([finished.game, running.game, Table().game], 1) == 1

    async def left() -> bool:
        await sweeper.sweep()
        await sweeper.purge()
        return await log.head(finished.game) == NO_HEAD

    await until(left)
    assert (await log.head(running.game)).version == 1


async def test_a_bucket_that_cannot_be_swept_stops_no_other(
    committer: Committer, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    due = Table.in_bucket(7)
    await due.play(committer, b"create", turn="n", limit_ms=1)
    await store.client.set(bucket_keys(6).due, "text")
    sweeper = Sweeper(store)
    await until(sweeper.sweep)
    assert "bucket 6 cannot be swept: WRONGTYPE" in caplog.text


async def test_games_that_cannot_be_removed_hold_up_nothing(
    committer: Committer, store: Store, log: GameLog, caplog: pytest.LogCaptureFixture
) -> None:
    stuck, gone, due = Table.in_bucket(3), Table.in_bucket(4), Table.in_bucket(5)
    for table in (stuck, gone):
        await table.play(committer, b"end", stage=Stage.FINISHED, expire_ms=1)
    await due.play(committer, b"create", turn="n", limit_ms=1)
    await store.client.delete(bucket_keys(3).seats)
    await store.client.set(bucket_keys(3).seats, "text")
    sweeper = Sweeper(store)

    async def left() -> bool:
        found = await sweeper.sweep()
        await sweeper.purge()
        return found == [Overdue(due.game, Cause.DEADLINE)] and await log.head(gone.game) == NO_HEAD

    await until(left)
    assert "expired games of bucket 3 could not be removed: WRONGTYPE" in caplog.text
    assert (await log.head(stuck.game)).version == 1


@pytest.mark.parametrize("stranger", [b"no game", b"\xff", b"7-aaaaaaaaaaaaaaaa", b"9999-aaaaaaaaaaaaaaaa"])
async def test_what_is_no_game_of_the_bucket_is_passed_over(
    committer: Committer, store: Store, log: GameLog, caplog: pytest.LogCaptureFixture, stranger: bytes
) -> None:
    due, expired = Table.in_bucket(6), Table.in_bucket(6)
    await due.play(committer, b"create", turn="n", limit_ms=1)
    await expired.play(committer, b"end", stage=Stage.FINISHED, expire_ms=1)
    keys = bucket_keys(6)
    for index in (keys.due, keys.finished):
        await store.client.zadd(index, {stranger: 1})
    sweeper = Sweeper(store)

    async def left() -> bool:
        found = await sweeper.sweep()
        await sweeper.purge()
        return found == [Overdue(due.game, Cause.DEADLINE)] and await log.head(expired.game) == NO_HEAD

    await until(left)
    assert "1 members of bucket 6's indexes are no games of it and are passed over" in caplog.text


async def test_clocks_run_and_expired_games_go_although_the_memory_is_full(
    committer: Committer, store: Store, log: GameLog
) -> None:
    expired, released, running = Table(), Table(), Table()
    await expired.play(committer, b"end", stage=Stage.FINISHED, expire_ms=1)
    await released.play(committer, b"end", stage=Stage.FINISHED)
    await running.play(committer, b"deal", turn="n", limit_ms=1, stage=Stage.RUNNING)
    retention, sweeper = Retention(store), Sweeper(store)
    await store.client.config_set("maxmemory", "1")
    try:
        full = await committer.append(running.next(b"pass"))
        assert full == Failed("the store is out of memory", unavailable=True)
        assert await retention.release([released.game], 1) == 1

        async def only_the_running_game_is_left() -> bool:
            due = await sweeper.sweep()
            await sweeper.purge()
            heads = await log.heads([expired.game, released.game])
            return due == [Overdue(running.game, Cause.DEADLINE)] and set(heads.values()) == {NO_HEAD}

        await until(only_the_running_game_is_left)
    finally:
        await store.client.config_set("maxmemory", "0")
    await running.play(committer, b"pass", previous_turn="n")


class Faulty(Sweeper):
    """Raises at its first sweep."""

    faults = 0

    async def sweep(self) -> list[Overdue]:
        self.faults += 1
        if self.faults == 1:
            raise LookupError("the first sweep")
        return await super().sweep()


async def test_a_sweep_that_breaks_off_is_told_and_the_next_one_comes(
    committer: Committer, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    due = Table()
    await due.play(committer, b"create", turn="n", limit_ms=1)
    async for overdue in Faulty(store).sweeps(every=0.01):
        if overdue:
            assert overdue == [Overdue(due.game, Cause.DEADLINE)]
            break
    assert "the store could not be swept: the first sweep" in caplog.text
    assert "Traceback" in caplog.text


async def test_sweeping_goes_on_when_the_store_comes_back() -> None:
    with Embedded() as server:
        store = connect(server.url)
        sweeper = Sweeper(store)
        sweeps: asyncio.Queue[list[Overdue]] = asyncio.Queue()

        async def sweep() -> None:
            async for overdue in sweeper.sweeps(every=0.01):
                sweeps.put_nowait(overdue)

        sweeping = asyncio.create_task(sweep())
        await sweeps.get()
        pid = server.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: server.restarts == 1)
        while not sweeps.empty():
            sweeps.get_nowait()
        await sweeps.get()
        sweeping.cancel()
        await asyncio.wait([sweeping])
        await store.aclose()
