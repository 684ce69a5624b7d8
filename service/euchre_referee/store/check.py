"""Whether a store may be used: asked before the first append, and again and again (fitness.py)."""

from dataclasses import dataclass, replace
from typing import Any, Final

from redis.asyncio import RedisCluster
from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import NoPermissionError, RedisError, ResponseError

from euchre_referee.store.address import Topology
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import StoreError, StoreUnavailable, StoreUnfit
from euchre_referee.store.keys import FORMAT_KEY
from euchre_referee.store.server_options import Fsync

OLDEST: Final = (7, 0)
_WAITAOF_SINCE: Final = (7, 2)
_FORMAT: Final = 1
_SETTINGS: Final = ("append*", "no-appendfsync-on-rewrite", "maxmemory-policy", "cluster-require-full-coverage")

# redis-py makes broken connections of these, in three ways for the three forms of a store, and one of sentinels.
_NOT_LET_IN: Final = (
    *("invalid username-password", "Authentication required", "WRONGPASS", "NOAUTH"),
    "AuthenticationError",
)


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What a checked store said of itself."""

    server: str
    """Name and version, as in `valkey 9.1.2`."""
    durability: str
    """When it flushes: `always`, `everysec`, `no`, `off` without an append-only file, or `unknown`."""
    warnings: tuple[str, ...]
    """What could not be checked, and what is better done otherwise."""
    processes: frozenset[str] = frozenset()
    """The server's, of a cluster every primary's (`run_id`): others than before are another store, or a new start."""
    begun: bool = False
    """Nobody had used it yet, and it was begun now."""


async def check(store: Store, fsync: Fsync | None = Fsync.ALWAYS, *, begin: bool = True) -> StoreReport:
    """Check version, eviction, flushing (`fsync`; None accepts any), replicas and the layout of the keys.

    A store that nobody has used yet is begun, unless it is only looked at (`begin`). In a cluster
    every primary is checked. Raises StoreUnfit naming what to change, or StoreUnavailable.
    """
    try:
        facts = await _facts(store)
        reports = [_judge(store, info, configuration, fsync) for info, configuration in facts]
        begun = await _check_format(store, begin)
    except (RedisError, OSError) as error:
        raise _failure(store, error) from error
    return replace(
        reports[0],
        warnings=tuple({text: None for each in reports for text in each.warnings}),
        processes=frozenset(str(info.get("run_id", "")) for info, _ in facts),
        begun=begun,
    )


def _failure(store: Store, error: Exception) -> StoreError:
    """What it means that the store could not be asked."""
    where = f"the store at {store.address}"
    not_let_in = isinstance(error, NoPermissionError) or any(words in str(error) for words in _NOT_LET_IN)
    if isinstance(error, MasterNotFoundError):
        # The client's own words show all of its connections.
        if not_let_in:
            return StoreUnfit(
                f"a sentinel of {where} does not let us in: name its password with --store-sentinel-password-file, and "
                "with --store-sentinel-user whose it is"
            )
        return StoreUnavailable(f"{where} does not answer: no sentinel that answers knows a primary of this name")
    if not_let_in:
        return StoreUnfit(
            f"{where} does not let this user do what is needed: {str(error).rstrip('.')}. Name user and password in "
            "its URL, or the password with --store-password-file"
        )
    if isinstance(error, ResponseError):
        return StoreUnavailable(f"{where} refuses what it is asked: {error}")
    return StoreUnavailable(f"{where} does not answer: {error}")


async def _facts(store: Store) -> list[tuple[dict[str, Any], dict[str, str] | None]]:
    """For every primary its INFO and its configuration, None where the server does not tell that."""
    client = store.client
    if not isinstance(client, RedisCluster):
        return [(await client.info(), await _configuration(store))]
    return [
        (await client.info(target_nodes=node), await _configuration(store, node)) for node in await store.primaries()
    ]


async def _configuration(store: Store, node: Any = None) -> dict[str, str] | None:
    target = {} if node is None else {"target_nodes": node}
    try:
        found = await store.client.config_get(*_SETTINGS, **target)
    except ResponseError:
        return None
    return {_text(name): _text(value) for name, value in found.items() if name is not None and value is not None}


def _judge(
    store: Store, info: dict[str, Any], configuration: dict[str, str] | None, fsync: Fsync | None
) -> StoreReport:
    where = f"the store at {store.address}"
    told = str(info.get("redis_version", ""))
    version = tuple(int(part) for part in told.split(".")[:2] if part.isdecimal())
    valkey = info.get("valkey_version")
    server = f"valkey {valkey}" if valkey else f"redis {told or 'of an unknown version'}"
    if version < OLDEST:
        raise StoreUnfit(f"{where} is {server}; Redis or Valkey 7.0 or later is needed")
    policy = info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreUnfit(
            f"{where} evicts keys when its memory is full ({policy}), and would lose games: "
            "set maxmemory-policy to noeviction"
        )
    if not info.get("aof_enabled"):
        durability = "off"
    elif configuration is None:
        durability = "unknown"
    else:
        durability = configuration.get("appendfsync", "unknown")
    if fsync is not None and durability not in ("unknown", fsync.value):
        raise StoreUnfit(
            f"{where} does not keep what it acknowledges as asked: its append-only file is flushed "
            f"{durability!r}, asked is {fsync.value!r}. Set appendonly yes and appendfsync {fsync.value}, "
            "or ask for what it has"
        )
    if fsync is Fsync.ALWAYS and configuration and configuration.get("no-appendfsync-on-rewrite") == "yes":
        raise StoreUnfit(
            f"{where} flushes nothing while it rewrites its append-only file: set no-appendfsync-on-rewrite to no"
        )
    if store.wait.flushed and version < _WAITAOF_SINCE:
        raise StoreUnfit(f"{where} is {server}; replicas can be asked whether they have flushed from 7.2 on")
    warnings = []
    if durability == "unknown" and fsync is not None:
        warnings.append(f"{where} does not tell when it flushes; {fsync.value!r} was asked")
    warnings += _of_replicas(store, where, info, configuration or {})
    return StoreReport(server, durability, tuple(warnings))


def _of_replicas(store: Store, where: str, info: dict[str, Any], configuration: dict[str, str]) -> list[str]:
    """What is to be said of a store of several servers."""
    warnings = []
    connected, wanted = int(info.get("connected_slaves", 0)), store.wait.replicas
    if wanted > connected:
        warnings.append(
            f"{where} has {connected} replicas and {wanted} are waited for: nothing is acknowledged until then"
        )
    if not wanted and store.topology is Topology.SENTINEL:
        warnings.append(
            f"{where} can lose what it acknowledged last when its primary fails: no replica is waited for "
            "(--wait-replicas)"
        )
    if store.topology is Topology.CLUSTER and configuration.get("cluster-require-full-coverage") == "yes":
        warnings.append(
            f"{where} stops altogether when one of its nodes fails: set cluster-require-full-coverage to no"
        )
    return warnings


async def _check_format(store: Store, begin: bool) -> bool:
    """The first to use a store writes down its layout, without which games would not be found; whether it was now."""
    ours = f"{_FORMAT} buckets={store.buckets}"
    found = await store.command("GET", FORMAT_KEY)
    if found is None and not begin:
        return False
    begun = found is None
    if begun:
        # Not asked for otherwise: a store that is full may be begun with, and served once there is room.
        await store.command("SET", FORMAT_KEY, ours, "NX")
        found = await store.command("GET", FORMAT_KEY)
    theirs = _text(found)
    if theirs != ours:
        raise StoreUnfit(f"the store at {store.address} was begun as {theirs!r} and cannot be used as {ours!r}")
    return begun


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
