"""Replicas that are waited for: nothing is acknowledged that a failover could lose."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from euchre_referee.store import Committed, Committer, Conflict, Failed, GameLog, Group, ReplicaWait, check, connect
from tests.failover.bots import WITHIN, Service, playing
from tests.failover.tables import Tables
from tests.store.sentinels import Watched, watched
from tests.store.table import Table
from tests.store.until import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

UNCONFIRMED: Final = Failed("the store's replicas have not confirmed it in time", unavailable=True)
GAMES: Final = 4


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    """A primary, its replica and a sentinel."""
    async with watched(Path(tmp_path_factory.mktemp("watched"))) as started:
        yield started


@pytest.mark.parametrize("flushed", [False, True])
async def test_a_group_waits_once_for_its_replicas(servers: Watched, flushed: bool) -> None:
    said = "wait_replicas=1&wait_ms=30000" + "&wait_flushed=yes" * flushed
    store = connect(f"{servers.url}?{said}")
    assert store.wait == ReplicaWait(1, 30_000, flushed)
    assert (await check(store)).warnings == ()
    groups: list[Group] = []
    committer = Committer(store, observe=groups.append)
    committer.start()
    # The server has the script only afterwards.
    await Table().play(committer, b"create")
    command = store.wait.command[0].lower()
    before = calls(servers, command)
    tables = [Table() for _ in range(100)]
    await asyncio.gather(*(table.play(committer, b"create") for table in tables))
    assert [(group.size, group.confirmed) for group in groups[1:]] == [(100, True)]
    assert calls(servers, command) - before == 1
    await committer.aclose()
    await store.aclose()


async def test_what_a_paused_replica_has_not_is_not_acknowledged(servers: Watched) -> None:
    store = connect(servers.url, wait=ReplicaWait(1, 100))
    groups: list[Group] = []
    committer = Committer(store, observe=groups.append)
    committer.start()
    table, other = Table(), Table()
    await table.play(committer, b"create")
    servers.replica.freeze()
    try:
        append = table.next(b"move")
        assert await committer.append(append) == UNCONFIRMED
        # It stands in the log, and who reads it there must not take it for acknowledged either.
        assert await GameLog(store).whole(table.game) == (b"create", b"move")
        assert await committer.append(append) == UNCONFIRMED
        assert await committer.confirm(table.game, append.new_version, append.new_digest) == UNCONFIRMED
        assert await committer.append(other.next(b"create")) == UNCONFIRMED
        assert not any(group.confirmed for group in groups[1:])
    finally:
        servers.replica.thaw()

    async def confirmed() -> bool:
        return await committer.confirm(table.game, append.new_version, append.new_digest) is None

    await until(confirmed)
    # Another history, read where the replicas' primary is not, proves nothing.
    assert await committer.confirm(table.game, append.new_version, bytes(16)) == UNCONFIRMED
    assert await committer.confirm(table.game, append.version, append.digest) == UNCONFIRMED
    # Asked again it meets itself: whoever asks reads in the log that it is there.
    assert await committer.append(append) == Conflict(2, append.new_digest)
    table.accept(append)
    assert isinstance(await table.play(committer, b"again"), Committed)
    await committer.aclose()
    await store.aclose()


async def test_a_failover_loses_nothing_that_was_acknowledged(servers: Watched) -> None:
    async with playing(servers.url, Tables, ReplicaWait(1, 200)) as service:
        tables = service.tables
        await tables.begin(GAMES)
        await until(lambda: tables.acknowledged > 3 * GAMES, WITHIN)
        await servers.part()
        await until(lambda: unconfirmed(service) >= GAMES, WITHIN)
        acknowledged = tables.acknowledged
        await until(lambda: len(tables.refused) > GAMES, WITHIN)
        assert tables.acknowledged == acknowledged
        assert {verdict.refusal.reason for verdict in tables.refused} == {"STORE_UNAVAILABLE"}
        assert all(verdict.refusal.retry_ms for verdict in tables.refused)
        await servers.fail_over()
        # The former primary comes back as the replica that is waited for.
        await until(lambda: tables.finished, WITHIN)
        assert await tables.faults_found() == []


def unconfirmed(service: Service[Tables]) -> float:
    """Appends that were not acknowledged for want of a replica."""
    return sum(replica.counted("euchre_appends_unconfirmed_total") for replica in service.replicas)


def calls(servers: Watched, command: str) -> int:
    """How often the primary was asked for a command."""
    counted = servers.primary.client.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})
    return int(counted["calls"])
