"""What `euchre serve` is told of replicas to wait for (docs/store.md, "Waiting for replicas")."""

import argparse

from euchre_referee.store.address import Topology, parse_address
from euchre_referee.store.replica_wait import ReplicaWait


def add_wait(parser: argparse.ArgumentParser) -> None:
    """The options; each takes the place of what the store's URL says."""
    parser.add_argument(
        "--wait-replicas",
        type=int,
        metavar="N",
        help="acknowledge nothing that fewer replicas of the store have (default: the URL's wait_replicas, or 0)",
    )
    parser.add_argument(
        "--wait-ms", type=int, metavar="MS", help="how long they are waited for (default: the URL's wait_ms, or 1000)"
    )
    parser.add_argument(
        "--wait-flushed", action="store_true", help="they must have it on their disks (Redis 7.2 or later, Valkey)"
    )


def wait_of(options: argparse.Namespace, url: str) -> ReplicaWait:
    """What to wait for. Raises ValueError for numbers that cannot be meant, and for a store that has no replicas."""
    address = parse_address(url)
    said = address.wait
    wait = ReplicaWait(
        said.replicas if options.wait_replicas is None else options.wait_replicas,
        said.within_ms if options.wait_ms is None else options.wait_ms,
        options.wait_flushed or said.flushed,
    )
    if wait.replicas and address.topology is Topology.STANDALONE and address.path is not None:
        raise ValueError(
            "a store at a Unix socket, as the embedded one, has no replicas to wait for: name a server with --store, "
            "or leave --wait-replicas out"
        )
    return wait
