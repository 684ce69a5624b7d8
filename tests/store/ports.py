"""Ports for servers of the tests: chosen before the server listens, and nobody else's meanwhile."""

import random
import socket
from itertools import islice
from pathlib import Path
from typing import Final

_FIRST: Final = 12_000
_EPHEMERAL: Final = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
"""From here on the system gives ports to whoever connects."""
_CLAIMS: Final[list[socket.socket]] = []


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface on which nobody listens, kept from other tests while this process lives."""
    candidates = list(range(_FIRST, _EPHEMERAL))
    random.SystemRandom().shuffle(candidates)
    ports = list(islice((port for port in candidates if _is_free(port) and _claim(port)), count))
    if len(ports) < count:
        raise OSError(f"{count} free ports were not found from {_FIRST} to {_EPHEMERAL}")
    return ports


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _claim(port: int) -> bool:
    """An abstract name says so to the other processes, and is gone when this one is."""
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0euchre-test-port-{port}")
    except OSError:
        claim.close()
        return False
    _CLAIMS.append(claim)
    return True
