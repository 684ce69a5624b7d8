"""The wire is cut: every append still gets its true outcome, and stands in its log once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from redis.exceptions import ResponseError

from euchre_referee.store import Committed, Committer, Conflict, Embedded, Failed, NotDue, Store, Sweeper, connect
from euchre_referee.store.cancellation import heed_cancellation
from tests.faults.kinds import Cut, Kind, Way
from tests.faults.proxy import Proxy
from tests.store.table import Table, read_back

LOST_ANSWER: Final = Cut(way=Way.TO_CLIENT)


@asynccontextmanager
async def committing(url: str, patience: float = 20.0) -> AsyncIterator[Committer]:
    """A committer of one lane on a store of its own."""
    store = connect(url)
    committer = Committer(store, lanes=1, patience=patience)
    committer.start()
    yield committer
    await committer.aclose(within=0.1)
    await store.aclose()


def url_of(proxy: Proxy) -> str:
    """Where stores behind the proxy are reached."""
    return f"unix://{proxy.address}"


async def test_a_lost_answer_is_read_from_the_log(server: Embedded, store: Store, tmp_path: Path) -> None:
    tables = [Table() for _ in range(40)]
    async with Proxy(server.socket, listen=tmp_path / "proxy") as proxy, committing(url_of(proxy)) as committer:
        await asyncio.gather(*(table.play(committer, b"create") for table in tables))
        for turn in range(10):
            proxy.strike(LOST_ANSWER)
            await asyncio.gather(*(table.play(committer, b"turn %d" % turn) for table in tables))
        assert proxy.injected == {Kind.CUT: 10}
    for table in tables:
        assert await read_back(server.url, table.game) == table.entries


async def test_a_request_cut_anywhere_is_carried_out_once(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Proxy(server.socket, listen=tmp_path / "proxy") as proxy, committing(url_of(proxy)) as committer:
        await table.play(committer, b"create")
        for after in [*range(0, 600, 23), 1 << 16]:
            proxy.strike(Cut(way=Way.TO_SERVER, after=after))
            await table.play(committer, b"cut after %d" % after, turn="n")
        assert proxy.injected == {Kind.CUT: len(range(0, 600, 23)) + 1}
    assert await read_back(server.url, table.game) == table.entries


async def test_the_loser_of_a_lost_answer_is_told_so(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with (
        Proxy(server.socket, listen=tmp_path / "proxy") as proxy,
        committing(url_of(proxy)) as cut,
        committing(server.url) as whole,
    ):
        await table.play(cut, b"create")
        proxy.hold()
        proxy.strike(LOST_ANSWER)
        ours = cut.append(table.next(b"ours"))
        await proxy.held()
        rival = await whole.append(table.next(b"rival"))
        assert rival == Conflict(2, table.next(b"ours").new_digest)
        table.accept(table.next(b"ours"))
        # The log moves on before the fate of ours is read.
        await table.play(whole, b"later")
        proxy.release()
        assert isinstance(await ours, Committed)
        lost = table.next(b"lost")
        await table.play(whole, b"taken")
        proxy.strike(LOST_ANSWER)
        assert await cut.append(lost) == Conflict(4, table.digest)
    assert await read_back(server.url, table.game) == [b"create", b"ours", b"later", b"taken"]


async def test_a_timeout_whose_answer_is_lost_counts_once(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Proxy(server.socket, listen=tmp_path / "proxy") as proxy, committing(url_of(proxy)) as committer:
        await table.play(committer, b"create", turn="n", limit_ms=60_000)
        proxy.strike(LOST_ANSWER)
        assert await committer.append(table.next(b"timeout", due_only=True)) == NotDue()
        await table.play(committer, b"move", turn="n", previous_turn="n", limit_ms=1)
        await asyncio.sleep(0.01)
        proxy.strike(LOST_ANSWER)
        await table.play(committer, b"timeout", due_only=True)
        assert proxy.injected == {Kind.CUT: 2}
    assert await read_back(server.url, table.game) == table.entries


async def test_a_store_that_stays_away_is_said_to_be_unavailable(directory: Path) -> None:
    server = Embedded(directory)
    server.start()
    table, late = Table(), Table()
    async with committing(server.url, patience=0.3) as committer:
        await table.play(committer, b"create")
        server.stop()
        outcomes = await asyncio.gather(committer.append(table.next(b"x")), committer.append(late.next(b"y")))
        assert set(outcomes) == {Failed("store unavailable", unavailable=True)}
        assert committer.waiting == 0
        server.start()
        await table.play(committer, b"again")
        server.stop()


async def test_a_full_store_refuses_without_harm(directory: Path) -> None:
    with Embedded(directory) as server:
        store = connect(server.url)
        committer = Committer(store)
        committer.start()
        table = Table()
        await table.play(committer, b"create")
        await store.client.config_set("maxmemory", "1mb")
        outcome = await committer.append(table.next(b"x"))
        assert outcome == Failed("the store is out of memory", unavailable=True)
        await store.client.config_set("maxmemory", "0")
        await table.play(committer, b"x")
        await committer.aclose()
        await store.aclose()


async def test_a_primary_that_has_lost_its_replicas_takes_nothing_and_bills_nobody(
    server: Embedded, store: Store
) -> None:
    table = Table()
    async with committing(server.url, patience=0.3) as committer:
        await table.play(committer, b"create", turn="n", limit_ms=60_000)
        await store.client.config_set("min-replicas-to-write", 1)
        try:
            refused = await committer.append(table.next(b"x"))
            with pytest.raises(ResponseError, match="NOREPLICAS"):
                await Sweeper(store).sweep()
        finally:
            await store.client.config_set("min-replicas-to-write", 0)
        assert refused == Failed("store unavailable", unavailable=True)
        await table.play(committer, b"x")


async def test_closing_waits_for_no_answer_that_never_comes(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Proxy(server.socket, listen=tmp_path / "proxy") as proxy:
        through = connect(url_of(proxy))
        committer = Committer(through)
        committer.start()
        proxy.hold()
        asked = committer.append(table.next(b"create"))
        await proxy.held()
        await committer.aclose(within=0)
        assert asked.result() == Failed("store unavailable", unavailable=True)
        assert committer.waiting == 0
        await through.aclose()


async def test_a_loop_that_swallows_its_cancellation_ends_all_the_same() -> None:
    async def stubborn() -> None:
        while True:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(3600)
            heed_cancellation()

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=30)
    assert task.cancelled()
    heed_cancellation()
