"""The one place where connections to the store are made.

Nothing is repeated by the client library: a read may be, and is here; an append may not, for the first attempt may
have been carried out although its answer was lost.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar, cast

from redis.asyncio import (
    Connection,
    ConnectionPool,
    Redis,
    RedisCluster,
    Sentinel,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import NoScriptError, RedisClusterException, RedisError
from redis.exceptions import TimeoutError as Unanswered

from euchre_referee.store.address import StoreAddress, Topology, parse_address
from euchre_referee.store.away import AwayNodes, KnownCommands, NodeAway
from euchre_referee.store.caller import ClusterCaller, DirectCaller, ScriptCaller, WaitingClusterCaller
from euchre_referee.store.calls import ObserveCall, StoreCall, timed, unobserved
from euchre_referee.store.credentials import (
    NO_CREDENTIALS,
    Credentials,
    EncryptedConnection,
    EncryptedToPrimary,
    Login,
)
from euchre_referee.store.game_id import BUCKETS
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.script import Script
from euchre_referee.store.sealing import Sealing
from euchre_referee.store.served import ServedClock

Client: TypeAlias = "Redis | RedisCluster"

# RESP2: the scripts answer in strings and lists, and a connection then needs no HELLO and gets no pushes.
PROTOCOL: Final = 2
ANSWER_WITHIN: Final = 3.0
"""Seconds after which a command without an answer counts as failed, and its connection as broken."""
READ_WITHIN: Final = 4.0
"""Seconds after which a call that may be repeated has failed, all attempts and the wait for a connection included."""
_CONNECT_WITHIN: Final = 2.0
_ATTEMPTS: Final = 4
_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.5
_MOST_READERS: Final = 64

_Answer = TypeVar("_Answer")

# redis-py gives its constructor no types.
_SENTINEL: Final[Callable[..., Sentinel]] = Sentinel


class Store:
    """A store that is reached but not yet checked (check.py). Close it with `aclose`."""

    def __init__(
        self,
        address: StoreAddress,
        buckets: int = BUCKETS,
        sealing: Sealing | None = None,
        wait: ReplicaWait | None = None,
        credentials: Credentials = NO_CREDENTIALS,
    ) -> None:
        self.address = address
        self._credentials = credentials
        self.wait = wait or address.wait
        self.buckets = buckets
        self.sealing = sealing or Sealing()
        self.served = ServedClock(buckets)
        self.observe: ObserveCall = unobserved
        """Hears of every call, whoever makes it."""
        self.connections = 0
        """How many were made until now, those that are closed included."""
        self._pools: list[ConnectionPool] = []
        self._clusters: list[RedisCluster] = []
        # The pools of redis-py raise when they are used up, instead of waiting.
        self._readers = asyncio.Semaphore(_MOST_READERS)
        self._away = AwayNodes()
        self.client: Client = self._client()

    @property
    def topology(self) -> Topology:
        """How the store's servers stand to each other."""
        return self.address.topology

    def calls(self) -> list[tuple[int, ...]]:
        """All buckets as they may stand together in one call: all, or in a cluster each alone."""
        buckets = tuple(range(self.buckets))
        return [(bucket,) for bucket in buckets] if self.topology is Topology.CLUSTER else [buckets]

    async def primaries(self) -> list[ClusterNode]:
        """The nodes of a cluster that take what is written; none of a store that is no cluster.

        Raises redis.exceptions.TimeoutError where no node answers.
        """
        client = self.client
        if not isinstance(client, RedisCluster):
            return []
        try:
            return client.get_primaries() or (await client.initialize()).get_primaries()
        except RedisClusterException as error:
            raise Unanswered(str(error)) from error

    def caller(self) -> ScriptCaller:
        """A connection of its own for appends; it never repeats a call."""
        if self.topology is Topology.CLUSTER:
            cluster = cast(RedisCluster, self._client())
            if self.wait.replicas:
                return WaitingClusterCaller(cluster, self._away, self.wait)
            return ClusterCaller(cluster, self._away)
        return DirectCaller(self._pool(), self.wait)

    @asynccontextmanager
    async def subscriber(self) -> AsyncIterator[PubSub]:
        """A subscriber with a connection of its own. In a cluster any node hears every message."""
        client, own = self.client, None
        if isinstance(client, RedisCluster):
            await self._away.learn(client)
            node = self._away.present(client)
            own = ConnectionPool(host=node.host, port=int(node.port), **self._options())
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
        return await self._commanded(StoreCall.COMMAND, command)

    async def commands(self, commands: Sequence[Sequence[bytes | str | int]]) -> list[Any]:
        """The answers to many such commands, in one round trip to each server; an error is an answer too, also that a
        node of a cluster is away. Raises when no server answers."""

        async def pipelined() -> list[Any]:
            if isinstance(self.client, RedisCluster):
                await self._away.learn(self.client)
            pipeline = self.client.pipeline(transaction=False)
            for command in commands:
                if isinstance(self.client, RedisCluster):
                    self._away.admit(self.client, command[1])
                pipeline.execute_command(*command)
            return await pipeline.execute(raise_on_error=False)

        try:
            return await self._read(StoreCall.PIPELINE, pipelined)
        except (RedisError, OSError):
            if self.topology is not Topology.CLUSTER:
                raise
        # The client gives up all of them for one node.
        found = await asyncio.gather(*(self.command(*command) for command in commands), return_exceptions=True)
        errors = [each for each in found if isinstance(each, BaseException)]
        if len(errors) == len(found):
            raise errors[0]
        return found

    async def many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The values of many keys; in a cluster not of one moment."""
        if not keys:
            return []
        client = self.client
        mget = client.mget_nonatomic if isinstance(client, RedisCluster) else client.mget
        return await self._read(StoreCall.COMMAND, lambda: cast("Awaitable[list[bytes | None]]", mget(keys)))

    async def found(self, keys: Sequence[bytes]) -> list[bytes | RedisError | None]:
        """As `many`, but where a node of a cluster is away its error stands in the place of its values.

        Raises when no node answers.
        """
        if self.topology is not Topology.CLUSTER or not keys:
            return list(await self.many(keys))
        return await self.commands([("GET", key) for key in keys])

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

    async def _commanded(self, call: StoreCall, command: Sequence[bytes | str | int]) -> Any:
        return await self._read(call, lambda: self._executed(command))

    async def _read(self, call: StoreCall, attempt: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """The answer to what may be repeated: at once when a connection is broken, not when the server is silent.

        A server that is frozen accepts connections and never answers; redis-py by itself would try again and again.
        """
        end = monotonic() + READ_WITHIN
        backoff = ExponentialWithJitterBackoff(cap=_LONGEST_PAUSE, base=_FIRST_PAUSE)
        try:
            async with asyncio.timeout(READ_WITHIN), self._readers:
                for failures in range(1, _ATTEMPTS):
                    try:
                        with timed(self.observe, call):
                            return await attempt()
                    except NodeAway:
                        raise
                    except RedisClusterException as error:
                        raise Unanswered(f"the cluster's layout is not known: {error}") from error
                    except BrokenConnection:
                        if monotonic() >= end:
                            raise
                        await asyncio.sleep(backoff.compute(failures))
                with timed(self.observe, call):
                    return await attempt()
        except TimeoutError as error:
            raise Unanswered(f"the store did not answer within {READ_WITHIN:g} s") from error

    async def _executed(self, command: Sequence[bytes | str | int]) -> Any:
        client = self.client
        if not isinstance(client, RedisCluster):
            return await cast(Any, client).execute_command(*command)
        if command[0] == "PUBLISH":
            return await self._away.publish(client, *command)
        return await self._away.ask(client, _key(command), *command)

    async def _script(
        self, known: str, new: str, script: Script, keys: Sequence[bytes], args: Sequence[bytes | int]
    ) -> Any:
        try:
            return await self._commanded(StoreCall.SCRIPT, (known, script.sha, len(keys), *keys, *args))
        except NoScriptError:
            return await self._commanded(StoreCall.SCRIPT, (new, script.text, len(keys), *keys, *args))

    def _client(self) -> Client:
        if self.topology is Topology.CLUSTER:
            nodes = [ClusterNode(host, port) for host, port in self.address.hosts]
            # After a slot has moved the client would close all its connections to ask for the layout anew, under
            # the hands of the other calls; patching the one slot is enough.
            cluster = RedisCluster(startup_nodes=nodes, reinitialize_steps=0, **self._timeouts(), **self._login())
            cluster.commands_parser = KnownCommands()
            # The constructor takes no such options; the nodes that it was given have theirs already.
            more = {"redis_connect_func": self._connected, **self._encryption()}
            cluster.connection_kwargs.update(more)
            made_as = more.pop("connection_class", Connection)
            for node in cluster.startup_nodes:
                node.connection_class = made_as
                node.connection_kwargs.update(more)
            self._clusters.append(cluster)
            return cluster
        return Redis(connection_pool=self._pool())

    def _pool(self) -> ConnectionPool:
        options = self._options()
        address = self.address
        if address.path is not None:
            del options["socket_connect_timeout"]
            return self._track(
                ConnectionPool(connection_class=UnixDomainSocketConnection, path=address.path, **options)
            )
        if address.topology is Topology.SENTINEL:
            encryption = self._encryption(SentinelManagedSSLConnection, EncryptedToPrimary)
            options |= encryption or {"connection_class": SentinelManagedConnection}
            found: Sentinel = _SENTINEL([], **options)
            found.sentinels = [Redis(connection_pool=self._sentinel(*host)) for host in address.hosts]
            return self._track(found.master_for(str(address.service)).connection_pool)
        host, port = address.hosts[0]
        return self._track(ConnectionPool(host=host, port=port, **options))

    def _sentinel(self, host: str, port: int) -> ConnectionPool:
        """A way to a sentinel, which has users of its own, but is encrypted as the servers are."""
        asked, options = self._credentials, self._timeouts() | self._encryption()
        if asked.sentinel_password is not None:
            options["credential_provider"] = Login(asked.sentinel_user, asked.sentinel_password)
        return self._track(ConnectionPool(host=host, port=port, **options))

    async def _connected(self, connection: AbstractConnection) -> None:
        """Called by the client in the place of what it does itself with a new connection."""
        self.connections += 1
        await connection.on_connect()

    def _track(self, pool: ConnectionPool) -> ConnectionPool:
        self._pools.append(pool)
        return pool

    def _options(self) -> dict[str, Any]:
        """All that a connection to a server is made with."""
        options = self._timeouts() | self._login() | self._encryption()
        if self.topology is not Topology.CLUSTER:
            options["db"] = self.address.database
        return options | {"redis_connect_func": self._connected}

    def _timeouts(self) -> dict[str, Any]:
        return {
            "protocol": PROTOCOL,
            # Nothing is repeated behind our back: an append must not be, and what may be is repeated here (_read).
            "retry": Retry(NoBackoff(), 0),
            "socket_timeout": ANSWER_WITHIN,
            "socket_connect_timeout": _CONNECT_WITHIN,
        }

    def _login(self) -> dict[str, Any]:
        user, asked = self.address.username, self._credentials.password
        if asked is not None:
            return {"credential_provider": Login(user, asked)}
        return {"username": user, "password": self.address.password}

    def _encryption(
        self, usual: type[SSLConnection] = SSLConnection, told: type[EncryptedConnection] = EncryptedConnection
    ) -> dict[str, Any]:
        """The class of connections, where they are encrypted: as the machine usually does, or as we are told."""
        if not self.address.tls:
            return {}
        context = self._credentials.tls
        return {"connection_class": usual} if context is None else {"connection_class": told, "context": context}


def connect(
    url: str,
    buckets: int = BUCKETS,
    sealing: Sealing | None = None,
    wait: ReplicaWait | None = None,
    credentials: Credentials = NO_CREDENTIALS,
) -> Store:
    """The store at `url` (address.py), its games sealed where there are keys for it.

    `wait` takes the place of what the URL says of replicas to wait for, `credentials` of what it says of a password.
    No connection is made yet. Raises ValueError for a wrong URL.
    """
    return Store(parse_address(url), buckets, sealing, wait, credentials)


def _key(command: Sequence[bytes | str | int]) -> bytes | str | int:
    """The first key of a command; the scripts' stand behind their number."""
    return command[3] if str(command[0]).startswith("EVAL") else command[1]
