"""One misbehaving player at one table, and what it is told there."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

import grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as api
from tests.api.callers import Caller, Frames, told

OVER_WITHIN: Final = 90.0
"""Seconds within which every game ends, whatever an animal does."""


@dataclass
class Cage:
    """An animal, its game, and the way to the referee."""

    name: str
    address: str
    token: str
    game: str
    seat: int
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """The others at the table have been told that the game is over."""
    told: set[str] = field(default_factory=set)
    """Reasons of refusals that the animal got; of calls without one, the status."""
    decided_last: int | None = None
    """The version of a decision that stands although the animal was killed before it heard so."""

    def caller(self, address: str = "") -> Caller:
        """The animal on a connection of its own, straight to the referee or through something else."""
        return Caller(address or self.address, self.token)

    async def frames(self, call: Frames) -> AsyncIterator[api.PlayResponse]:
        """What the stream brings, until the game is over or the stream ends; refusals are noted."""
        async with asyncio.timeout(OVER_WITHIN):
            while True:
                try:
                    frame = await call.read()
                except grpc.aio.AioRpcError as error:
                    self.refused(error)
                    return
                if not isinstance(frame, api.PlayResponse):
                    return
                self.judged(frame.verdicts)
                yield frame
                if any(end.game == self.game for end in frame.ends):
                    return

    def judged(self, verdicts: Iterable[pb.Verdict]) -> None:
        """Notes what was refused."""
        self.told.update(verdict.refusal.reason for verdict in verdicts if verdict.HasField("refusal"))

    def refused(self, error: grpc.aio.AioRpcError) -> None:
        """Notes why a call was."""
        self.told.add(told(error).reason or error.code().name)

    async def until_over(self) -> None:
        """Waits for the end of the game."""
        await asyncio.wait_for(self.over.wait(), OVER_WITHIN)


Animal = Callable[[Cage], Awaitable[None]]
"""Behaves as it does until its game is over, or leaves before."""
