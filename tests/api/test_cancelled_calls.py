"""What gRPC says of calls that are cancelled."""

import asyncio

import grpc
import pytest

from euchre_referee.api.cancelled_calls import complain_of_no_cancelled_calls


async def _stopped_while_a_call_is_open() -> None:
    asked = asyncio.Event()

    async def wait(_request: bytes, _context: object) -> bytes:
        asked.set()
        await asyncio.Event().wait()
        return b""

    server = grpc.aio.server()
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {"Wait": grpc.unary_unary_rpc_method_handler(wait)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("Test", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        method: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/Test/Wait")
        call = method(b"")
        await asked.wait()
        await server.stop(None)
        call.cancel()


def test_nothing_is_said_of_a_call_that_was_open_when_a_server_was_stopped(caplog: pytest.LogCaptureFixture) -> None:
    complain_of_no_cancelled_calls()
    # The complaint would come with the end of the loop.
    asyncio.run(_stopped_while_a_call_is_open())
    assert caplog.text == ""
