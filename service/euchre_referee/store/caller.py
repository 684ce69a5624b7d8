"""Who sends a script to the server and brings its answer. A call is sent once: whoever makes it must cope
with an answer that was lost."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from redis.asyncio import ConnectionPool, RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.connection import HiredisRespSerializer
from redis.exceptions import NoScriptError, ResponseError

from euchre_referee.store.script import Script


class ScriptCaller(Protocol):
    """A way to the server. Calls of one caller are made one after the other."""

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Any:
        """The script's answer. Raises redis.exceptions.RedisError or OSError; then the script may or may not
        have run, except where the error is one of NOT_RUN (committer.py)."""
        ...

    async def close(self) -> None:
        """Give up the connection; the next call makes another."""
        ...


class DirectCaller:
    """One connection to the server, or to the primary that the sentinels name."""

    def __init__(self, pool: ConnectionPool) -> None:
        # redis-py gives these methods no types.
        self._make_connection: Callable[[], AbstractConnection] = pool.make_connection
        self._connection: AbstractConnection | None = None
        self._turn = asyncio.Lock()

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Any:
        async with self._turn:
            try:
                return await self._call(await self._connected(), script, keys, args)
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

    async def _call(
        self, connection: AbstractConnection, script: Script, keys: Sequence[bytes], args: Sequence[bytes]
    ) -> Any:
        try:
            return await _sent(connection, "EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return await _sent(connection, "EVAL", script.text, len(keys), *keys, *args)


async def _sent(connection: AbstractConnection, *command: str | int | bytes) -> Any:
    # The asyncio connection packs in Python; an append has hundreds of keys, and this is several times as quick.
    pack: Callable[..., list[bytes]] = HiredisRespSerializer().pack
    send: Callable[[list[bytes]], Awaitable[None]] = connection.send_packed_command
    await send(pack(*command))
    return await connection.read_response()


class ClusterCaller:
    """The cluster's client: it finds the node of the keys' slot and follows MOVED and ASK, which mean that
    the script did not run."""

    def __init__(self, cluster: RedisCluster) -> None:
        self._cluster = cluster

    async def call(self, script: Script, keys: Sequence[bytes], args: Sequence[bytes]) -> Any:
        try:
            return await self._cluster.execute_command("EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return await self._cluster.execute_command("EVAL", script.text, len(keys), *keys, *args)

    async def close(self) -> None:
        """The client is shared; the store closes it."""
