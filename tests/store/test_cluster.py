"""A store spread over a cluster of three nodes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.crc import key_slot

from euchre_referee.store import (
    Catalogue,
    Cause,
    Committed,
    Committer,
    Failed,
    GameLog,
    Overdue,
    Presence,
    ReplicaWait,
    Resync,
    Stage,
    Store,
    Sweeper,
    Switchboard,
    TurnGiven,
    TurnNotice,
    check,
    connect,
)
from euchre_referee.store.keys import bucket_keys, head_key, log_key
from tests.store.clusters import NODES, cluster_of, cluster_url, owner_of, replica_of
from tests.store.servers import Server
from tests.store.table import Table
from tests.store.test_switchboard import Heard
from tests.store.until import until


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[list[Server]]:
    """Connections to the nodes of a cluster that holds every slot."""
    async with cluster_of(tmp_path) as servers:
        yield servers


@pytest.fixture
async def cluster(nodes: list[Server]) -> AsyncIterator[Store]:
    """A store on the cluster."""
    store = connect(cluster_url(nodes))
    yield store
    await store.aclose()


async def test_a_store_on_a_cluster_does_all_that_one_server_does(cluster: Store, nodes: list[Server]) -> None:
    assert (await check(cluster)).durability == "always"
    committer = Committer(cluster)
    committer.start()
    tables = [Table.in_bucket(bucket) for bucket in range(64)]
    await asyncio.gather(
        *(table.play(committer, b"create", stage=Stage.WAITING, seats_added=(("n", 0),)) for table in tables)
    )
    await asyncio.gather(
        *(table.play(committer, b"deal", turn="n", limit_ms=1, deal_version=2, stage=Stage.RUNNING) for table in tables)
    )
    assert all(node.client.dbsize() > 0 for node in nodes)
    log, catalogue = GameLog(cluster), Catalogue(cluster)
    assert [head.version for head in (await log.heads([table.game for table in tables])).values()] == [2] * 64
    source = await log.fold_source(tables[5].game)
    assert source is not None
    assert (source.opening, source.deal) == ((b"create",), (b"deal",))
    assert tuple(await catalogue.counts()) == (0, 64, 0)
    assert len((await catalogue.list_games(Stage.RUNNING, None, 100)).games) == 64
    assert len(await catalogue.games_of("n")) == 64
    assert set(await Resync(cluster).changes()) == {TurnGiven("n", table.game) for table in tables}
    sweeper = Sweeper(cluster)
    due = {Overdue(table.game, Cause.DEADLINE) for table in tables}

    async def all_due() -> bool:
        return set(await sweeper.sweep()) == due

    await until(all_due)
    await asyncio.gather(
        *(table.play(committer, b"end", stage=Stage.FINISHED, previous_turn="n", expire_ms=1) for table in tables)
    )

    async def all_gone() -> bool:
        await sweeper.sweep()
        await sweeper.purge()
        return tuple(await catalogue.counts()) == (0, 0, 0)

    await until(all_gone)
    await committer.aclose()


async def test_what_is_read_beside_a_failure_is_not_lost(cluster: Store) -> None:
    committer = Committer(cluster)
    committer.start()
    tables = [Table.in_bucket(bucket) for bucket in range(64)]
    await asyncio.gather(*(table.play(committer, b"create", turn="n", limit_ms=1) for table in tables))
    resync, sweeper = Resync(cluster), Sweeper(cluster)
    broken = bucket_keys(9).turns
    await cluster.command("RENAME", broken, broken + b"kept")
    await cluster.command("SET", broken, "text")
    assert set(await resync.changes()) == {TurnGiven("n", table.game) for table in tables if table is not tables[9]}
    await cluster.command("RENAME", broken + b"kept", broken)
    assert await resync.changes() == [TurnGiven("n", tables[9].game)]
    assert await resync.changes() == []
    # A clock that is none fails in its own bucket only.
    await cluster.command("SET", bucket_keys(9).clock, "text")
    others = {Overdue(table.game, Cause.DEADLINE) for table in tables if table is not tables[9]}

    async def others_due() -> bool:
        return set(await sweeper.sweep()) == others

    await until(others_due)
    await committer.aclose()


async def test_replicas_find_each_other_through_a_cluster(cluster: Store) -> None:
    heard = {"one": Heard(), "two": Heard()}
    one, two = (Switchboard(cluster, name, heard[name]) for name in heard)
    for board in (one, two):
        board.start()
    await until(lambda: all(each.resyncs for each in heard.values()))
    sessions = [f"bot{number}" for number in range(40)]
    mine = [await one.claim(session) for session in sessions]
    assert await Presence(cluster, "looker").locate(sessions) == ["one"] * 40
    theirs = await two.claim("bot7")
    await until(lambda: heard["one"].superseded == [("bot7", theirs.epoch)])
    assert await Presence(cluster, "one").keep(mine) == [mine[7]]
    one.notify([TurnNotice("bot7", "5-aaaaaaaaaaaaaaaa", 3)])
    await until(lambda: heard["two"].turns)
    for board in (one, two):
        await board.aclose()


async def test_a_slot_that_moves_holds_up_its_own_games_only(cluster: Store, nodes: list[Server]) -> None:
    committer = Committer(cluster)
    committer.start()
    slot = key_slot(bucket_keys(0).clock)
    owner = owner_of(0)
    source, target = nodes[owner], nodes[(owner + 1) % NODES]
    names = [node.ask("CLUSTER", "MYID") for node in (source, target)]
    moving, staying = Table.in_bucket(0), Table.in_bucket(1)
    for table in (moving, staying):
        await table.play(committer, b"create", turn="n", limit_ms=60_000)
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", names[0])
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", names[1])
    keys = source.ask("CLUSTER", "GETKEYSINSLOT", slot, 100)
    port = target.port
    source.ask("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", keys[0])
    append = moving.next(b"move", turn="n")
    waits = committer.append(append)
    for number in range(20):
        await staying.play(committer, b"%d" % number)
    assert not waits.done()
    source.ask("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *keys[1:])
    for node in (target, source):
        node.ask("CLUSTER", "SETSLOT", slot, "NODE", names[1])
    assert isinstance(await waits, Committed)
    moving.accept(append)
    await moving.play(committer, b"again", turn="n")
    assert await GameLog(cluster).whole(moving.game) == (b"create", b"move", b"again")
    await committer.aclose()


async def test_games_are_read_together_while_their_slot_moves(cluster: Store, nodes: list[Server]) -> None:
    committer = Committer(cluster)
    committer.start()
    tables = [Table.in_bucket(0) for _ in range(4)]
    for table in tables:
        await table.play(committer, b"create")
    slot, owner = key_slot(bucket_keys(0).clock), owner_of(0)
    source, target = nodes[owner], nodes[(owner + 1) % NODES]
    names = [node.ask("CLUSTER", "MYID") for node in (source, target)]
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", names[0])
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", names[1])
    moved = (head_key(tables[0].game).decode(), log_key(tables[0].game).decode())
    source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *moved)
    log = GameLog(cluster)
    sources = await asyncio.gather(*(log.fold_source(table.game) for table in tables))
    assert [found.head.digest for found in sources if found is not None] == [table.digest for table in tables]
    await committer.aclose()


async def test_replicas_are_waited_for_at_the_node_that_wrote(nodes: list[Server], tmp_path: Path) -> None:
    """One of three nodes has a replica, and a slot of another comes to it."""
    with_replica, without = nodes[0], nodes[1]
    async with replica_of(tmp_path / "replica", with_replica):
        store = connect(cluster_url(nodes), wait=ReplicaWait(1, 200))
        (warning,) = (await check(store)).warnings
        assert "has 0 replicas and 1 are waited for" in warning
        committer = Committer(store)
        committer.start()
        await Table.in_bucket(bucket_at(0)).play(committer, b"create")
        # Every index of the bucket has something: with a key that is nowhere, a slot on its way answers TRYAGAIN.
        lone, *others = (Table.in_bucket(bucket_at(1)) for _ in range(3))
        appends = [
            lone.next(b"create", stage=Stage.RUNNING, turn="n", limit_ms=60_000),
            others[0].next(b"create", stage=Stage.WAITING, seats_added=(("n", 0),)),
            others[1].next(b"create", stage=Stage.FINISHED),
        ]
        for append in appends:
            outcome = await committer.append(append)
            assert isinstance(outcome, Failed)
            assert outcome.unavailable
        slot = key_slot(log_key(lone.game))
        with_replica.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", without.ask("CLUSTER", "MYID"))
        without.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", with_replica.ask("CLUSTER", "MYID"))
        keys = without.ask("CLUSTER", "GETKEYSINSLOT", slot, 100)
        without.ask("MIGRATE", "127.0.0.1", with_replica.port, "", 0, 5000, "KEYS", *keys)
        # Asked by way of the old node, which has nothing any more; then at the new one.
        lone.accept(appends[0])
        await lone.play(committer, b"one", turn="n", previous_turn="n")
        for node in (with_replica, without, nodes[2]):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", with_replica.ask("CLUSTER", "MYID"))
        await lone.play(committer, b"two", turn="n", previous_turn="n")
        assert await GameLog(store).whole(lone.game) == (b"create", b"one", b"two")
        await committer.aclose()
        await store.aclose()


def bucket_at(node: int) -> int:
    """A bucket whose keys begin at the node."""
    return next(bucket for bucket in range(64) if owner_of(bucket) == node)
