"""Clusters of three servers of our own."""

from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from redis.crc import key_slot

from euchre_referee.store.keys import bucket_keys
from tests.store.ports import free_ports
from tests.store.servers import ANYBODY, Asking, Server, running
from tests.store.until import until

NODES: Final = 3
SLOTS: Final = 16384
RESTORED_WITHIN: Final = 60.0
"""Seconds."""
DURABLE: Final = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
# With full coverage, the server's default, one node that is away silences the others too.
_CLUSTERED: Final = (
    *("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"),
    *("--cluster-require-full-coverage", "no", "--repl-diskless-sync-delay", "0"),
)


@asynccontextmanager
async def cluster_of(directory: Path, asking: Asking = ANYBODY) -> AsyncIterator[list[Server]]:
    """The nodes of a cluster that holds every slot."""
    ports = free_ports(2 * NODES)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                running(directory / str(port), port, *_CLUSTERED, "--cluster-port", str(bus), *DURABLE, asking=asking)
            )
            for port, bus in zip(ports[:NODES], ports[NODES:], strict=True)
        ]
        for number, node in enumerate(nodes):
            await node.answering()
            node.ask("CLUSTER", "ADDSLOTSRANGE", SLOTS * number // NODES, SLOTS * (number + 1) // NODES - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for port, bus in zip(ports[1:NODES], ports[NODES + 1 :], strict=True):
            nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", port, bus)
        await until(lambda: complete(nodes))
        yield nodes


@asynccontextmanager
async def restored_cluster(copies: Sequence[Path]) -> AsyncIterator[list[Server]]:
    """A cluster on what another's nodes had, the layout included, at other addresses."""
    ports = free_ports(2 * NODES)
    places = list(zip(ports[:NODES], ports[NODES:], strict=True))
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(running(copy, port, *_CLUSTERED, "--cluster-port", str(bus), *DURABLE))
            for copy, (port, bus) in zip(copies, places, strict=True)
        ]
        for node in nodes:
            await node.answering()
        # They know each other by name, and learn where the others are now.
        for node in nodes:
            for port, bus in places:
                if port != node.port:
                    node.ask("CLUSTER", "MEET", "127.0.0.1", port, bus)

        def found() -> bool:
            layouts = [str(node.ask("CLUSTER", "NODES")) for node in nodes]
            there = all(f":{port}@{bus}" in layout for layout in layouts for port, bus in places)
            return there and "disconnected" not in "".join(layouts) and complete(nodes)

        await until(found, RESTORED_WITHIN)
        yield nodes


@asynccontextmanager
async def replica_of(directory: Path, node: Server) -> AsyncIterator[Server]:
    """One more server in the cluster, which has all that the node has."""
    port, bus = free_ports(2)
    with running(directory, port, *_CLUSTERED, "--cluster-port", str(bus), *DURABLE) as replica:
        await replica.answering()
        replica.ask("CLUSTER", "MEET", "127.0.0.1", node.port, bus_of(node))
        name = str(node.ask("CLUSTER", "MYID"))
        await until(lambda: name in str(replica.ask("CLUSTER", "NODES")))
        await until(lambda: "handshake" not in str(replica.ask("CLUSTER", "NODES")))
        replica.ask("CLUSTER", "REPLICATE", name)
        await until(lambda: replica.client.info("replication").get("master_link_status") == "up")
        yield replica


def bus_of(node: Server) -> int:
    """The port at which a node talks to the others."""
    return int(str(node.client.config_get("cluster-port")["cluster-port"]))


def complete(nodes: Sequence[Server]) -> bool:
    """Whether every node knows every other and all is well."""
    infos = [str(node.ask("CLUSTER", "INFO")) for node in nodes]
    return all("cluster_state:ok" in info and f"cluster_known_nodes:{NODES}" in info for info in infos)


def cluster_url(nodes: Sequence[Server]) -> str:
    """What `connect` takes."""
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    return f"redis+cluster://{hosts}"


def owner_of(bucket: int) -> int:
    """The node that a bucket's keys began at."""
    slot = key_slot(bucket_keys(bucket).clock)
    return next(n for n in range(NODES) if SLOTS * n // NODES <= slot < SLOTS * (n + 1) // NODES)
