"""The player's side of one `Play` stream: whatever is ready leaves in the next frame."""

import asyncio
from typing import Final

import grpc
import grpc.aio

from euchre.v1.game_pb2 import Decision
from euchre.v1.player_service_pb2 import PlayRequest, PlayResponse

MOST_DECISIONS: Final = 256
"""Decisions in one frame; what the referee puts into one of its own."""

PlayCall = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]


class Outbox:
    """Collects acknowledgements and decisions and writes them, one frame at a time.

    After a break it swallows what it is given: the referee sends every open turn again on the next stream.
    """

    def __init__(self, call: PlayCall, open_frames: int) -> None:
        self._call = call
        self._first: PlayRequest | None = PlayRequest(open_frames=open_frames)
        self._acknowledged = 0
        self._told = 0
        self._decisions: list[Decision] = []
        self._writing = False

    def acknowledge(self, number: int) -> None:
        """The frame of this number has been received."""
        self._acknowledged = number

    def add(self, decision: Decision) -> None:
        """Puts a decision into the next frame."""
        self._decisions.append(decision)

    async def flush(self) -> None:
        """Writes all that is ready; returns at once if another call is writing, which then takes it along."""
        if self._writing:
            return
        self._writing = True
        try:
            while (request := self._next()) is not None:
                await self._call.write(request)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # The stream broke. Its reader learns why.
            self._decisions.clear()
        finally:
            self._writing = False

    def _next(self) -> PlayRequest | None:
        first, self._first = self._first, None
        if first is not None:
            return first
        decisions = self._decisions
        if not decisions and self._told == self._acknowledged:
            return None
        self._told = self._acknowledged
        if len(decisions) > MOST_DECISIONS:
            self._decisions = decisions[MOST_DECISIONS:]
            decisions = decisions[:MOST_DECISIONS]
        else:
            self._decisions = []
        return PlayRequest(acknowledged=self._acknowledged, decisions=decisions)
