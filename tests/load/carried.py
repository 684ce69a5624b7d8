"""Games that are all played: decisions a second and processor time, by referee processes, apart from the beginning.

A stream begins with its session's games being read: until every game has been asked for, what is measured is the
beginning; only then what it costs to go on.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from euchre_referee.store.server_options import Fsync
from tests.load.player import Player, all_asked, all_decide
from tests.load.site import Site

PROCESSES: Final = (1, 2, 4)
SESSIONS: Final = 16
_LEAST: Final = 50


class _Used(NamedTuple):
    """Processor time and what was done until now."""

    at: float
    referees: float
    store: float
    players: float
    decided: int


async def carried(
    folder: Path,
    fsync: Fsync,
    games: int,
    rounds: int,
    seconds: float,
    *,
    cached: int | None = None,
    processes: Sequence[int] = PROCESSES,
) -> dict[str, Any]:
    """So many running games, all of them played, by so many referees on one store, in turn in every round.

    `cached`: the folds that a referee keeps; None for as many as there are games.
    """
    found: dict[int, list[dict[str, float]]] = {number: [] for number in processes}
    options = ("--cached-games", str(games if cached is None else cached))
    async with Site(folder, [options] * max(processes), fsync) as site:
        sessions = [f"plays-{number}" for number in range(min(SESSIONS, games))]
        await site.make_games(sessions, games)
        for _ in range(rounds):
            for number in processes:
                found[number].append(await _carrying(site, sessions, number, games, seconds))
        memory = [site.usage_of(number).resident_bytes for number in range(max(processes))]
        store = site.store_memory()
    return {
        "processes": {str(number): medians(each) for number, each in found.items()},
        "referee_resident_mib": [round(each / 2**20) for each in memory],
        "store_mib": round(store / 2**20, 1),
    }


async def _carrying(site: Site, sessions: list[str], processes: int, games: int, seconds: float) -> dict[str, float]:
    players = [site.player(session, number % processes) for number, session in enumerate(sessions)]
    try:
        come = _used(site, players)
        for player in players:
            await player.begin()
        await all_asked(players, games)
        before = _used(site, players)
        await asyncio.gather(asyncio.sleep(seconds), all_decide(players, _LEAST))
        after = _used(site, players)
    finally:
        for player in players:
            await player.end()
    made, took = after.decided - before.decided, after.at - before.at
    begun = before.decided - come.decided
    referees, store = after.referees - before.referees, after.store - before.store
    return {
        "beginning_seconds": before.at - come.at,
        "beginning_decisions": begun,
        "beginning_referee_us_a_game_read": 1e6 * (before.referees - come.referees - begun * referees / made) / games,
        "decisions_per_second": made / took,
        "sent_again": sum(player.sent_again for player in players),
        "referee_us": 1e6 * referees / made,
        "store_us": 1e6 * store / made,
        "players_us": 1e6 * (after.players - before.players) / made,
        "cores_used": (referees + store + after.players - before.players) / took,
    }


def _used(site: Site, players: list[Player]) -> _Used:
    own = os.times()
    referees = sum(site.usage_of(number).cpu_seconds for number in range(len(site.replicas)))
    decided = sum(player.decided for player in players)
    return _Used(monotonic(), referees, site.usage_of_store().cpu_seconds, own.user + own.system, decided)


def medians(each: list[dict[str, float]]) -> dict[str, Any]:
    """Of every figure that was measured several times: median, least and most."""
    return {
        name: {
            "median": round(median(one[name] for one in each), 2),
            "min": round(min(one[name] for one in each), 2),
            "max": round(max(one[name] for one in each), 2),
        }
        for name in each[0]
    }
