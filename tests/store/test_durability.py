"""What was acknowledged is there: after the server was killed, and after its file was cut."""

import asyncio
import os
import random
import shutil
import signal
from pathlib import Path
from typing import NamedTuple

from euchre_referee.store import Committer, Embedded, GameLog, connect
from tests.store.table import Table
from tests.store.until import until

TABLES = 24


class Acknowledged(NamedTuple):
    """An append that was acknowledged when the file was so long."""

    game: str
    entries: int
    size: int


def append_only_file(directory: Path) -> Path:
    """The file to which the server appends."""
    (found,) = (directory / "appendonlydir").glob("*.incr.aof")
    return found


async def test_a_killed_server_loses_and_doubles_nothing(directory: Path) -> None:
    with Embedded(directory) as server:
        store = connect(server.url)
        committer = Committer(store)
        committer.start()
        tables = [Table() for _ in range(TABLES)]
        enough = asyncio.Event()

        async def play(table: Table) -> None:
            while not enough.is_set():
                await table.play(committer, b"%d" % table.version, turn="n", previous_turn="n")

        playing = [asyncio.create_task(play(table)) for table in tables]
        for kills in range(1, 5):
            played = [table.version for table in tables]
            await until(
                lambda played=played: all(  # type: ignore[misc]
                    table.version > before + 3 for table, before in zip(tables, played, strict=True)
                )
            )
            pid = server.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await until(lambda kills=kills: server.restarts == kills)  # type: ignore[misc]
        enough.set()
        await asyncio.gather(*playing)
        await committer.aclose()
        log = GameLog(store)
        for table in tables:
            assert await log.whole(table.game) == tuple(table.entries)
            head = await log.head(table.game)
            assert (head.version, head.digest) == (table.version, table.digest)
        await store.aclose()


async def test_a_cut_file_holds_what_was_acknowledged_before_the_cut(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    acknowledged: list[Acknowledged] = []
    with Embedded(directory) as server:
        store = connect(server.url)
        committer = Committer(store)
        committer.start()
        tables = [Table() for _ in range(TABLES)]
        file = append_only_file(directory)

        async def play(table: Table) -> None:
            for number in range(20):
                await table.play(committer, b"entry %d" % number, turn="n", limit_ms=1000)
                acknowledged.append(Acknowledged(table.game, table.version, file.stat().st_size))

        await asyncio.gather(*map(play, tables))
        await committer.aclose()
        await store.aclose()
    logs = {table.game: tuple(table.entries) for table in tables}
    length = append_only_file(directory).stat().st_size
    cuts = [random.randrange(length) for _ in range(8)]
    cuts += [min(length, each.size + more) for each in random.sample(acknowledged, 3) for more in (0, 1)]
    for number, cut in enumerate(cuts):
        # A new copy each time: the server drops the incomplete end of the file that it loads.
        copy = tmp_path / f"copy {number}"
        shutil.copytree(directory, copy)
        os.truncate(append_only_file(copy), cut)
        await expect(copy, [each for each in acknowledged if each.size <= cut], logs)


async def expect(directory: Path, acknowledged: list[Acknowledged], logs: dict[str, tuple[bytes, ...]]) -> None:
    """Every log of the copy reaches what was acknowledged, is whole, and agrees with its head."""
    with Embedded(directory) as server:
        store = connect(server.url)
        log = GameLog(store)
        held = {game: await log.whole(game) for game in logs}
        for game, entries in held.items():
            assert entries == logs[game][: len(entries)]
            assert (await log.head(game)).version == len(entries)
        for each in acknowledged:
            assert len(held[each.game]) >= each.entries
        await store.aclose()


async def test_the_file_is_written_and_flushed_before_the_answer(directory: Path) -> None:
    with Embedded(directory) as server:
        store = connect(server.url)
        committer = Committer(store)
        committer.start()
        file = append_only_file(directory)
        assert (await store.client.config_get("appendfsync"))["appendfsync"] == "always"
        table = Table()
        for number in range(20):
            entry = b"marked entry %d." % number
            await table.play(committer, entry)
            assert file.read_bytes().count(entry) == 1
            persistence = await store.client.info("persistence")
            assert persistence["aof_buffer_length"] == 0
            assert persistence["aof_last_write_status"] == "ok"
            # The server counts what it has flushed; with no time to wait it says whether that is all.
            flushed, _ = await store.command("WAITAOF", 1, 0, 1)
            assert flushed == 1
        await committer.aclose()
        await store.aclose()
