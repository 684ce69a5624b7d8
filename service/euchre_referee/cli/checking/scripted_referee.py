"""A referee that does what a check needs: it serves turns of its own making, and breaks streams on purpose."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final, NamedTuple

import grpc
import grpc.aio

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as api
from euchre.v1.player_service_pb2_grpc import PlayerServiceServicer
from euchre_referee.api.encoding import legal_messages, view_message
from euchre_referee.api.wording import action_code
from euchre_referee.cli.stdio.turn_line import Asking
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.refusals import Reason

Context = grpc.aio.ServicerContext[Any, Any]

HEAD: Final = bytes(range(16))
_TIME_OVER: Final = pb.Refusal(reason=ServiceReason.TIME_OVER, message="This is a check: the clock has decided.")


class Answered(NamedTuple):
    """A decision that came in, and where its verdict goes."""

    decision: pb.Decision
    verdict: "asyncio.Future[pb.Verdict]"

    @property
    def text(self) -> str:
        """The action in the record's words."""
        if self.decision.text:
            return self.decision.text
        code = action_code(self.decision.action)
        return "an action that is none" if code is None else ACTION_TEXT[code]


class ScriptedReferee(PlayerServiceServicer):
    """The player's service with one open turn at a time; decisions come in order as `answers`."""

    def __init__(self, token: str) -> None:
        self._token: Final = token
        self._turn: pb.Turn | None = None
        self._frames: asyncio.Queue[api.PlayResponse | None] | None = None
        self._number = 0
        self.answers: Final[asyncio.Queue[Answered]] = asyncio.Queue()
        self.streams = 0
        """Streams that were begun so far."""
        self.acknowledged = 0
        """The highest number of a frame of turns of which it was said that it has come."""

    async def open(self, asking: Asking) -> None:
        """Hands a turn out; it stays open until it is closed."""
        self._turn = turn_message(asking)
        self._send_turn()

    def close(self) -> None:
        """The turn is decided."""
        self._turn = None

    async def cut(self) -> None:
        """Breaks the stream, if there is one."""
        if self._frames is not None:
            self._frames.put_nowait(None)

    def _send_turn(self) -> None:
        if self._frames is not None and self._turn is not None:
            self._number += 1
            self._frames.put_nowait(api.PlayResponse(number=self._number, turns=[self._turn]))

    async def Play(self, requests: AsyncIterator[api.PlayRequest], context: Context) -> AsyncIterator[api.PlayResponse]:
        """The service's stream."""
        await self._admit(context)
        self.streams += 1
        frames: asyncio.Queue[api.PlayResponse | None] = asyncio.Queue()
        self._frames = frames
        self._send_turn()
        reading = asyncio.create_task(self._read(requests, frames))
        try:
            while (frame := await frames.get()) is not None:
                yield frame
            await context.abort(grpc.StatusCode.UNAVAILABLE, "this is a check: the stream is broken on purpose")
        finally:
            reading.cancel()
            if self._frames is frames:
                self._frames = None

    async def ListTurns(self, request: api.ListTurnsRequest, context: Context) -> api.ListTurnsResponse:
        """The open turn, for programs that hold no stream."""
        await self._admit(context)
        return api.ListTurnsResponse(turns=[] if self._turn is None else [self._turn])

    async def Act(self, request: api.PlayerServiceActRequest, context: Context) -> api.PlayerServiceActResponse:
        """Decisions of programs that hold no stream."""
        await self._admit(context)
        verdicts = [await self._decide(decision) for decision in request.decisions]
        return api.PlayerServiceActResponse(verdicts=verdicts)

    async def _admit(self, context: Context) -> None:
        if ("authorization", f"Bearer {self._token}") not in tuple(context.invocation_metadata() or ()):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token of EUCHRE_TOKEN is needed")

    async def _read(
        self, requests: AsyncIterator[api.PlayRequest], frames: "asyncio.Queue[api.PlayResponse | None]"
    ) -> None:
        async for request in requests:
            self.acknowledged = max(self.acknowledged, request.acknowledged)
            for decision in request.decisions:
                frames.put_nowait(api.PlayResponse(verdicts=[await self._decide(decision)]))

    async def _decide(self, decision: pb.Decision) -> pb.Verdict:
        turn = self._turn
        if turn is None or (decision.game, decision.version) != (turn.game, turn.version):
            return refused(decision, _TIME_OVER)
        if decision.head not in (b"", turn.head):
            return refused(decision, pb.Refusal(reason=ServiceReason.HISTORY_CHANGED, message="Another head is here."))
        verdict: asyncio.Future[pb.Verdict] = asyncio.get_running_loop().create_future()
        self.answers.put_nowait(Answered(decision, verdict))
        return await verdict


def turn_message(asking: Asking) -> pb.Turn:
    """The turn as the contract has it."""
    seen = asking.seen
    return pb.Turn(
        game=asking.game, version=asking.version, head=HEAD, seat=seen.to_act, view=view_message(seen),
        legal=legal_messages(seen.legal), time_left_ms=asking.time_left_ms, strikes=asking.strikes,
    )  # fmt: skip


def accepted(decision: pb.Decision, action: str) -> pb.Verdict:
    """The decision stands."""
    outcome = pb.Accepted(action=action, next_version=decision.version + 1, next_head=HEAD)
    return pb.Verdict(game=decision.game, version=decision.version, seat=decision.seat, accepted=outcome)


def refused(decision: pb.Decision, refusal: pb.Refusal) -> pb.Verdict:
    """The decision does not stand."""
    return pb.Verdict(game=decision.game, version=decision.version, seat=decision.seat, refusal=refusal)


def illegal(asking: Asking) -> pb.Refusal:
    """The turn stays open."""
    legal = legal_messages(asking.seen.legal)
    return pb.Refusal(reason=Reason.MALFORMED_ACTION, message="This is a check: it is refused.", legal=legal)


def time_over() -> pb.Refusal:
    """The clock was first."""
    return _TIME_OVER
