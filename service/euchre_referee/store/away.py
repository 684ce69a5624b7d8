"""Nodes of a cluster that are away, so that what is asked of them holds up nobody who asks another.

After every failed call the cluster's client learns the layout anew, and meanwhile lets no other call pass: the calls
of all buckets on a dead node would bring the others to a stand.
"""

import asyncio
from random import choice
from time import monotonic
from typing import Any, Final, cast

from redis._parsers import AsyncCommandsParser
from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import RedisClusterException, ResponseError, SlotNotCoveredError
from redis.exceptions import TimeoutError as Unanswered

ASKED_AGAIN: Final = 0.5
"""Seconds between two calls that find out whether a node is back."""

_SCRIPTS_THAT_READ: Final = ("EVALSHA_RO", "EVAL_RO")


class KnownCommands(AsyncCommandsParser):
    """Where commands have their keys. The client asks the first node that, for the table of commands whenever it learns
    the layout, and before every call of a script that reads: were that node away, no other could be asked anything."""

    async def initialize(self, node: ClusterNode | None = None) -> None:
        """Read the table, once."""
        if not self.commands:
            await super().initialize(node)

    async def get_keys(self, *args: Any) -> tuple[str, ...] | None:
        """The keys of a command; of a script's call they stand behind their number."""
        if args[0] in _SCRIPTS_THAT_READ:
            return args[3 : 3 + int(args[2])]
        return await super().get_keys(*args)


class NodeAway(BrokenConnection):
    """The node did not answer a moment ago, and was not asked again."""


class AwayNodes:
    """Which nodes did not answer their last call."""

    def __init__(self) -> None:
        self._asked_at: dict[str, float] = {}
        self._why: dict[str, str] = {}
        self._learned: set[int] = set()

    async def ask(self, cluster: RedisCluster, key: bytes | str | int, *command: bytes | str | int) -> Any:
        """The answer to a command of that key. Raises NodeAway where its node is away, and as the cluster's client."""
        return await self._ask(self.admit(cluster, key), cluster, *command)

    async def publish(self, cluster: RedisCluster, *command: bytes | str | int) -> Any:
        """The answer to a command that any node takes."""
        await self.learn(cluster)
        node = self.present(cluster)
        return await self._ask(node.name, cluster, *command, target_nodes=node)

    def present(self, cluster: RedisCluster) -> ClusterNode:
        """A node that is not known to be away, or any if all are."""
        nodes = cluster.get_primaries()
        soon = monotonic() - ASKED_AGAIN
        return choice([node for node in nodes if self._asked_at.get(node.name, soon) <= soon] or nodes)

    async def learn(self, cluster: RedisCluster) -> None:
        """Have the client know the layout. Raises ConnectionError when no node tells it."""
        if id(cluster) in self._learned:
            return
        # Cancelled in its midst, it would close the connections of all nodes under the hands of the other calls.
        learning = asyncio.ensure_future(cluster.initialize(last_failed_node_name=next(iter(self._asked_at), None)))
        learning.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.shield(learning)
        except RedisClusterException as error:
            raise BrokenConnection(str(error)) from error
        self._learned.add(id(cluster))

    async def _ask(self, node: str, cluster: RedisCluster, *command: bytes | str | int, **options: ClusterNode) -> Any:
        await self.learn(cluster)
        try:
            answer = await cluster.execute_command(*command, **options)
        except (BrokenConnection, Unanswered) as error:
            self.failed(node, error)
            self._learned.discard(id(cluster))
            raise
        except ResponseError:
            self.answered(node)
            raise
        except (AttributeError, RedisClusterException) as error:
            # The client has dropped a connection of the node under the hands of this call, or lost the layout.
            self._learned.discard(id(cluster))
            raise BrokenConnection(f"the connection to {node} is gone") from error
        self.answered(node)
        return answer

    def admit(self, cluster: RedisCluster, key: bytes | str | int) -> str:
        """The node of the key, which is to be asked. Raises NodeAway where it has just been asked in vain."""
        try:
            # Typed for texts only, it takes keys in any form.
            node = cluster.get_node_from_key(cast(str, key))
        except SlotNotCoveredError:
            # So it is before the first call.
            return ""
        name = "" if node is None else node.name
        asked_at = self._asked_at.get(name)
        if asked_at is not None:
            now = monotonic()
            if now < asked_at + ASKED_AGAIN:
                raise NodeAway(f"the cluster's node {name} does not answer: {self._why.get(name, 'it is being asked')}")
            self._asked_at[name] = now
        return name

    def failed(self, node: str, why: Exception) -> None:
        """The node did not answer."""
        if node:
            self._asked_at[node] = monotonic()
            self._why[node] = str(why)

    def answered(self, node: str) -> None:
        """The node answered."""
        self._asked_at.pop(node, None)
