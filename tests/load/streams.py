"""Many streams at one referee: each is a session of its own with one game, and decides at the pace of a person."""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any, Final

import grpc

from euchre_referee.store.server_options import Fsync
from tests.load.player import Player, all_asked
from tests.load.site import Site

STREAMS: Final = (1_000, 5_000, 10_000)
PACE: Final = 10.0
"""Seconds for which every player thinks."""
_OF_A_CONNECTION: Final = 100
"""Streams that share one, as behind a balancer."""
_ROOM: Final = ("--limit", "streams=1000000", "--cached-games", "1000000")


async def streamed(folder: Path, fsync: Fsync, streams: int, seconds: float) -> dict[str, float]:
    """Memory and processor time of a referee with so many streams."""
    async with Site(folder, [_ROOM], fsync) as site, AsyncExitStack() as stack:
        sessions = [f"one-{number}" for number in range(streams)]
        await site.make_games(sessions, streams)
        without = site.usage_of(0)
        address, options = site.replicas[0].address, [("grpc.use_local_subchannel_pool", 1)]
        players: list[Player] = []
        for first in range(0, streams, _OF_A_CONNECTION):
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(address, options))
            some = sessions[first : first + _OF_A_CONNECTION]
            came = [Player(address, site.token(session), PACE, channel) for session in some]
            players += came
            for player in came:
                await player.begin()
            # As many at once as the referee reads in time, however busy the machine is.
            await all_asked(came, len(came))
        there = site.usage_of(0)
        # After a round of thinking their decisions are spread as those of people are.
        await asyncio.sleep(PACE)
        before, store, decided = site.usage_of(0), site.usage_of_store(), _decided(players)
        own, at = os.times(), monotonic()
        await asyncio.sleep(seconds)
        after, store_after, made = site.usage_of(0), site.usage_of_store(), _decided(players) - decided
        took, own_after = monotonic() - at, os.times()
        for player in players:
            await player.end()
    return {
        "until_all_had_come_referee_us_a_stream": round(1e6 * (there.cpu_seconds - without.cpu_seconds) / streams),
        "referee_kib_a_stream": round((after.resident_bytes - without.resident_bytes) / 1024 / streams, 1),
        "referee_resident_mib": round(after.resident_bytes / 2**20),
        "decisions_per_second": round(made / took),
        "referee_us": round(1e6 * (after.cpu_seconds - before.cpu_seconds) / made),
        "store_us": round(1e6 * (store_after.cpu_seconds - store.cpu_seconds) / made),
        "players_us": round(1e6 * (sum(own_after[:2]) - sum(own[:2])) / made),
        "referee_cores": round((after.cpu_seconds - before.cpu_seconds) / took, 2),
        "load_average": round(os.getloadavg()[0], 1),
    }


def _decided(players: list[Player]) -> int:
    return sum(player.decided for player in players)


async def all_streams(folder: Path, fsync: Fsync, seconds: float) -> dict[str, Any]:
    """By number of streams."""
    return {str(number): await streamed(folder / str(number), fsync, number, seconds) for number in STREAMS}
