"""Calls over real gRPC as anybody makes them, and what their refusals tell."""

import uuid
from collections.abc import Awaitable, Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

import grpc
import pytest
from google.protobuf import duration_pb2, json_format
from google.rpc import error_details_pb2, status_pb2

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1.player_service_pb2_grpc import PlayerServiceStub
from euchre.v1.referee_service_pb2_grpc import RefereeServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.tournament_service_pb2_grpc import TournamentServiceStub

Answer = TypeVar("Answer", covariant=True)  # noqa: PLC0105
Asked = TypeVar("Asked", contravariant=True)  # noqa: PLC0105

OptionValue = str | float | bool | list[str]

WITHIN: Final = 30.0
"""Seconds for any call; the tests wait for conditions, not for times."""

Frames = grpc.aio.StreamStreamCall[player.PlayRequest, player.PlayResponse]


class Method(Protocol[Asked, Answer]):
    """A unary method of a stub."""

    def __call__(self, request: Asked, /, *, metadata: Any, timeout: float) -> Awaitable[Answer]:
        """The answer."""
        ...


class Told(NamedTuple):
    """What a refused call tells."""

    code: grpc.StatusCode
    text: str
    info: error_details_pb2.ErrorInfo
    localized: error_details_pb2.LocalizedMessage
    refusal: pb.Refusal
    retry: duration_pb2.Duration | None

    @property
    def reason(self) -> str:
        """For programs."""
        return self.info.reason


class Caller:
    """One bearer of a token, or of none, on a connection of its own."""

    def __init__(self, address: str, token: str = "", *, language: str = "") -> None:
        # Without a pool shared between channels: every caller is another client.
        self._channel: Final = grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)])
        self.referee: Final = RefereeServiceStub(self._channel)
        self.player: Final = PlayerServiceStub(self._channel)
        self.tournament: Final = TournamentServiceStub(self._channel)
        self.metadata: tuple[tuple[str, str], ...] = ()
        if token:
            self.metadata += (("authorization", f"Bearer {token}"),)
        if language:
            self.metadata += (("accept-language", language),)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    @property
    def channel(self) -> grpc.aio.Channel:
        """The connection, for methods that no stub has."""
        return self._channel

    async def call(self, method: Method[Asked, Answer], request: Asked) -> Answer:
        """The answer to a call."""
        return await method(request, metadata=self.metadata, timeout=WITHIN)

    async def refused(self, method: Method[Asked, Any], request: Asked) -> Told:
        """What a call that must be refused is told."""
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await self.call(method, request)
        return told(raised.value)

    def play(self) -> Frames:
        """A stream of frames."""
        return self.player.Play(metadata=self.metadata)

    # --- what most tests begin with

    async def token_for(self, session: str) -> str:
        """A token, from an operator."""
        return (await self.call(self.referee.IssueToken, referee.IssueTokenRequest(session=session))).token

    async def create(
        self,
        sessions: Sequence[str],
        preset: str = "euchre",
        *,
        limit_ms: int = 0,
        strikes: int = 0,
        **options: OptionValue,
    ) -> str:
        """A game whose seats are reserved, made by an operator; no limits unless they are given."""
        return (await self.call(self.referee.CreateGame, new_game(sessions, preset, limit_ms, strikes, **options))).game

    async def act(self, turn: pb.Turn, text: str = "") -> pb.Verdict:
        """The first legal action, or another."""
        made = decision(turn, text)
        return (await self.call(self.referee.Act, referee.ActRequest(decision=made))).verdict

    async def view(self, game: str, seat: int | None = None) -> referee.GetViewResponse:
        """The caller's view."""
        return await self.call(self.referee.GetView, referee.GetViewRequest(game=game, seat=seat))


def new_game(
    sessions: Sequence[str] = (), preset: str = "euchre", limit_ms: int = 0, strikes: int = 0, **options: OptionValue
) -> referee.CreateGameRequest:
    """A request of its own."""
    rules = Ruleset(preset=preset)
    json_format.ParseDict(options, rules.options)
    return referee.CreateGameRequest(
        request_id=str(uuid.uuid4()),
        ruleset=rules,
        seats=[referee.SeatReservation(name=f"N{seat}", session=session) for seat, session in enumerate(sessions)],
        clocks=referee.Clocks(action_limit_ms=limit_ms),
        conduct=referee.Conduct(strike_limit=strikes),
    )


def decision(turn: pb.Turn, text: str = "") -> pb.Decision:
    """The first legal action on a turn, or another one."""
    return pb.Decision(
        game=turn.game, version=turn.version, head=turn.head, seat=turn.seat, text=text or turn.legal[0].text
    )


def told(error: grpc.aio.AioRpcError) -> Told:
    """What a status and its details say."""
    info, localized, refusal = error_details_pb2.ErrorInfo(), error_details_pb2.LocalizedMessage(), pb.Refusal()
    retry = error_details_pb2.RetryInfo()
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            assert isinstance(value, bytes)
            status = status_pb2.Status.FromString(value)
            for detail in status.details:
                for message in (info, localized, refusal, retry):
                    detail.Unpack(message)
    wait = retry.retry_delay if retry.HasField("retry_delay") else None
    return Told(error.code(), error.details() or "", info, localized, refusal, wait)
