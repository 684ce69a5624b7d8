"""Whether a decision costs more the more other games there are: 64 games are played with few and with many others in
the store, by referees that have all they play in memory, and by referees that have nothing there.

All sizes are measured in every round, so that the machine's moods fall on all of them alike. The measure is the
processor time of the referee and of the store, background work included, over the decisions made meanwhile.
"""

import asyncio
import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from euchre_referee.store.append import Stage
from euchre_referee.store.server_options import Fsync
from tests.load.crowd import Crowd, gather_crowd
from tests.load.player import Player, all_decide
from tests.load.site import Site

ACTIVE: Final = 64
OTHERS: Final = (10, 1_000, 10_000, 100_000)
CACHES: Final = (20_000, 0)
"""Games kept in memory: all that are played, and none."""
_WARM: Final = 300
_LEAST: Final = 2_000
"""Decisions in a measurement."""


class Sized(NamedTuple):
    """A site with so many games that nobody plays, and the players of its referees, one each."""

    others: int
    site: Site
    players: list[Player]


async def growth(
    folder: Path, fsync: Fsync, rounds: int, seconds: float, others: Sequence[int] = OTHERS
) -> dict[str, Any]:
    """Microseconds of processor time for a decision, by what is kept in memory, who used them and other games."""
    async with AsyncExitStack() as stack:
        sized = [await stack.enter_async_context(_opened(folder, fsync, number)) for number in others]
        found: dict[str, dict[str, dict[int, list[float]]]] = {}
        for _ in range(rounds):
            for cache_number, cache in enumerate(CACHES):
                for each in sized:
                    measured = await _measured(each, cache_number, seconds)
                    for process, micros in measured.items():
                        by_others = found.setdefault(f"cache of {cache}", {}).setdefault(process, {})
                        by_others.setdefault(each.others, []).append(micros)
    return {cache: {process: _told(by) for process, by in found[cache].items()} for cache in found}


def _told(by_others: dict[int, list[float]]) -> dict[str, Any]:
    medians = {others: median(micros) for others, micros in by_others.items()}
    fewest = medians[min(medians)]
    return {
        str(others): {
            "median": round(medians[others], 1),
            "min": round(min(micros), 1),
            "max": round(max(micros), 1),
            "of_the_fewest": round(medians[others] / fewest, 3),
        }
        for others, micros in by_others.items()
    }


class _opened:
    """A site with a crowd, and games to play for a player at each of its referees."""

    def __init__(self, folder: Path, fsync: Fsync, others: int) -> None:
        self._others: Final = others
        options = [("--cached-games", str(cache)) for cache in CACHES]
        self._site: Final = Site(folder / str(others), options, fsync)
        self._players: list[Player] = []

    async def __aenter__(self) -> Sized:
        site = await self._site.__aenter__()
        patterns = await site.patterns()
        third = self._others // 3
        # People who think, players who have not come, and games that others of our own players hold up.
        crowds = (
            Crowd("away", patterns[Stage.RUNNING], self._others - 2 * third, ("away-0", "away-1", "away-2", "away-3")),
            Crowd("free", patterns[Stage.WAITING], third, ("waits-0",)),
            Crowd("held", patterns[Stage.RUNNING], third, ("away-0", "looks-on", "away-2", "looks-on")),
        )
        for crowd in crowds:
            await gather_crowd(site.store.url, crowd)
        for replica in range(len(CACHES)):
            session = f"active-{replica}"
            await site.make_games([session], ACTIVE)
            self._players.append(site.player(session, replica))
        # Who waits for others in many games has a stream too, at the referee that keeps what it can.
        onlooker = site.player("looks-on", 0)
        await onlooker.begin()
        self._players.append(onlooker)
        return Sized(self._others, site, self._players[: len(CACHES)])

    async def __aexit__(self, *error: Any) -> None:
        for player in self._players:
            await player.end()
        await self._site.__aexit__(*error)


async def _measured(sized: Sized, replica: int, seconds: float) -> dict[str, float]:
    site, session = sized.site, f"active-{replica}"
    player = site.player(session, replica)
    await player.begin()
    try:
        await all_decide([player], _WARM)
        before, began = (site.usage_of(replica), site.usage_of_store(), os.times(), player.decided), monotonic()
        # However busy the machine is: enough for the kernel's hundredths of a second to say something.
        await asyncio.gather(asyncio.sleep(seconds), all_decide([player], _LEAST))
        after = site.usage_of(replica), site.usage_of_store(), os.times(), player.decided
    finally:
        await player.end()
    decided = after[3] - before[3]
    mine = sum(after[2][:2]) - sum(before[2][:2])
    spent = {
        "referee": after[0].cpu_seconds - before[0].cpu_seconds,
        "store": after[1].cpu_seconds - before[1].cpu_seconds,
        "player": mine,
    }
    micros = {process: 1e6 * cpu / decided for process, cpu in spent.items()}
    micros["referee and store"] = micros["referee"] + micros["store"]
    micros["decisions a second"] = decided / (monotonic() - began)
    return micros
