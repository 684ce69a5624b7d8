"""The wire is cut: every append still gets its true outcome, and stands in its log once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from euchre_referee.store import Committed, Committer, Conflict, Embedded, Failed, NotDue, Store, connect
from euchre_referee.store.cancellation import heed_cancellation
from tests.store.cutter import Cutter
from tests.store.table import Table, read_back


@asynccontextmanager
async def committing(url: str, patience: float = 20.0) -> AsyncIterator[Committer]:
    """A committer of one lane on a store of its own."""
    store = connect(url)
    committer = Committer(store, lanes=1, patience=patience)
    committer.start()
    yield committer
    await committer.aclose(within=0.1)
    await store.aclose()


async def test_a_lost_answer_is_read_from_the_log(server: Embedded, store: Store, tmp_path: Path) -> None:
    tables = [Table() for _ in range(40)]
    async with Cutter(tmp_path / "wire", server.socket) as wire, committing(wire.url) as committer:
        await asyncio.gather(*(table.play(committer, b"create") for table in tables))
        for turn in range(10):
            wire.cut_answer()
            await asyncio.gather(*(table.play(committer, b"turn %d" % turn) for table in tables))
        assert wire.cuts == 10
    for table in tables:
        assert await read_back(server.url, table.game) == table.entries


async def test_a_request_cut_anywhere_is_carried_out_once(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Cutter(tmp_path / "wire", server.socket) as wire, committing(wire.url) as committer:
        await table.play(committer, b"create")
        for after in [*range(0, 600, 23), 1 << 16]:
            wire.cut_request(after)
            await table.play(committer, b"cut after %d" % after, turn="n")
        assert wire.cuts == len(range(0, 600, 23)) + 1
    assert await read_back(server.url, table.game) == table.entries


async def test_the_loser_of_a_lost_answer_is_told_so(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with (
        Cutter(tmp_path / "wire", server.socket) as wire,
        committing(wire.url) as cut,
        committing(server.url) as whole,
    ):
        await table.play(cut, b"create")
        wire.hold_answers()
        wire.cut_answer()
        ours = cut.append(table.next(b"ours"))
        await wire.answered()
        rival = await whole.append(table.next(b"rival"))
        assert rival == Conflict(2, table.next(b"ours").new_digest)
        table.accept(table.next(b"ours"))
        # The log moves on before the fate of ours is read.
        await table.play(whole, b"later")
        wire.let_go()
        assert isinstance(await ours, Committed)
        lost = table.next(b"lost")
        await table.play(whole, b"taken")
        wire.cut_answer()
        assert await cut.append(lost) == Conflict(4, table.digest)
    assert await read_back(server.url, table.game) == [b"create", b"ours", b"later", b"taken"]


async def test_a_timeout_whose_answer_is_lost_counts_once(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Cutter(tmp_path / "wire", server.socket) as wire, committing(wire.url) as committer:
        await table.play(committer, b"create", turn="n", limit_ms=60_000)
        wire.cut_answer()
        assert await committer.append(table.next(b"timeout", due_only=True)) == NotDue()
        await table.play(committer, b"move", turn="n", previous_turn="n", limit_ms=1)
        await asyncio.sleep(0.01)
        wire.cut_answer()
        await table.play(committer, b"timeout", due_only=True)
        assert wire.cuts == 2
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


async def test_closing_waits_for_no_answer_that_never_comes(server: Embedded, store: Store, tmp_path: Path) -> None:
    table = Table()
    async with Cutter(tmp_path / "wire", server.socket) as wire:
        through = connect(wire.url)
        committer = Committer(through)
        committer.start()
        wire.hold_answers()
        asked = committer.append(table.next(b"create"))
        await wire.answered()
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
