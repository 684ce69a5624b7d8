"""Faults of our own and of the store: callers are told that there was one, and nothing of what it said."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre_referee.api.access import Context
from euchre_referee.api.calls import answers, streams
from euchre_referee.api.play import PlaySession
from euchre_referee.api.server import SERVICES
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.game_id import game_id
from tests.api.callers import Caller, told
from tests.api.nearby import nearby
from tests.api.test_frames import Stream
from tests.conftest import Server
from tests.store.until import until

SERVING: Final = health_pb2.HealthCheckResponse.SERVING
ATTEMPTS: Final = 8
NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING


class Counting(Observer):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def call_refused(self, method: str, reason: str) -> None:
        """A call was refused."""
        self.heard.append((method, reason))


class Faulty:
    """A service in which things go wrong."""

    def __init__(self) -> None:
        self.observer: Final = Counting()

    @answers
    async def Answer(self, request: bytes, context: Context) -> bytes:
        """Fails as it is asked to."""
        if request == b"refuse":
            raise refuse(ServiceReason.GAME_FULL)
        if request == b"abort":
            await context.abort(grpc.StatusCode.DATA_LOSS, "said before")
        raise ValueError("a secret")

    @streams
    async def Stream(self, request: bytes, context: Context) -> AsyncIterator[bytes]:
        """Fails after an answer."""
        yield b"one"
        raise ValueError("a secret")


async def test_what_nobody_expected_is_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    service: Any = Faulty()
    server = grpc.aio.server()
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Answer": grpc.unary_unary_rpc_method_handler(service.Answer),
        "Stream": grpc.unary_stream_rpc_method_handler(service.Stream),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.Faulty", methods),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        answer: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/t.Faulty/Answer")
        begin: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream("/t.Faulty/Stream")
        errors = []
        for request in (b"fail", b"refuse", b"abort"):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await answer(request)
            errors.append(raised.value)
        stream = begin(b"")
        assert await stream.read() == b"one"
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await stream.read()
        errors.append(raised.value)
    await server.stop(None)
    failed, refused, aborted, streamed = errors
    for error in (failed, streamed):
        assert (told(error).code, told(error).reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
        assert "secret" not in repr(error)
    assert told(refused).reason == "GAME_FULL"
    assert (aborted.code(), aborted.details()) == (grpc.StatusCode.DATA_LOSS, "said before")
    assert service.observer.heard == [
        ("Faulty.Answer", "INTERNAL"),
        ("Faulty.Answer", "GAME_FULL"),
        ("Faulty.Stream", "INTERNAL"),
    ]
    logged = [record for record in caplog.records if record.levelno == logging.ERROR and record.exc_info]
    assert [record.getMessage() for record in logged] == ["Faulty.Answer failed", "Faulty.Stream failed"]


@pytest.mark.parametrize("method", ["RefereeService/CreateGame", "PlayerService/Act", "RefereeService/Watch"])
async def test_bytes_that_are_no_message_are_the_callers_fault(
    server: Server, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    name = method.replace("/", ".")
    async with nearby(server.store) as referee, referee.caller() as anybody:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = anybody.channel.unary_unary(f"/euchre.v1.{method}")
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(b"\xff\xff")
        refused = told(raised.value)
        assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
        counted = {"method": name, "reason": "INVALID_REQUEST", "fault": "caller"}
        assert referee.counted("euchre_calls_refused_total", **counted) == 1
        await until(lambda: referee.counted("euchre_calls_total", method=name, result="refused") == 1)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_health_follows_the_store_and_calls_are_told_of_it(tmp_path: Path) -> None:
    with Embedded(tmp_path) as store:
        url = store.url
        async with nearby(url) as referee, referee.caller("s") as bot:
            health: Any = health_pb2_grpc.HealthStub(bot.channel)

            async def all_say(status: int) -> bool:
                asked = [health.Check(health_pb2.HealthCheckRequest(service=name)) for name in ("", *SERVICES)]
                return {answer.status for answer in await asyncio.gather(*asked)} == {status}

            assert await all_say(SERVING)
            await asyncio.to_thread(store.stop)
            await until(lambda: all_say(NOT_SERVING))
            for _ in range(ATTEMPTS):
                await refused_for_the_store(bot)
            assert referee.access.streams == 0
            # gRPC itself keeps what belongs to the last one or two calls, but not every attempt.
            await until(lambda: len(plays()) < ATTEMPTS / 2)
            await asyncio.to_thread(store.start)
            assert store.url == url
            await until(lambda: all_say(SERVING))
            stream = Stream(bot)
            await stream.send([pb.Decision(game="none")])
            await stream.until(lambda: stream.verdicts)
            stream.call.cancel()


def plays() -> list[PlaySession]:
    """Streams of this process that something still holds."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, PlaySession)]


async def test_a_decision_that_meets_no_store_is_told_its_seat(tmp_path: Path) -> None:
    """By the seat a client finds what to send again."""
    made = pb.Decision(game=game_id(bytes(32)), version=3, seat=2, text="pass")
    with Embedded(tmp_path) as store:
        async with nearby(store.url) as referee, referee.caller("s") as bot:
            await asyncio.to_thread(store.stop)
            await until(lambda: not referee.ready)
            answer = await bot.call(bot.player.Act, player.PlayerServiceActRequest(decisions=[made]))
    (verdict,) = answer.verdicts
    assert (verdict.game, verdict.version, verdict.seat) == (made.game, 3, 2)
    assert verdict.refusal.reason == "STORE_UNAVAILABLE"
    assert verdict.refusal.retry_ms


async def refused_for_the_store(bot: Caller) -> None:
    """A stream and a call end with the reason."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await bot.play().read()
    assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
    listed = api.ListGamesRequest(stage=api.STAGE_WAITING)
    assert (await bot.refused(bot.referee.ListGames, listed)).reason == "STORE_UNAVAILABLE"
