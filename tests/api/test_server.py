"""What the server itself answers: to bytes that are no message, to tokens that are none, to health and reflection."""

import base64
import json
from collections.abc import AsyncIterable, Awaitable, Callable
from pathlib import Path
from time import time
from typing import Any

import grpc
import jwt
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre_referee.api.server import SERVICES
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.ops.keyring import read_keyring
from tests.api.callers import Caller, told
from tests.conftest import Server

GARBAGE = (b"\xff" * 7, b"\x0a\xff\xff\xff\xff\x0f", bytes(100), b"\x0a\x02\xff\xfe")


def raw(caller: Caller, method: str) -> Callable[[bytes], Awaitable[bytes]]:
    """A unary method, by its bytes."""
    call = caller.channel.unary_unary(f"/euchre.v1.{method}", request_serializer=bytes, response_deserializer=bytes)
    return lambda content: call(content, metadata=caller.metadata, timeout=30)


async def code_of(call: Awaitable[Any]) -> grpc.StatusCode:
    """The status of a call that must fail."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return raised.value.code()


async def read_all(call: AsyncIterable[object]) -> None:
    """Reads a stream to its end."""
    async for _ in call:
        pass


@pytest.mark.parametrize("method", ["RefereeService/Nonsense", "PlayerService/", "NoService/Act"])
async def test_a_method_that_is_none_is_unimplemented(anybody: Caller, method: str) -> None:
    assert await code_of(raw(anybody, method)(b"")) is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("method", ["RefereeService/CreateGame", "RefereeService/Act", "PlayerService/Act"])
@pytest.mark.parametrize("content", GARBAGE)
async def test_bytes_that_are_no_message_harm_nobody(
    anybody: Caller, operator: Caller, method: str, content: bytes
) -> None:
    assert await code_of(raw(operator, method)(content)) in (
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.UNKNOWN,
    )
    assert (await anybody.call(anybody.referee.ListPresets, api.ListPresetsRequest())).presets


# The last one is a frame, of fields that this release does not know.
@pytest.mark.parametrize("content", GARBAGE[:-1])
async def test_a_frame_that_cannot_be_read_ends_its_stream_with_a_reason(bot: Caller, content: bytes) -> None:
    call = bot.channel.stream_stream(
        "/euchre.v1.PlayerService/Play",
        request_serializer=bytes,
        response_deserializer=player.PlayResponse.FromString,
    )(metadata=bot.metadata, timeout=30)
    await call.write(player.PlayRequest().SerializeToString())
    await call.write(content)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await read_all(call)
    assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")


@pytest.mark.parametrize("method", ["RefereeService/CreateGame", "RefereeService/Verify", "PlayerService/Act"])
async def test_a_message_that_is_too_large_is_resource_exhausted(operator: Caller, method: str) -> None:
    assert await code_of(raw(operator, method)(bytes(300_000))) is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_frame_that_is_too_large_is_resource_exhausted(bot: Caller) -> None:
    call = bot.play()
    await call.write(player.PlayRequest())
    large = player.PlayRequest()
    for _ in range(300):
        large.decisions.add(game="x" * 1000)
    await call.write(large)
    assert await call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_health_is_told_of_every_service(anybody: Caller) -> None:
    health: Any = health_pb2_grpc.HealthStub(anybody.channel)
    assert set(SERVICES) == {f"euchre.v1.{name}Service" for name in ("Referee", "Player", "Tournament")}
    for service in ("", *SERVICES):
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    assert await code_of(health.Check(health_pb2.HealthCheckRequest(service="none"))) is grpc.StatusCode.NOT_FOUND


async def test_reflection_lists_the_services_and_gives_their_files(anybody: Caller) -> None:
    reflection: Any = reflection_pb2_grpc.ServerReflectionStub(anybody.channel)  # type: ignore[arg-type]
    requests = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol="euchre.v1.PlayerService"),
    ]
    call = reflection.ServerReflectionInfo(iter(requests))
    listed, found = [answer async for answer in call]
    assert {service.name for service in listed.list_services_response.service} >= {*SERVICES, "grpc.health.v1.Health"}
    assert found.file_descriptor_response.file_descriptor_proto


# --- tokens


async def token_refused(server: Server, value: str) -> str:
    """The reason for which an authorization is refused by every kind of call."""
    texts = set()
    async with Caller(server.address) as caller:
        caller.metadata = (("authorization", value),)
        refused = await caller.refused(caller.referee.CreateGame, api.CreateGameRequest())
        assert (refused.code, refused.reason) == (grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED")
        texts.add(refused.text)
        for call in (caller.play(), caller.referee.Watch(api.WatchRequest(game="x"), metadata=caller.metadata)):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await read_all(call)
            assert told(raised.value).reason == "UNAUTHENTICATED"
            texts.add(told(raised.value).text)
    (text,) = texts
    return text


async def test_tokens_that_are_none_are_refused_with_the_reason(server: Server) -> None:
    keys = read_keyring(Path(server.keys)).keys
    now = int(time())
    name, key = next(iter(keys.items()))
    good = Tokens(keys).issue(Bearer("s"), now + 60)
    head, body, signature = good.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    claims["role"] = "operator"
    forged = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    unsigned = jwt.encode(claims, "", "none", {"kid": name})

    def signed(**other: object) -> str:
        return jwt.encode(claims | other, key, "HS256", {"kid": name})

    for token, text in (
        (Tokens(keys).issue(Bearer("s"), now - 1), "expired"),
        (Tokens({"other": bytes(32)}).issue(Bearer("s"), now + 60), "not known here"),
        (Tokens({name: bytes(32)}).issue(Bearer.operating("s"), now + 60), "not valid"),
        (f"{head}.{forged}.{signature}", "not valid"),
        (unsigned, "not valid"),
        (signed(iss="somebody"), "not valid"),
        (signed(aud="somebody"), "another service"),
        (signed(aud=None), "not valid"),
        (signed(role="king"), "role"),
        (signed(role=["operator"]), "role"),
        (signed(nbf=now + 60), "not valid yet"),
        (signed(sub=""), "not valid"),
        (signed(sub=7), "not valid"),
        (signed(exp="soon"), "not valid"),
        ("", "not valid"),
        ("garbage", "not valid"),
        ("a.b.c", "not valid"),
        ("x" * 4000, "not valid"),
    ):
        assert text in await token_refused(server, f"Bearer {token}"), token
    assert "Bearer" in await token_refused(server, f"Basic {good}")


async def test_a_token_without_a_session_or_for_too_long_is_not_issued(operator: Caller, bot: Caller) -> None:
    issue = operator.referee.IssueToken
    for request, field in (
        (api.IssueTokenRequest(), "session"),
        (api.IssueTokenRequest(session="x" * 101), "session"),
        (api.IssueTokenRequest(session="é" * 51), "session"),
        (api.IssueTokenRequest(session="a\0b"), "session"),
        (api.IssueTokenRequest(session="s", lifetime_seconds=31 * 86_400), "lifetime_seconds"),
    ):
        refused = await operator.refused(issue, request)
        assert refused.reason == "INVALID_REQUEST"
        assert field in refused.text
    assert (await bot.refused(bot.referee.IssueToken, api.IssueTokenRequest(session="s"))).reason == "PERMISSION_DENIED"


async def test_a_seat_is_bound_to_the_session_not_to_the_token(server: Server, operator: Caller, session: str) -> None:
    game = await operator.create([session, "b", "c", "d"])
    for _ in range(2):
        async with Caller(server.address, await operator.token_for(session)) as bearer:
            assert (await bearer.view(game)).view.viewer == 0
