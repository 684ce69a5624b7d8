"""How much room the store has, and whether it can write: what its server tells of itself."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from redis.asyncio import RedisCluster

from euchre_referee.store.connect import Store

_SECTIONS = ("memory", "persistence", "replication")


class StoreHealth(NamedTuple):
    """Of one server, or the worst of what several primaries tell."""

    memory_used: int
    """Bytes, of the primary that has the least left."""
    memory_max: int
    """Bytes that this one may use; 0: as much as the machine has."""
    aof: int
    """Bytes of the append-only file, the largest one."""
    aof_base: int
    """Bytes that this one had when it was rewritten last."""
    aof_rewriting: bool
    aof_ok: bool
    """The last writes and rewrites of these files have all gone well."""
    replicas: int
    """Connected, the fewest."""


async def look_at(store: Store) -> StoreHealth:
    """Asks every primary. Raises redis.exceptions.RedisError, OSError."""
    client = store.client
    if not isinstance(client, RedisCluster):
        return worst([await client.info(*_SECTIONS)])
    return worst([await client.info(*_SECTIONS, target_nodes=node) for node in await store.primaries()])


def worst(told: list[Mapping[str, Any]]) -> StoreHealth:
    """Of what several servers tell, each in INFO."""
    tightest = max(told, key=_used)
    largest = max(told, key=lambda info: int(info.get("aof_current_size", 0)))
    return StoreHealth(
        int(tightest.get("used_memory", 0)),
        int(tightest.get("maxmemory", 0)),
        int(largest.get("aof_current_size", 0)),
        int(largest.get("aof_base_size", 0)),
        any(int(info.get("aof_rewrite_in_progress", 0)) for info in told),
        all(_ok(info, "aof_last_write_status") and _ok(info, "aof_last_bgrewrite_status") for info in told),
        min(int(info.get("connected_slaves", 0)) for info in told),
    )


def _used(info: Mapping[str, Any]) -> tuple[float, int]:
    """How near a server is to its limit; of those without one, how much it uses."""
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    return (used / most if most else 0.0), used


def _ok(info: Mapping[str, Any], name: str) -> bool:
    return bool(info.get(name, "ok") == "ok")
