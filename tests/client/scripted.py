"""A referee that does exactly what a test tells it, over real gRPC: breaks, refusals and orders of frames."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from euchre.v1.game_pb2 import Accepted, Decision, GameEnd, LegalAction, Refusal, Turn, Verdict
from euchre.v1.player_service_pb2 import PlayRequest, PlayResponse
from euchre.v1.player_service_pb2_grpc import add_PlayerServiceServicer_to_server
from euchre.v1.referee_service_pb2_grpc import add_RefereeServiceServicer_to_server

Context = grpc.aio.ServicerContext[Any, Any]


def turn(game: str, version: int = 1, seat: int = 0, head: bytes = b"h" * 16) -> Turn:
    """A turn with two legal actions."""
    legal = [LegalAction(text="pass"), LegalAction(text="order")]
    return Turn(game=game, version=version, head=head, seat=seat, legal=legal)


def accepted(decision: Decision) -> Verdict:
    """The verdict that a decision stands."""
    outcome = Accepted(action=decision.text, next_version=decision.version + 1)
    return Verdict(game=decision.game, version=decision.version, seat=decision.seat, accepted=outcome)


def refused(decision: Decision, reason: str, retry_ms: int | None = None) -> Verdict:
    """The verdict that a decision does not stand."""
    legal = [LegalAction(text="order")] if reason == "MUST_FOLLOW_SUIT" else []
    refusal = Refusal(reason=reason, message="no", retry_ms=retry_ms, legal=legal)
    return Verdict(game=decision.game, version=decision.version, seat=decision.seat, refusal=refusal)


def ended(game: str) -> PlayResponse:
    """A frame that tells the end of a game."""
    return PlayResponse(ends=[GameEnd(game=game)])


def details(code: grpc.StatusCode, *messages: Message) -> tuple[tuple[str, bytes], ...]:
    """Trailing metadata with rich errors."""
    number: int = code.value[0]
    status = Status(code=number)
    for message in messages:
        packed = AnyMessage()
        packed.Pack(message)
        status.details.append(packed)
    return (("grpc-status-details-bin", status.SerializeToString()),)


async def refuse(
    context: Context,
    code: grpc.StatusCode,
    reason: str,
    retry_s: int | None = None,
    refusal: Refusal | None = None,
) -> None:
    """Ends a call with a status, its reason and what the service adds to it."""
    messages: list[Message] = [
        ErrorInfo(reason=reason, domain="euchre.v1", metadata={"game": "7-x"}),
        LocalizedMessage(locale="en", message=f"{reason} in words"),
    ]
    if retry_s is not None:
        messages.append(RetryInfo(retry_delay=Duration(seconds=retry_s)))
    if refusal is not None:
        messages.append(refusal)
    await context.abort(code, reason, trailing_metadata=details(code, *messages))


@dataclass
class Stream:
    """The referee's side of one `Play` call."""

    requests: AsyncIterator[PlayRequest]
    context: Context
    decisions: list[Decision] = field(default_factory=list)
    acknowledged: int = 0

    async def receive(self) -> PlayRequest:
        """The player's next frame."""
        request = await anext(self.requests)
        self.decisions.extend(request.decisions)
        self.acknowledged = max(self.acknowledged, request.acknowledged)
        return request

    async def send(self, *turns: Turn, number: int = 1) -> None:
        """A frame of turns."""
        await self.context.write(PlayResponse(number=number, turns=turns))

    async def answer(self, *verdicts: Verdict) -> None:
        """A frame of verdicts."""
        await self.context.write(PlayResponse(verdicts=verdicts))

    async def until_decided(self, count: int) -> list[Decision]:
        """Receives until so many decisions have come on this stream."""
        while len(self.decisions) < count:
            await self.receive()
        return self.decisions


Script = Callable[[Stream], Awaitable[None]]


@dataclass
class ScriptedReferee:
    """Plays one script a stream, in order; `failures` holds what went wrong inside them."""

    address: str = ""
    scripts: list[Script] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    async def Play(
        self,
        requests: AsyncIterator[PlayRequest],
        context: Context,
    ) -> None:
        if not self.scripts:
            self.failures.append(AssertionError("a stream more than there are scripts"))
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, "no script")
        script = self.scripts.pop(0)
        try:
            await script(Stream(requests, context))
        except grpc.aio.AbortError:
            raise
        except Exception as failure:
            self.failures.append(failure)
            raise


@asynccontextmanager
async def serving(referee: object, player: bool = True) -> AsyncIterator[str]:
    """Serves a servicer on a free port; gives the address."""
    server = grpc.aio.server()
    add = add_PlayerServiceServicer_to_server if player else add_RefereeServiceServicer_to_server
    add(_Lenient(referee), server)  # type: ignore[arg-type]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


class _Lenient:
    """Registers methods that a test's servicer does not have as well."""

    def __init__(self, referee: object) -> None:
        self._referee = referee

    def __getattr__(self, name: str) -> object:
        return getattr(self._referee, name, None)
