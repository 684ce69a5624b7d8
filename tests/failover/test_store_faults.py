"""A store under play without memory, frozen, or on a full disk: all are told, nothing is lost, and play goes on."""

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from redis import Redis
from redis.exceptions import ResponseError

from euchre.v1.referee_service_pb2 import GetViewRequest
from euchre_referee.store import Committed, Committer, Embedded, Failed, Fsync, GameLog, Sweeper, connect
from euchre_referee.store.binary import ServerBinary, find_binary
from euchre_referee.store.fitness import Fitness, StoreState
from tests.failover.bots import WITHIN, Service, playing
from tests.failover.tables import Tables
from tests.store.table import Table
from tests.store.test_fitness import looked
from tests.store.until import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES: Final = 6


class Disk:
    """How large a file of the store's may become, as if its disk were full then."""

    def __init__(self, folder: Path) -> None:
        self._limit: Final = folder / "blocks"
        self._program: Final = folder / "server"
        self.binary: Final = self._wrapped(find_binary())
        self.free()

    def _wrapped(self, binary: ServerBinary) -> ServerBinary:
        self._program.write_text(f'#!/bin/sh\nulimit -f "$(cat {self._limit})"\nexec {binary.path} "$@"\n')
        self._program.chmod(0o700)
        return ServerBinary(self._program, binary.valkey, binary.version)

    def fill(self, pid: int, size: int) -> None:
        """No file may become larger, neither of the server that runs nor of those that come after it."""
        self._limit.write_text(str(size // 512))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size // 512 * 512, resource.RLIM_INFINITY))

    def free(self) -> None:
        """Servers that start from now on have room."""
        self._limit.write_text("unlimited")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def disk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Disk]:
    """Under the store."""
    yield Disk(tmp_path_factory.mktemp("disk"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def store(disk: Disk, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Embedded]:
    """Flushes before it answers."""
    with Embedded(tmp_path_factory.mktemp("store"), binary=disk.binary) as embedded:
        yield embedded


async def begun(service: Service[Tables]) -> Tables:
    """Games that are played."""
    tables = service.tables
    await tables.begin(GAMES)
    await until(lambda: tables.acknowledged > 2 * GAMES, WITHIN)
    return tables


async def ended(tables: Tables) -> None:
    """All games end, and all that was acknowledged stands."""
    await until(lambda: tables.finished, WITHIN)
    assert await tables.faults_found() == []


async def test_without_memory_decisions_are_refused_and_play_goes_on_when_there_is_some(store: Embedded) -> None:
    admin = Redis(unix_socket_path=str(store.socket), protocol=2)
    async with playing(store.url, Tables) as service:
        tables = await begun(service)
        admin.config_set("maxmemory", "1")
        await until(lambda: len(tables.refused) >= GAMES, WITHIN)
        assert {verdict.refusal.reason for verdict in tables.refused} == {"STORE_UNAVAILABLE"}
        assert all("out of memory" in verdict.refusal.message for verdict in tables.refused)
        assert all(verdict.refusal.retry_ms for verdict in tables.refused)
        await until(lambda: not any(replica.ready for replica in service.replicas), WITHIN)
        # What is there can still be read.
        assert (await service.operator.get_view(tables.all[0])).version > 0
        admin.config_set("maxmemory", "0")
        await ended(tables)
        await until(lambda: all(replica.ready for replica in service.replicas), WITHIN)
    admin.close()


async def test_a_frozen_store_is_told_and_costs_nobody_anything(store: Embedded) -> None:
    async with playing(store.url, Tables) as service:
        tables = await begun(service)
        assert store.pid is not None
        os.kill(store.pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(WITHIN), service.replicas[0].caller("reader", operator=True) as reader:
                ask = reader.referee.GetView, GetViewRequest(game=tables.all[0])
                told = await asyncio.gather(*(reader.refused(*ask) for _ in range(200)))
            assert {each.reason for each in told} == {"STORE_UNAVAILABLE"}
            assert all(each.retry is not None for each in told)
            await until(lambda: not any(replica.ready for replica in service.replicas), WITHIN)
        finally:
            os.kill(store.pid, signal.SIGCONT)
        await ended(tables)
        await until(lambda: all(replica.ready for replica in service.replicas), WITHIN)


async def test_a_full_disk_stops_the_store_until_there_is_room(store: Embedded, disk: Disk) -> None:
    async with playing(store.url, Tables) as service:
        tables = await begun(service)
        pid, restarts = store.pid, store.restarts
        assert pid is not None
        (file,) = (store.directory / "appendonlydir").glob("*.incr.aof")
        disk.fill(pid, file.stat().st_size + 8192)
        # With `always` the server ends rather than acknowledge what it cannot keep; started again, it ends again.
        await until(lambda: store.restarts >= restarts + 3, WITHIN)
        assert "AOF" in (store.directory / "server.log").read_text()
        await until(lambda: not any(replica.ready for replica in service.replicas), WITHIN)
        # Started again it may still take what fits; all that it took must be there in the end.
        assert not tables.finished
        disk.free()
        await ended(tables)
        await until(lambda: all(replica.ready for replica in service.replicas), WITHIN)


async def test_a_full_disk_without_flushing_at_once_refuses_what_it_cannot_keep(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    with Embedded(tmp_path / "data", binary=disk.binary, fsync=Fsync.EVERY_SECOND) as store:
        reached = connect(store.url)
        committer = Committer(reached, patience=0.5)
        committer.start()
        table = Table()
        await table.play(committer, b"create")
        assert store.pid is not None
        disk.fill(store.pid, 8192)
        append = table.next(b"x" * 8192)

        async def refused() -> bool:
            nonlocal append
            outcome = await committer.append(append)
            if isinstance(outcome, Committed):
                table.accept(append)
                append = table.next(b"x")
            return outcome == Failed("store unavailable", unavailable=True)

        await until(refused)
        with pytest.raises(ResponseError, match="MISCONF"):
            await Sweeper(reached).sweep()
        fitness = Fitness(reached)
        assert await looked(fitness) is StoreState.FULL
        assert store.restarts == 0
        resource.prlimit(store.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        async def taken() -> bool:
            return isinstance(await committer.append(append), Committed)

        await until(taken)
        table.accept(append)
        assert await looked(fitness) is StoreState.SERVES
        assert await GameLog(reached).whole(table.game) == tuple(table.entries)
        await committer.aclose()
        await reached.aclose()
