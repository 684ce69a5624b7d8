"""A session that decides whatever it is asked, as cheaply as a driver in Python can."""

import asyncio
import random
from time import monotonic
from typing import Final

import grpc

from euchre.v1 import game_pb2, player_service_pb2

_PLAY: Final = "/euchre.v1.PlayerService/Play"
_PATIENCE: Final = 120.0


class Player:
    """Plays on one stream. `decided` counts decisions that were accepted, `sent_again` those that had to wait.

    It thinks for `pace` seconds in the mean before it answers a frame. A `channel` is shared with others, who close it.
    """

    def __init__(self, address: str, token: str, pace: float = 0.0, channel: grpc.aio.Channel | None = None) -> None:
        self._shares: Final = channel is not None
        self._channel: Final = channel or grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)])
        self._token: Final = token
        self._pace: Final = pace
        self._task: asyncio.Task[None] | None = None
        self._open: Final[dict[str, game_pb2.Decision]] = {}
        self.decided = 0
        self.sent_again = 0

    async def begin(self) -> None:
        """Connects, and answers from now on."""
        self._task = asyncio.create_task(self._play())

    async def end(self) -> None:
        """Leaves."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if not self._shares:
            await self._channel.close()

    @property
    def asked(self) -> int:
        """Games in which it has been asked for a decision."""
        return len(self._open)

    def failed(self) -> BaseException | None:
        """Why it does not play any more."""
        return self._task.exception() if self._task is not None and self._task.done() else None

    async def _play(self) -> None:
        method = self._channel.stream_stream(_PLAY, request_serializer=bytes, response_deserializer=bytes)
        call = method(metadata=(("authorization", f"Bearer {self._token}"),))
        await call.write(b"")
        while True:
            received = await call.read()
            assert isinstance(received, bytes), "the stream has ended"
            frame = player_service_pb2.PlayResponse.FromString(received)
            request = player_service_pb2.PlayRequest(acknowledged=frame.number)
            for verdict in frame.verdicts:
                if verdict.HasField("accepted"):
                    self.decided += 1
                else:
                    assert verdict.refusal.retry_ms, verdict
                    request.decisions.append(self._open[verdict.game])
            if request.decisions:
                self.sent_again += len(request.decisions)
                await asyncio.sleep(max(verdict.refusal.retry_ms for verdict in frame.verdicts) / 1000)
            for turn in frame.turns:
                made = request.decisions.add(game=turn.game, version=turn.version, seat=turn.seat)
                made.text = turn.legal[turn.version * 7 % len(turn.legal)].text
                self._open[turn.game] = made
            if self._pace and frame.turns:
                await asyncio.sleep(random.uniform(0, 2 * self._pace))
            if request.decisions:
                await call.write(request.SerializeToString())


async def all_asked(players: list[Player], games: int) -> None:
    """Waits until the players have been asked in so many games together. Raises what made one of them give up."""
    last, since = -1, monotonic()
    while (asked := sum(player.asked for player in players)) < games:
        _raise_failures(players)
        if asked > last:
            last, since = asked, monotonic()
        assert monotonic() < since + _PATIENCE, f"{games - asked} of {games} games are not asked for"
        await asyncio.sleep(0.05)


async def all_decide(players: list[Player], least: int = 1) -> None:
    """Waits until every player has had so many decisions accepted. Raises what made one of them give up."""
    goal = [player.decided + least for player in players]
    end = monotonic() + _PATIENCE
    while any(player.decided < wanted for player, wanted in zip(players, goal, strict=True)):
        _raise_failures(players)
        assert monotonic() < end, "players are not asked"
        await asyncio.sleep(0.02)


def _raise_failures(players: list[Player]) -> None:
    for player in players:
        if (error := player.failed()) is not None:
            raise error
