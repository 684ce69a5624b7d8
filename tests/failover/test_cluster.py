"""A cluster of three nodes under the whole service, while a node dies and while slots move."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.crc import key_slot

from euchre_referee.store import bucket_of
from euchre_referee.store.keys import head_key
from tests.failover.bots import WITHIN, playing
from tests.failover.tables import Tables
from tests.store.clusters import cluster_of, cluster_url, complete, owner_of
from tests.store.servers import Server
from tests.store.until import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES = 9


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nodes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[list[Server]]:
    """The nodes."""
    async with cluster_of(Path(tmp_path_factory.mktemp("cluster"))) as servers:
        yield servers


def games_of(tables: Tables, node: int) -> set[str]:
    """The games whose keys began at the node."""
    return {game for game in tables.all if owner_of(bucket_of(game)) == node}


async def begin(tables: Tables) -> None:
    """Games, some of them at the first node."""
    await tables.begin(GAMES, max_deals=1)
    while len(games_of(tables, 0)) < GAMES // 3:
        await tables.begin(1, max_deals=1)


async def test_a_node_that_dies_holds_up_its_own_games_only_and_loses_nothing(nodes: list[Server]) -> None:
    async with playing(cluster_url(nodes), Tables) as service:
        tables, over = service.tables, service.tables.over
        await begin(tables)
        # The first node, which the client asks first for all that is of no key.
        theirs = games_of(tables, 0)
        others = set(tables.all) - theirs
        await until(lambda: tables.acknowledged > 3 * GAMES, WITHIN)
        nodes[0].kill()
        open_then = theirs - over
        assert open_then
        await until(lambda: others <= over, WITHIN)
        assert not open_then & over
        assert all(replica.ready for replica in service.replicas)
        nodes[0].start()
        await until(lambda: tables.finished, WITHIN)
        await until(lambda: complete(nodes), WITHIN)
        assert await tables.faults_found() == []
        assert tables.acknowledged > 5 * GAMES


async def test_slots_that_move_during_play_hold_up_their_own_games_only(nodes: list[Server]) -> None:
    async with playing(cluster_url(nodes), Tables) as service:
        tables, over = service.tables, service.tables.over
        await begin(tables)
        await until(lambda: tables.acknowledged > 2 * GAMES, WITHIN)
        moving = next(game for game in tables.all if owner_of(bucket_of(game)) == 0 and game not in over)
        slot = key_slot(head_key(moving))
        source, target = nodes[0], nodes[1]
        await halfway(source, target, moving)
        others = {game for game in tables.all if bucket_of(game) != bucket_of(moving)}
        await until(lambda: others <= over, WITHIN)
        assert moving not in over
        carry(source, target, slot)
        settle(nodes, target, slot)
        await until(lambda: tables.finished, WITHIN)
        # Whoever begins later finds the slot at its new place.
        await tables.begin(3, max_deals=1)
        await until(lambda: tables.finished, WITHIN)
        assert await tables.faults_found() == []
    assert refusals(nodes, "MOVED") > 0


async def halfway(source: Server, target: Server, game: str) -> None:
    """Move a game's head, and wait until an append was told to try again and a look at the head where to ask."""
    before = [refusals([source, target], error) for error in ("TRYAGAIN", "ASK")]
    slot = key_slot(head_key(game))
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.ask("CLUSTER", "MYID"))
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.ask("CLUSTER", "MYID"))
    source.ask("MIGRATE", "127.0.0.1", target.port, head_key(game).decode(), 0, 5000)
    for error, number in zip(("TRYAGAIN", "ASK"), before, strict=True):
        await until(lambda: refusals([source, target], error) > number, WITHIN)  # noqa: B023


def carry(source: Server, target: Server, slot: int) -> None:
    """Move the rest of the keys."""
    while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, 100):
        source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)


def settle(nodes: list[Server], target: Server, slot: int) -> None:
    """The slot is the target's now."""
    name = target.ask("CLUSTER", "MYID")
    for node in (target, *(node for node in nodes if node is not target)):
        node.ask("CLUSTER", "SETSLOT", slot, "NODE", name)


def refusals(nodes: list[Server], error: str) -> int:
    """How often nodes have answered with the error."""
    stats = [node.client.info("errorstats").get(f"errorstat_{error}", {"count": 0}) for node in nodes]
    return sum(int(each["count"]) for each in stats)
