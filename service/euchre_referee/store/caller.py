"""Who sends a script to the server and brings its answer. A call is sent once: whoever makes it must cope
with an answer that was lost."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from redis.asyncio import ConnectionPool, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection
from redis.connection import HiredisRespSerializer
from redis.exceptions import AskError, MovedError, NoScriptError, ResponseError, TryAgainError
from redis.exceptions import TimeoutError as Unanswered

from euchre_referee.store.away import AwayNodes
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.script import Script

_REDIRECTIONS: Final = 4
_MORE_THAN_THE_WAIT: Final = 3.0

# redis-py's asyncio connection packs in Python; an append has hundreds of keys, and this is several times as quick.
_PACK: Final[Callable[..., list[bytes]]] = HiredisRespSerializer().pack


class Answered(NamedTuple):
    """A script has run."""

    answer: Any
    confirmed: bool
    """As many replicas have what it wrote, and all before it, as are waited for."""


class ScriptCaller(Protocol):
    """A way to the server. Calls of one caller are made one after the other."""

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Answered:
        """The script's answer. Raises redis.exceptions.RedisError or OSError; then the script may or may not
        have run, except where the error is one of NOT_RUN (committer.py)."""
        ...

    async def close(self) -> None:
        """Give up the connection; the next call makes another."""
        ...


class DirectCaller:
    """One connection to the server, or to the primary that the sentinels name."""

    def __init__(self, pool: ConnectionPool, wait: ReplicaWait) -> None:
        # redis-py gives these methods no types.
        self._make_connection: Callable[[], AbstractConnection] = pool.make_connection
        self._connection: AbstractConnection | None = None
        self._wait = wait
        self._turn = asyncio.Lock()

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Answered:
        async with self._turn:
            try:
                return await _called(await self._connected(), self._wait, script, keys, args)
            except ResponseError:
                # The answer was read to its end: the connection is in step.
                raise
            except BaseException:
                # Also when cancelled: a connection that is one answer behind must not be used again.
                await self.close()
                raise

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)

    async def _connected(self) -> AbstractConnection:
        if self._connection is None:
            self._connection = self._make_connection()
            # Not left to the first command, which would not ask the sentinels for the primary.
            connect: Callable[[], Awaitable[None]] = self._connection.connect
            await connect()
        return self._connection


class ClusterCaller:
    """The cluster's client: it finds the node of the keys' slot and follows MOVED and ASK, which mean that
    the script did not run."""

    def __init__(self, cluster: RedisCluster, away: AwayNodes) -> None:
        self._cluster = cluster
        self._away = away

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Answered:
        cluster, ask = self._cluster, self._away.ask
        try:
            answer = await ask(cluster, keys[0], "EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            answer = await ask(cluster, keys[0], "EVAL", script.text, len(keys), *keys, *args)
        return Answered(answer, confirmed=True)

    async def close(self) -> None:
        """The client is shared; the store closes it."""


class WaitingClusterCaller:
    """Calls in a cluster that wait for replicas. The wait counts only on the connection of the write, so the way to it
    is found here and not by the cluster's client."""

    def __init__(self, cluster: RedisCluster, away: AwayNodes, wait: ReplicaWait) -> None:
        self._cluster = cluster
        self._away = away
        self._wait = wait

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Answered:
        cluster, asking = self._cluster, False
        # It learns the layout, also anew when a node was lost.
        await self._away.ask(cluster, keys[0], "EXISTS", keys[0])
        node = self._node(keys)
        for _ in range(_REDIRECTIONS):
            try:
                return await self._call_at(node, asking, script, keys, args)
            except AskError as error:
                node, asking = cluster.get_node(host=error.host, port=error.port), True
            except MovedError as error:
                await cluster.nodes_manager.move_slot(error)
                node, asking = self._node(keys), False
        raise TryAgainError("the slot is on its way from node to node")

    async def close(self) -> None:
        """The client is shared; the store closes it."""

    def _node(self, keys: Sequence[bytes]) -> ClusterNode | None:
        return self._cluster.get_node_from_key(keys[0].decode())

    async def _call_at(
        self, node: ClusterNode | None, asking: bool, script: Script, keys: Sequence[bytes], args: Sequence[bytes]
    ) -> Answered:
        if node is None:
            raise TryAgainError("no node is known to have the slot")
        connection = node.acquire_connection()
        try:
            await node.disconnect_if_needed(connection)
            return await _called(connection, self._wait, script, keys, args, asking=asking)
        except ResponseError:
            raise
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        finally:
            node.release(connection)


async def _called(
    connection: AbstractConnection,
    wait: ReplicaWait,
    script: Script,
    keys: Sequence[bytes],
    args: Sequence[bytes],
    *,
    asking: bool = False,
) -> Answered:
    try:
        return await _sent(connection, wait, asking, "EVALSHA", script.sha, len(keys), *keys, *args)
    except NoScriptError:
        return await _sent(connection, wait, asking, "EVAL", script.text, len(keys), *keys, *args)


async def _sent(
    connection: AbstractConnection, wait: ReplicaWait, asking: bool, *command: str | int | bytes
) -> Answered:
    """A command's answer, and that of the wait behind it, in one round trip."""
    send: Callable[[list[bytes]], Awaitable[None]] = connection.send_packed_command
    packed = _PACK(*command)
    if asking:
        packed = [*_PACK("ASKING"), *packed]
    if not wait.replicas:
        await send(packed)
        return Answered(await connection.read_response(), confirmed=True)
    await send([*packed, *_PACK(*wait.command)])
    if asking:
        await connection.read_response()
    answer = await _answer(connection)
    waited = await _answer(connection, wait.within_ms / 1000 + _MORE_THAN_THE_WAIT)
    if isinstance(answer, ResponseError):
        raise answer
    return Answered(answer, wait.confirmed(waited))


async def _answer(connection: AbstractConnection, within: float | None = None) -> Any:
    """An answer, also where it is an error: what is behind it must be read all the same."""
    try:
        answer = await connection.read_response(timeout=within)
    except ResponseError as error:
        return error
    if answer is None:
        # So the client says that time was up when a time was given; none of these commands answers with nothing.
        raise Unanswered("the wait for replicas was not answered")
    return answer
