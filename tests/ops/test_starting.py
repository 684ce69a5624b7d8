"""`euchre serve` before its store is there, and on one that is not what it must be."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import httpx
from grpc_health.v1 import health_pb2

from euchre_client import AsyncClient, Reason, Refused
from euchre_referee.cli.exit_codes import DONE, STORE_AWAY, STORE_UNFIT
from euchre_referee.store import Embedded, check, connect
from tests.ops.test_serve import SERVE, serve
from tests.store.ports import free_ports
from tests.store.resp_server import answering, info_of
from tests.store.servers import running
from tests.store.until import until

WITHIN = 60.0
FIT = ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", "--save", "")


@asynccontextmanager
async def waiting(store_port: int, grpc_port: int, http_port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """A referee whose store is yet to come."""
    process = await asyncio.create_subprocess_exec(
        *SERVE, "--store", f"redis://127.0.0.1:{store_port}", "--store-wait", "300",
        "--listen", f"127.0.0.1:{grpc_port}", "--http", f"127.0.0.1:{http_port}",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def readiness(http_port: int) -> tuple[int, str] | None:
    """What `/readyz` says; None while nobody listens."""
    async with httpx.AsyncClient(trust_env=False, timeout=WITHIN) as browser:
        try:
            answer = await browser.get(f"http://127.0.0.1:{http_port}/readyz")
        except httpx.ConnectError:
            return None
        return answer.status_code, answer.json()["status"]


async def health(grpc_port: int) -> int:
    """What gRPC's health says of all."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{grpc_port}") as channel:
        ask = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        answer: health_pb2.HealthCheckResponse = await ask(health_pb2.HealthCheckRequest(), timeout=WITHIN)
        return answer.status


async def asked(grpc_port: int) -> Reason | None:
    """Why a call is refused; None if it is not."""
    async with AsyncClient(f"127.0.0.1:{grpc_port}", timeout=5) as client:
        try:
            await client.list_presets()
        except Refused as refused:
            return refused.reason
    return None


async def test_before_its_store_is_there_it_lives_but_is_not_ready_and_then_serves(tmp_path: Path) -> None:
    store_port, grpc_port, http_port = free_ports(3)
    async with waiting(store_port, grpc_port, http_port) as process:

        async def answers() -> bool:
            return await readiness(http_port) is not None

        await until(answers, WITHIN)
        assert await readiness(http_port) == (503, "no store")
        assert await health(grpc_port) == health_pb2.HealthCheckResponse.NOT_SERVING
        assert await asked(grpc_port) is Reason.STORE_UNAVAILABLE
        assert process.stdout is not None
        with running(tmp_path / "store", store_port, *FIT):
            assert json.loads(await asyncio.wait_for(process.stdout.readline(), WITHIN))["address"]
            assert await readiness(http_port) == (200, "ready")
            assert await health(grpc_port) == health_pb2.HealthCheckResponse.SERVING
            assert await asked(grpc_port) is None
            process.terminate()
            _, errors = await asyncio.wait_for(process.communicate(), WITHIN)
    assert process.returncode == DONE
    (told, *_) = (line for line in map(json.loads, errors.decode().splitlines()) if line["level"] == "warning")
    assert f"redis://127.0.0.1:{store_port} does not answer" in told["message"]
    assert "it is waited for" in told["message"]


async def test_told_to_stop_it_waits_no_longer() -> None:
    store_port, grpc_port, http_port = free_ports(3)
    async with waiting(store_port, grpc_port, http_port) as process:

        async def answers() -> bool:
            return await readiness(http_port) is not None

        await until(answers, WITHIN)
        process.terminate()
        said, errors = await asyncio.wait_for(process.communicate(), WITHIN)
    assert (process.returncode, said, "Traceback" in errors.decode()) == (DONE, b"", False)


async def test_a_store_that_does_not_come_and_one_that_is_too_old_have_codes_of_their_own() -> None:
    (port,) = free_ports(1)
    async with answering({b"INFO": info_of("6.2.14")}) as old:
        (away, said_of_it), (unfit, said_of_old) = await asyncio.gather(
            serve("--store", f"redis://127.0.0.1:{port}", "--store-wait", "0.1"), serve("--store", old)
        )
    assert (away, unfit) == (STORE_AWAY, STORE_UNFIT)
    assert (
        "was waited for 0.1 s (--store-wait). Start it, or mend what it says, or name another with --store"
        in said_of_it
    )
    assert f"the store at {old} is redis 6.2.14; Redis or Valkey 7.0 or later is needed" in said_of_old


async def test_on_a_full_store_it_starts_and_is_ready_when_there_is_room(tmp_path: Path) -> None:
    with Embedded(tmp_path) as store:
        reached = connect(store.url)
        await check(reached)
        await reached.client.config_set("maxmemory", "1")
        process = await asyncio.create_subprocess_exec(
            *SERVE, "--store", store.url, "--http", "127.0.0.1:0", "--log-level", "error",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        addresses = json.loads(await asyncio.wait_for(process.stdout.readline(), WITHIN))
        grpc_port, http_port = (int(addresses[name].rpartition(":")[2]) for name in ("address", "http"))
        assert await readiness(http_port) == (503, "store takes no writes")
        assert await health(grpc_port) == health_pb2.HealthCheckResponse.NOT_SERVING
        await reached.client.config_set("maxmemory", "0")

        async def ready() -> bool:
            return (await readiness(http_port), await health(grpc_port)) == (
                (200, "ready"),
                health_pb2.HealthCheckResponse.SERVING,
            )

        await until(ready, WITHIN)
        await reached.aclose()
        process.terminate()
        _, errors = await asyncio.wait_for(process.communicate(), WITHIN)
    assert process.returncode == DONE
    (told,) = (line for line in map(json.loads, errors.decode().splitlines()) if line["logger"].endswith("fitness"))
    assert f"{store.url} takes nothing that is written: " in told["message"]
    assert "Give it memory" in told["message"]
