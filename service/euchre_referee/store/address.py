"""Where a store is: the URL that names a server, a Sentinel group or a cluster."""

from dataclasses import dataclass
from enum import Enum
from typing import Final
from urllib.parse import unquote, urlsplit

DEFAULT_PORT: Final = 6379
DEFAULT_SENTINEL_PORT: Final = 26379

_FORMS: Final = (
    "redis://host:port/db, unix:///path, redis+sentinel://host:port,host:port/service, "
    "redis+cluster://host:port,host:port (rediss for TLS, valkey instead of redis)"
)


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
    scheme, separator, rest = url.partition("://")
    base, _, kind = scheme.lower().replace("valkey", "redis", 1).partition("+")
    if not separator or base not in ("redis", "rediss", "unix") or kind not in ("", "sentinel", "cluster"):
        raise ValueError(f"the store's URL has an unknown scheme {scheme[:40]!r}; expected one of {_FORMS}")
    if base == "unix":
        if kind or not rest.startswith("/"):
            raise ValueError("a Unix socket is named by its full path: unix:///path/to/socket")
        return StoreAddress(Topology.STANDALONE, path=unquote(rest))
    topology = Topology(kind) if kind else Topology.STANDALONE
    authority, _, path = rest.partition("/")
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
    )


def _host(server: str, default_port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{server}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"the store's URL has a wrong port in {server!r}: {error}") from error
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
