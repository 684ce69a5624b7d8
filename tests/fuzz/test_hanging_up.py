"""Callers who hang up in the middle of anything leave nothing open behind them."""

import asyncio
import random

from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.api.limits import Limits
from tests.api.callers import Caller
from tests.api.nearby import nearby
from tests.conftest import Server
from tests.store.until import until

ROUNDS = 40
WATCHERS = 25


async def test_watchers_who_hang_up_at_any_moment_are_gone(server: Server) -> None:
    rng = random.Random(1)
    async with (
        nearby(server.store, Limits(calls_per_second=100_000, calls_burst=100_000)) as replica,
        replica.caller("op", operator=True) as operator,
        replica.caller("hasty") as caller,
    ):
        game = await operator.create(["hasty"] * 4)
        for _ in range(ROUNDS):
            await asyncio.gather(*(hang_up(caller, game, rng.random() / 50) for _ in range(WATCHERS)))
        # The game stands still meanwhile: no news would end a watch that goes on.
        await until(lambda: not replica.access.streams)


async def hang_up(caller: Caller, game: str, seconds: float) -> None:
    """Watches a game for so long, whatever was answered by then."""
    call = caller.referee.Watch(referee.WatchRequest(game=game), metadata=caller.metadata)
    reading = asyncio.ensure_future(call.read())
    await asyncio.wait([reading], timeout=seconds)
    call.cancel()
    await asyncio.wait([reading])
