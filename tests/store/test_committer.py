"""Many appends in a call."""

import asyncio

import pytest

from euchre_referee.store import (
    Committed,
    Committer,
    Conflict,
    Embedded,
    Failed,
    GameLog,
    Group,
    Outcome,
    Store,
    StoreBusy,
    StoreError,
)
from tests.faults.proxy import Proxy
from tests.store.table import Table, read_back


@pytest.mark.parametrize("size", [1, 2, 63, 64, 255, 256, 257, 600])
async def test_what_is_ready_goes_in_one_call(store: Store, log: GameLog, size: int) -> None:
    groups: list[Group] = []
    committer = Committer(store, lanes=1, observe=groups.append)
    committer.start()
    tables = [Table() for _ in range(size)]
    outcomes = await asyncio.gather(*(committer.append(table.next(b"create")) for table in tables))
    await committer.aclose()
    assert all(isinstance(outcome, Committed) for outcome in outcomes)
    sizes = [group.size for group in groups]
    assert sum(sizes) == size
    assert sizes == [256] * (size // 256) + ([size % 256] if size % 256 else [])
    assert [head.version for head in (await log.heads([table.game for table in tables])).values()] == [1] * size


async def test_a_game_may_occur_twice_in_a_call(store: Store, log: GameLog) -> None:
    groups: list[Group] = []
    committer = Committer(store, observe=groups.append)
    committer.start()
    table = Table()
    appends = []
    for entry in (b"create", b"one", b"two"):
        appends.append(table.next(entry))
        table.accept(appends[-1])
    rival = appends[1]._replace(entries=(b"rival",), new_digest=bytes([9] * 16))
    asked = [appends[0], appends[1], rival, appends[2]]
    outcomes = await asyncio.gather(*(committer.append(append) for append in asked))
    await committer.aclose()
    assert [group.size for group in groups] == [4]
    assert [type(outcome) for outcome in outcomes] == [Committed, Committed, Conflict, Committed]
    assert await log.whole(table.game) == (b"create", b"one", b"two")


async def test_each_of_a_group_gets_its_own_outcome(committer: Committer) -> None:
    tables = [Table() for _ in range(90)]
    await asyncio.gather(*(table.play(committer, b"create") for table in tables))
    appends = []
    for number, table in enumerate(tables):
        append = table.next(b"x%d" % number)
        appends.append(append if number % 3 else append._replace(digest=bytes(16)))
    outcomes = await asyncio.gather(*map(committer.append, appends))
    for number, (table, outcome) in enumerate(zip(tables, outcomes, strict=True)):
        if number % 3:
            assert isinstance(outcome, Committed)
        else:
            assert outcome == Conflict(1, table.digest)


async def test_a_full_queue_says_when_to_come_again(store: Store) -> None:
    committer = Committer(store, most_waiting=10)
    tables = [Table() for _ in range(11)]
    waiting = [committer.append(table.next(b"create")) for table in tables[:10]]
    with pytest.raises(StoreBusy) as busy:
        committer.append(tables[10].next(b"create"))
    assert busy.value.retry_ms >= 10
    committer.start()
    assert all(isinstance(outcome, Committed) for outcome in await asyncio.gather(*waiting))
    assert isinstance(await committer.append(tables[10].next(b"create")), Committed)
    await committer.aclose()


async def test_a_script_that_the_server_forgot_is_sent_again(committer: Committer, store: Store) -> None:
    table = Table()
    await table.play(committer, b"create")
    await store.client.script_flush()
    await table.play(committer, b"one")
    await store.client.script_flush()
    assert await GameLog(store).fold_source(table.game) is not None


async def test_a_caller_that_gives_up_disturbs_nobody(
    server: Embedded, store: Store, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cancelled, other = Table(), Table()
    async with Proxy(server.socket, listen=tmp_path_factory.mktemp("proxy") / "s") as proxy:
        reached = Store(store.address)
        through = Store(type(store.address)(store.topology, path=proxy.address))
        committer = Committer(through, lanes=1)
        committer.start()
        await Table().play(committer, b"warm")
        proxy.hold()

        async def ask() -> object:
            return await committer.append(cancelled.next(b"create"))

        asking = asyncio.create_task(ask())
        await proxy.held()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        proxy.release()
        await other.play(committer, b"create")
        await committer.aclose()
        await through.aclose()
        await reached.aclose()
    assert await read_back(server.url, cancelled.game) == [b"create"]


async def test_a_callback_that_fails_costs_no_other_its_outcome(committer: Committer, log: GameLog) -> None:
    tables = [Table() for _ in range(30)]

    def fails(_outcome: Outcome) -> None:
        raise RuntimeError("a fault of the caller")

    for table in tables[:3]:
        committer.submit(table.next(b"create"), fails)
    asked = [committer.append(table.next(b"create")) for table in tables[3:]]
    assert all(isinstance(outcome, Committed) for outcome in await asyncio.gather(*asked))
    assert [head.version for head in (await log.heads([table.game for table in tables])).values()] == [1] * 30
    assert committer.waiting == 0


async def test_closing_commits_what_waits(store: Store, log: GameLog) -> None:
    committer = Committer(store)
    committer.start()
    tables = [Table() for _ in range(300)]
    waiting = [committer.append(table.next(b"create")) for table in tables]
    await committer.aclose()
    assert all(isinstance(future.result(), Committed) for future in waiting)
    with pytest.raises(StoreError, match="closed"):
        committer.append(Table().next(b"create"))


async def test_what_was_never_sent_is_told_at_the_close(store: Store) -> None:
    committer = Committer(store)
    waiting = committer.append(Table().next(b"create"))
    await committer.aclose()
    assert waiting.result() == Failed("store unavailable", unavailable=True)
    assert committer.waiting == 0


async def test_a_group_is_observed_with_its_times(store: Store) -> None:
    groups: list[Group] = []
    committer = Committer(store, observe=groups.append)
    committer.start()
    await Table().play(committer, b"create")
    await committer.aclose()
    (group,) = groups
    assert group.size == 1
    assert group.waited >= 0
    assert group.took > 0
