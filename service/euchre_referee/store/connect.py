"""The one place where connections to the store are made.

Readers and the append connections are configured apart: a read may be repeated, an append may not, for the
first attempt may have been carried out although its answer was lost.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, cast

from redis.asyncio import (
    ConnectionPool,
    Redis,
    RedisCluster,
    Sentinel,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import NoScriptError

from euchre_referee.store.address import StoreAddress, Topology, parse_address
from euchre_referee.store.caller import ClusterCaller, DirectCaller, ScriptCaller
from euchre_referee.store.game_id import BUCKETS
from euchre_referee.store.script import Script
from euchre_referee.store.sealing import Sealing
from euchre_referee.store.served import ServedClock

Client: TypeAlias = "Redis | RedisCluster"

# RESP2: the scripts answer in strings and lists, and a connection then needs no HELLO and gets no pushes.
PROTOCOL: Final = 2
ANSWER_WITHIN: Final = 5.0
"""Seconds after which a call without an answer counts as failed."""
_CONNECT_WITHIN: Final = 2.0
_READ_RETRIES: Final = 3
_MOST_READERS: Final = 64

# redis-py gives its constructor no types.
_SENTINEL: Final[Callable[..., Sentinel]] = Sentinel


class Store:
    """A store that is reached but not yet checked (check.py). Close it with `aclose`."""

    def __init__(self, address: StoreAddress, buckets: int = BUCKETS, sealing: Sealing | None = None) -> None:
        self.address = address
        self.buckets = buckets
        self.sealing = sealing or Sealing()
        self.served = ServedClock(buckets)
        self._pools: list[ConnectionPool] = []
        self._clusters: list[RedisCluster] = []
        self._sentinels: list[Redis] = []
        # The pools of redis-py raise when they are used up, instead of waiting.
        self._readers = asyncio.Semaphore(_MOST_READERS)
        self.client: Client = self._client(_reading())

    @property
    def topology(self) -> Topology:
        """How the store's servers stand to each other."""
        return self.address.topology

    def calls(self) -> list[tuple[int, ...]]:
        """All buckets as they may stand together in one call: all, or in a cluster each alone."""
        buckets = tuple(range(self.buckets))
        return [(bucket,) for bucket in buckets] if self.topology is Topology.CLUSTER else [buckets]

    def caller(self) -> ScriptCaller:
        """A connection of its own for appends; it never repeats a call."""
        if self.topology is Topology.CLUSTER:
            cluster = self._client(_never())
            return ClusterCaller(cast(RedisCluster, cluster))
        return DirectCaller(self._pool(_never()))

    @asynccontextmanager
    async def subscriber(self) -> AsyncIterator[PubSub]:
        """A subscriber with a connection of its own. In a cluster any node hears every message."""
        client, own = self.client, None
        if isinstance(client, RedisCluster):
            await client.initialize()
            node = client.get_random_node()
            own = ConnectionPool(host=node.host, port=int(node.port), **self._options(_reading()))
            client = Redis(connection_pool=own)
        pubsub = client.pubsub()
        try:
            yield pubsub
        finally:
            # redis-py gives this method no types.
            close: Callable[[], Awaitable[None]] = pubsub.aclose
            await close()
            if own is not None:
                await own.aclose()

    async def command(self, *command: bytes | str | int) -> Any:
        """The answer to a command that may be repeated when its answer is lost."""
        async with self._readers:
            return await cast(Awaitable[Any], self.client.execute_command(*command))

    async def commands(self, commands: Sequence[Sequence[bytes | str | int]]) -> list[Any]:
        """The answers to many such commands, in one round trip to each server; an error is an answer too."""
        pipeline = self.client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        async with self._readers:
            return await pipeline.execute(raise_on_error=False)

    async def many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The values of many keys; in a cluster not of one moment."""
        if not keys:
            return []
        async with self._readers:
            if isinstance(self.client, RedisCluster):
                return cast("list[bytes | None]", await self.client.mget_nonatomic(keys))
            return cast("list[bytes | None]", await self.client.mget(keys))

    async def read_script(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes | int]) -> Any:
        """Run a script that only reads, all its keys in one slot of a cluster."""
        return await self._script("EVALSHA_RO", "EVAL_RO", script, keys, args)

    async def run_script(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes | int]) -> Any:
        """Run a script that writes but may be run again when its answer is lost."""
        return await self._script("EVALSHA", "EVAL", script, keys, args)

    async def aclose(self) -> None:
        """Close every connection that this store made."""
        for cluster in self._clusters:
            await cluster.aclose()
            # It leaves its connections open when it was about to ask for the layout anew.
            for nodes in ("nodes_cache", "startup_nodes"):
                await cluster.nodes_manager.aclose(nodes)
        for pool in self._pools:
            await pool.aclose()
        for sentinel in self._sentinels:
            await sentinel.aclose()

    async def _script(
        self, known: str, new: str, script: Script, keys: Sequence[bytes], args: Sequence[bytes | int]
    ) -> Any:
        try:
            return await self.command(known, script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return await self.command(new, script.text, len(keys), *keys, *args)

    def _client(self, retry: Retry) -> Client:
        if self.topology is Topology.CLUSTER:
            options = self._options(retry)
            if options.pop("connection_class", None) is not None:
                options["ssl"] = True
            nodes = [ClusterNode(host, port) for host, port in self.address.hosts]
            # After a slot has moved the client would close all its connections to ask for the layout anew, under
            # the hands of the other calls; patching the one slot is enough.
            cluster = RedisCluster(startup_nodes=nodes, reinitialize_steps=0, **options)
            self._clusters.append(cluster)
            return cluster
        return Redis(connection_pool=self._pool(retry))

    def _pool(self, retry: Retry) -> ConnectionPool:
        options = self._options(retry)
        address = self.address
        if address.path is not None:
            del options["socket_connect_timeout"]
            return self._track(
                ConnectionPool(connection_class=UnixDomainSocketConnection, path=address.path, **options)
            )
        if address.topology is Topology.SENTINEL:
            tls = options.pop("connection_class", None) is not None
            sentinel: Sentinel = _SENTINEL(address.hosts, **options, ssl=tls)
            self._sentinels.extend(sentinel.sentinels)
            return self._track(sentinel.master_for(str(address.service)).connection_pool)
        host, port = address.hosts[0]
        return self._track(ConnectionPool(host=host, port=port, **options))

    def _track(self, pool: ConnectionPool) -> ConnectionPool:
        self._pools.append(pool)
        return pool

    def _options(self, retry: Retry) -> dict[str, Any]:
        options: dict[str, Any] = {
            "protocol": PROTOCOL,
            "retry": retry,
            "socket_timeout": ANSWER_WITHIN,
            "socket_connect_timeout": _CONNECT_WITHIN,
            "username": self.address.username,
            "password": self.address.password,
        }
        if self.topology is not Topology.CLUSTER:
            options["db"] = self.address.database
        if self.address.tls:
            options["connection_class"] = SSLConnection
        return options


def connect(url: str, buckets: int = BUCKETS, sealing: Sealing | None = None) -> Store:
    """The store at `url` (address.py), its games sealed where there are keys for it.

    No connection is made yet. Raises ValueError for a wrong URL.
    """
    return Store(parse_address(url), buckets, sealing)


def _never() -> Retry:
    return Retry(NoBackoff(), 0)


def _reading() -> Retry:
    return Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.02), _READ_RETRIES)
