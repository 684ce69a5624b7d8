"""`PlayerService`: turns for programs."""

import asyncio
from functools import partial
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from euchre.v1 import player_service_pb2 as api
from euchre.v1 import player_service_pb2_grpc as grpc_api
from euchre_referee.api.access import Access, Context, unheld
from euchre_referee.api.calls import answers, refused_as
from euchre_referee.api.dues import Dues
from euchre_referee.api.encoding import turn_message
from euchre_referee.api.house import is_of_the_house
from euchre_referee.api.play import MOST_TURNS, PlaySession
from euchre_referee.api.reading import decision_of, invalid
from euchre_referee.api.refusing import caller_locale
from euchre_referee.api.tokens import Caller
from euchre_referee.api.verdicts import verdict_on
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.triage import Decision
from euchre_referee.referee.verdicts import CallRefused, Outcome, Refused, ServiceReason

MOST_DECISIONS: Final = 256
SERVICE: Final = api.DESCRIPTOR.services_by_name["PlayerService"].full_name


class PlayerService(grpc_api.PlayerServiceServicer):
    """All games of a session at once."""

    def __init__(self, referee: Referee, access: Access) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self.observer: Final = referee.observer
        self._dues: Final = Dues(access, referee.games)
        self._plays: Final[dict[PlaySession, Caller]] = {}
        access.tokens.on_new_keys(self._look_at_keys)
        self._draining_ms: int | None = None

    @answers
    async def Play(self, _: object, context: Context) -> None:  # type: ignore[override]  # writes frames as bytes
        """Frames of turns out, frames of decisions in."""
        caller = self._access.player(context)
        self._access.pace(caller, context)
        with self._access.play(caller):
            play = PlaySession(
                caller.session, self._referee, caller_locale(context), self._access.limits.decisions_in_flight
            )
            self._plays[play] = caller
            try:
                await self._serve(caller.session, play, context)
            finally:
                del self._plays[play]
            if play.refused is not None:
                raise CallRefused(play.refused)

    async def _serve(self, session: str, play: PlaySession, context: Context) -> None:
        if self._draining_ms is not None:
            play.drain(self._draining_ms)
        claim = await self._referee.attach(session, play)
        reading = asyncio.create_task(_read(play, context))
        try:
            while frame := await play.frame():
                await context.write(frame)
        finally:
            reading.cancel()
            self._referee.detach(claim, play)

    @answers
    async def ListTurns(self, request: api.ListTurnsRequest, context: Context) -> api.ListTurnsResponse:
        """The caller's pending turns."""
        caller = self._access.player(context)
        self._access.pace(caller, context)
        most = request.max_turns or MOST_TURNS
        if most > MOST_TURNS:
            raise invalid("max_turns", f"at most {MOST_TURNS}")
        games = await self._referee.pending(caller.session, most)
        # Games go on while others are read: a turn that is another's by now shows another's cards.
        turns = [
            turn_message(game, self._referee.time_left_ms(game)) for game in games if game.is_turn_of(caller.session)
        ]
        return api.ListTurnsResponse(turns=turns)

    @answers
    async def Act(self, request: api.PlayerServiceActRequest, context: Context) -> api.PlayerServiceActResponse:
        """Decisions judged."""
        caller = self._access.player(context)
        if not 1 <= len(request.decisions) <= MOST_DECISIONS:
            self._access.pace(caller, context)
        if len(request.decisions) > MOST_DECISIONS:
            raise invalid("decisions", f"at most {MOST_DECISIONS}")
        decisions = [decision_of(message) for message in request.decisions]
        locale = caller_locale(context)
        held_back = await self._dues.held_back(caller, decisions)
        outcomes = await asyncio.gather(*map(partial(self._judged, caller), decisions, held_back))
        return api.PlayerServiceActResponse(
            verdicts=[
                verdict_on(decision.game, decision.version, seat, outcome, locale)
                for decision, (seat, outcome) in zip(decisions, outcomes, strict=True)
            ]
        )

    async def _judged(
        self, caller: Caller, decision: Decision, held_back: Refused | None
    ) -> tuple[int | None, Outcome]:
        return (None, held_back) if held_back else await self._referee.deciding.decide(caller.session, decision)

    def turns_outstanding(self, *, of_the_house: bool) -> int:
        """Turns that wait for sessions with streams here; metrics ask from a thread of their own."""
        return sum(
            play.outstanding
            for play, caller in list(self._plays.items())
            if is_of_the_house(caller.session) == of_the_house
        )

    def _look_at_keys(self) -> None:
        """Whoever came with a token of a key that has been retired plays on no longer."""
        for play, caller in self._plays.items():
            if (refused := unheld(self._access.tokens, caller)) is not None:
                play.end(refused)

    def drain(self, closes_in_ms: int) -> None:
        """Tells every stream that it will be closed."""
        self._draining_ms = closes_in_ms
        for play in self._plays:
            play.drain(closes_in_ms)

    def close(self) -> None:
        """Ends every stream."""
        for play in self._plays:
            play.end(Refused(ServiceReason.DRAINING, detail="this referee is closing", retry_ms=100))


async def _read(play: PlaySession, context: Context) -> None:
    """Takes what the client sends. Whatever stops it must end the stream: verdicts that never come hold it open."""
    try:
        while isinstance(request := await context.read(), api.PlayRequest):
            if request.open_frames:
                play.open_frames(request.open_frames)
            play.acknowledge(request.acknowledged)
            if request.decisions:
                await play.decide(request.decisions)
    except DecodeError:
        detail = "a frame could not be read: it is no PlayRequest"
        play.end(Refused(ServiceReason.INVALID_REQUEST, detail=detail))
    except Exception as error:
        play.end(refused_as(error, "PlayerService.Play"))
    finally:
        play.hang_up()


def player_handlers(service: PlayerService) -> grpc.GenericRpcHandler:
    """The service's methods. `Play` writes frames that are serialised already, which the generated ones cannot."""
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Play": grpc.stream_stream_rpc_method_handler(service.Play, api.PlayRequest.FromString, bytes),
        "ListTurns": grpc.unary_unary_rpc_method_handler(
            service.ListTurns, api.ListTurnsRequest.FromString, api.ListTurnsResponse.SerializeToString
        ),
        "Act": grpc.unary_unary_rpc_method_handler(
            service.Act, api.PlayerServiceActRequest.FromString, api.PlayerServiceActResponse.SerializeToString
        ),
    }
    return grpc.method_handlers_generic_handler(SERVICE, methods)
