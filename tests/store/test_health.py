"""How much room a store has, and what its calls are counted as."""

from typing import Any

from euchre_referee.store.calls import StoreCall
from euchre_referee.store.connect import connect
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.health import StoreHealth, look_at, worst

SOUND: dict[str, Any] = {"used_memory": 10, "maxmemory": 0, "aof_current_size": 5, "aof_base_size": 4}


async def test_a_real_store_tells_what_it_uses(server: Embedded) -> None:
    store = connect(server.url)
    try:
        health = await look_at(store)
    finally:
        await store.aclose()
    assert health.memory_used > 0
    assert (health.memory_max, health.aof_ok, health.replicas) == (0, True, 0)
    assert health.aof >= 0


def test_of_several_primaries_the_worst_counts() -> None:
    full = SOUND | {"used_memory": 5, "maxmemory": 6, "aof_current_size": 1}
    failing = SOUND | {"aof_last_bgrewrite_status": "err", "connected_slaves": 2}
    rewriting = SOUND | {"aof_rewrite_in_progress": 1, "connected_slaves": 1, "aof_current_size": 9}
    assert worst([SOUND | {"connected_slaves": 1}, full | {"connected_slaves": 3}, failing, rewriting]) == StoreHealth(
        memory_used=5, memory_max=6, aof=9, aof_base=4, aof_rewriting=True, aof_ok=False, replicas=1
    )
    assert worst([SOUND | {"aof_last_write_status": "err"}]).aof_ok is False
    # A service that tells next to nothing of itself.
    assert worst([{}]) == StoreHealth(0, 0, 0, 0, aof_rewriting=False, aof_ok=True, replicas=0)


async def test_every_round_trip_is_observed_by_its_kind_and_every_connection_counted(server: Embedded) -> None:
    store = connect(server.url)
    seen: list[tuple[StoreCall, bool]] = []
    store.observe = lambda call, seconds: seen.append((call, seconds is not None))
    try:
        await store.command("PING")
        await store.commands([("PING",), ("PING",)])
        await store.many([b"nothing"])
        assert store.connections == 1
        await store.client.connection_pool.disconnect()  # type: ignore[union-attr]  # a single server's
        await store.command("PING")
        assert store.connections == 2
    finally:
        await store.aclose()
    kinds = [StoreCall.COMMAND, StoreCall.PIPELINE, StoreCall.COMMAND, StoreCall.COMMAND]
    assert seen == [(kind, True) for kind in kinds]
