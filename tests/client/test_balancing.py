"""Clients of several referees spread over them, and keep to one as long as it is there."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import grpc

from euchre.v1.referee_service_pb2 import DESCRIPTOR, ClockPreset, ListPresetsResponse
from euchre_client import AsyncClient

REFEREES: Final = 3
CLIENTS: Final = 40
"""So many that all of them at fewer than three referees is once in millions of runs."""
_PATIENT: Final = 60.0


class Named:
    """A referee that answers who it is, and nothing else."""

    def __init__(self, name: str) -> None:
        self._name: Final = name

    async def list_presets(self, request: bytes, context: Any) -> bytes:
        """One clock, of the referee's name."""
        return ListPresetsResponse(clocks=[ClockPreset(name=self._name)]).SerializeToString()

    def handlers(self) -> grpc.GenericRpcHandler:
        """The only method."""
        method = grpc.unary_unary_rpc_method_handler(self.list_presets, bytes, bytes)
        service = DESCRIPTOR.services_by_name["RefereeService"].full_name
        return grpc.method_handlers_generic_handler(service, {"ListPresets": method})


@asynccontextmanager
async def referees() -> AsyncIterator[dict[str, grpc.aio.Server]]:
    """By their addresses, which are also their names."""
    servers: dict[str, grpc.aio.Server] = {}
    async with AsyncExitStack() as stack:
        for _ in range(REFEREES):
            server = grpc.aio.server()
            address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
            server.add_generic_rpc_handlers((Named(address).handlers(),))
            await server.start()
            stack.push_async_callback(server.stop, None)
            servers[address] = server
        yield servers


async def at(client: AsyncClient) -> str:
    """The referee that a client asks."""
    (clock,) = await client.list_clock_presets()
    return clock.name


async def test_clients_spread_over_all_referees_and_each_keeps_to_one() -> None:
    async with referees() as servers, AsyncExitStack() as stack:
        target = f"ipv4:{','.join(servers)}"
        clients = [await stack.enter_async_context(AsyncClient(target, timeout=_PATIENT)) for _ in range(CLIENTS)]
        first = [await at(client) for client in clients]
        assert set(first) == set(servers)
        assert [await at(client) for client in clients] == first

        gone = first[0]
        await servers[gone].stop(0)
        then = [await at(client) for client in clients]
        assert gone not in then
        assert [now for was, now in zip(first, then, strict=True) if was != gone] == [
            was for was in first if was != gone
        ]
