"""Where a store is: the URL that names a server, a Sentinel group or a cluster."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from euchre_referee.store.replica_wait import WITHIN_MS, ReplicaWait

DEFAULT_PORT: Final = 6379
DEFAULT_SENTINEL_PORT: Final = 26379

_FORMS: Final = (
    "redis://host:port/db, unix:///path, redis+sentinel://host:port,host:port/service, "
    "redis+cluster://host:port,host:port (rediss for TLS, valkey instead of redis)"
)
_WAITS: Final = ("wait_replicas", "wait_ms", "wait_flushed")
_YES: Final = {"yes": True, "no": False}


class Topology(Enum):
    """How the servers of a store stand to each other."""

    STANDALONE = "standalone"
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """A parsed store URL. Its text form leaves out the password."""

    topology: Topology
    hosts: tuple[tuple[str, int], ...] = ()
    """The server, the sentinels, or some nodes of the cluster; none for a Unix socket."""
    path: str | None = None
    """A Unix socket."""
    service: str | None = None
    """The name under which the sentinels know the primary."""
    username: str | None = None
    password: str | None = None
    database: int = 0
    tls: bool = False
    wait: ReplicaWait = field(default_factory=ReplicaWait)
    """`?wait_replicas=1&wait_ms=500&wait_flushed=yes`: what an append waits for before it is answered."""

    def __repr__(self) -> str:
        return f"<StoreAddress {self}>"

    def __str__(self) -> str:
        if self.path is not None:
            return f"unix://{self.path}"
        scheme = "rediss" if self.tls else "redis"
        if self.topology is not Topology.STANDALONE:
            scheme += f"+{self.topology.value}"
        hosts = ",".join(f"{host}:{port}" for host, port in self.hosts)
        return f"{scheme}://{hosts}/{self.service or self.database or ''}".rstrip("/")


def parse_address(url: str) -> StoreAddress:
    """Read a store URL. Raises ValueError, with the forms there are, for a text that is none."""
    url, _, query = url.partition("?")
    scheme, separator, rest = url.partition("://")
    base, _, kind = scheme.lower().replace("valkey", "redis", 1).partition("+")
    if not separator:
        # What stands there is not told: it may be a password alone.
        raise ValueError(f"the store's URL has no scheme; expected one of {_FORMS}")
    if base not in ("redis", "rediss", "unix") or kind not in ("", "sentinel", "cluster"):
        raise ValueError(f"the store's URL has an unknown scheme {scheme[:40]!r}; expected one of {_FORMS}")
    authority, _, path = rest.partition("/")
    if base != "unix" and "@" in path + query:
        # Or a part of the password would be taken, and told, for something else.
        raise ValueError(
            "the store's URL has an @ behind a / or ?: in a password write %2F for /, %3F for ?, %40 for @"
        )
    wait = _wait(query)
    if base == "unix":
        if kind or not rest.startswith("/"):
            raise ValueError("a Unix socket is named by its full path: unix:///path/to/socket")
        return StoreAddress(Topology.STANDALONE, path=unquote(rest), wait=wait)
    topology = Topology(kind) if kind else Topology.STANDALONE
    credentials, _, servers = authority.rpartition("@")
    username, _, password = credentials.partition(":")
    port = DEFAULT_SENTINEL_PORT if topology is Topology.SENTINEL else DEFAULT_PORT
    hosts = tuple(_host(server, port) for server in servers.split(","))
    if topology is Topology.STANDALONE and len(hosts) > 1:
        raise ValueError(f"several hosts need a kind of store: expected one of {_FORMS}")
    service, database = _path(topology, path)
    return StoreAddress(
        topology,
        hosts,
        service=service,
        username=unquote(username) or None,
        password=unquote(password) or None,
        database=database,
        tls=base == "rediss",
        wait=wait,
    )


def _host(server: str, default_port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{server}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        # What stands there is not told: without the @ of a host it is a password.
        raise ValueError(
            "the store's URL has a wrong port: user:password@host:port is the order, the port a number up to 65535"
        ) from error
    if not host:
        raise ValueError(f"the store's URL names no host in {server!r}; expected one of {_FORMS}")
    return host, port or default_port


def _path(topology: Topology, path: str) -> tuple[str | None, int]:
    if topology is Topology.SENTINEL:
        service, _, database = path.partition("/")
        if not service:
            raise ValueError("a Sentinel URL names the service: redis+sentinel://host:port/service")
    else:
        service, database = "", path
    if database and not database.isdecimal():
        raise ValueError(f"the store's URL ends in {database!r} where the number of a database is expected")
    if topology is Topology.CLUSTER and int(database or 0):
        raise ValueError("a cluster has only database 0")
    return service or None, int(database or 0)


def _wait(query: str) -> ReplicaWait:
    """What stands behind the `?` of a URL."""
    said = dict(parse_qsl(query, keep_blank_values=True))
    for name in said:
        if name not in _WAITS:
            raise ValueError(f"the store's URL has an unknown option {name[:40]!r}; there are {', '.join(_WAITS)}")
    replicas, within_ms = said.get("wait_replicas", "0"), said.get("wait_ms", str(WITHIN_MS))
    for name, number in (("wait_replicas", replicas), ("wait_ms", within_ms)):
        if not number.isdecimal():
            raise ValueError(f"the store's URL has {name}={number[:40]!r} where a number is expected")
    flushed = said.get("wait_flushed", "no")
    if flushed not in _YES:
        raise ValueError(f"the store's URL has wait_flushed={flushed[:40]!r} where yes or no is expected")
    return ReplicaWait(int(replicas), int(within_ms), _YES[flushed])
