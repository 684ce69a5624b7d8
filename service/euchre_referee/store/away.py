"""Nodes of a cluster that are away, so that what is asked of them holds up nobody who asks another.

After every failed call the cluster's client learns the layout anew, and meanwhile lets no other call pass: the calls
of all buckets on a dead node would bring the others to a stand.
"""

from random import choice
from time import monotonic
from typing import Any, Final, cast

from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import ResponseError, SlotNotCoveredError
from redis.exceptions import TimeoutError as Unanswered

ASKED_AGAIN: Final = 0.5
"""Seconds between two calls that find out whether a node is back."""


class NodeAway(BrokenConnection):
    """The node did not answer a moment ago, and was not asked again."""


class AwayNodes:
    """Which nodes did not answer their last call."""

    def __init__(self) -> None:
        self._asked_at: dict[str, float] = {}

    async def ask(self, cluster: RedisCluster, key: bytes | str | int, *command: bytes | str | int) -> Any:
        """The answer to a command of that key. Raises NodeAway where its node is away, and as the cluster's client."""
        return await self._ask(self.admit(cluster, key), cluster, *command)

    async def publish(self, cluster: RedisCluster, *command: bytes | str | int) -> Any:
        """The answer to a command that any node takes."""
        await cluster.initialize()
        node = self.present(cluster)
        return await self._ask(node.name, cluster, *command, target_nodes=node)

    def present(self, cluster: RedisCluster) -> ClusterNode:
        """A node that is not known to be away, or any if all are."""
        nodes = cluster.get_primaries()
        soon = monotonic() - ASKED_AGAIN
        return choice([node for node in nodes if self._asked_at.get(node.name, soon) <= soon] or nodes)

    async def _ask(self, node: str, cluster: RedisCluster, *command: bytes | str | int, **options: ClusterNode) -> Any:
        try:
            answer = await cluster.execute_command(*command, **options)
        except (BrokenConnection, Unanswered):
            self.failed(node)
            raise
        except ResponseError:
            self.answered(node)
            raise
        except AttributeError as error:
            # The client has dropped a connection of the node under the hands of this call.
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
                raise NodeAway(f"the cluster's node {name} does not answer")
            self._asked_at[name] = now
        return name

    def failed(self, node: str) -> None:
        """The node did not answer."""
        if node:
            self._asked_at[node] = monotonic()

    def answered(self, node: str) -> None:
        """The node answered."""
        self._asked_at.pop(node, None)
