"""`make bench-capacity`: what a referee and its store can carry, and what a game costs (docs/capacity.md); JSON.

Three parts: whether a decision costs more the more other games there are (growth.py); decisions a second and processor
time by referee processes and games that are all played; memory of the store for a game in each stage.
"""

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from euchre_referee.store.append import Stage
from euchre_referee.store.server_options import Fsync
from tests.load.crowd import Crowd, gather_crowd
from tests.load.growth import growth
from tests.load.player import Player, all_decide
from tests.load.processes import Usage, machine
from tests.load.site import Site

PROCESSES: Final = (1, 2, 4)
GAMES: Final = (10, 1_000, 10_000, 100_000)
SESSIONS: Final = 16
_LEAST: Final = 50


class Used(NamedTuple):
    """Processor time so far."""

    referees: list[Usage]
    store: Usage
    players: float


def _used(site: Site, processes: int) -> Used:
    times = os.times()
    return Used(
        [site.usage_of(number) for number in range(processes)], site.usage_of_store(), times.user + times.system
    )


# --- games that are all played


async def carried(folder: Path, fsync: Fsync, games: int, rounds: int, seconds: float) -> dict[str, Any]:
    """So many running games, all of them played, by 1, 2 and 4 referees on one store, in turn in every round."""
    found: dict[int, list[dict[str, float]]] = {processes: [] for processes in PROCESSES}
    async with Site(folder, [()] * max(PROCESSES), fsync) as site:
        sessions = [f"plays-{number}" for number in range(min(SESSIONS, games))]
        await site.make_games(sessions, games)
        for _ in range(rounds):
            for processes in PROCESSES:
                found[processes].append(await _carrying(site, sessions, processes, seconds))
        memory = [site.usage_of(number).resident_bytes for number in range(max(PROCESSES))]
        store = site.store_memory()
    return {
        "processes": {str(processes): _medians(each) for processes, each in found.items()},
        "referee_resident_mib": [round(each / 2**20) for each in memory],
        "store_mib": round(store / 2**20, 1),
    }


async def _carrying(site: Site, sessions: list[str], processes: int, seconds: float) -> dict[str, float]:
    players = [site.player(session, number % processes) for number, session in enumerate(sessions)]
    try:
        for player in players:
            await player.begin()
        await all_decide(players, _LEAST)
        before, began, decided = _used(site, processes), monotonic(), _decided(players)
        await asyncio.gather(asyncio.sleep(seconds), all_decide(players, _LEAST))
        after, made, took = _used(site, processes), _decided(players) - decided, monotonic() - began
    finally:
        for player in players:
            await player.end()
    referees = sum(b.cpu_seconds - a.cpu_seconds for a, b in zip(before.referees, after.referees, strict=True))
    return {
        "decisions_per_second": made / took,
        "sent_again": sum(player.sent_again for player in players),
        "referee_us": 1e6 * referees / made,
        "store_us": 1e6 * (after.store.cpu_seconds - before.store.cpu_seconds) / made,
        "players_us": 1e6 * (after.players - before.players) / made,
        "cores_used": (referees + after.store.cpu_seconds - before.store.cpu_seconds + after.players - before.players)
        / took,
    }


def _decided(players: list[Player]) -> int:
    return sum(player.decided for player in players)


def _medians(each: list[dict[str, float]]) -> dict[str, Any]:
    return {
        name: {
            "median": round(median(one[name] for one in each), 2),
            "min": round(min(one[name] for one in each), 2),
            "max": round(max(one[name] for one in each), 2),
        }
        for name in each[0]
    }


# --- memory


async def remembered(folder: Path, number: int) -> dict[str, Any]:
    """Bytes of the store for a game of each stage, and for what is kept of it in a file."""
    found: dict[str, Any] = {}
    async with Site(folder, [()], Fsync.EVERY_SECOND) as site:
        for stage, pattern in (await site.patterns()).items():
            entries = len(pattern.log)
            sessions = tuple(f"{stage.name}-{seat}" for seat in range(1 if stage is Stage.WAITING else 4))
            steps = []
            for part in range(4):
                before = site.store_memory()
                await gather_crowd(site.store.url, Crowd(f"{stage} {part}", pattern, number // 4, sessions))
                steps.append(round((site.store_memory() - before) / (number // 4)))
            found[stage.name.lower()] = {
                "entries": entries,
                "log_bytes": sum(map(len, pattern.log)),
                "store_bytes_of_each_quarter": steps,
                "store_bytes": round(sum(steps) / len(steps)),
            }
    return found


# --- a million


async def million(folder: Path, number: int, seconds: float) -> dict[str, Any]:
    """That many running games in one store, 64 of them played: the plan's arithmetic, held against one machine."""
    async with Site(folder, [()], Fsync.EVERY_SECOND) as site:
        pattern = (await site.patterns())[Stage.RUNNING]
        empty, began = site.store_memory(), monotonic()
        await gather_crowd(site.store.url, Crowd("million", pattern, number, ("t-0", "t-1", "t-2", "t-3")))
        filled = monotonic() - began
        await site.make_games(["few"], 64)
        measured = [await _carrying(site, ["few"], 1, seconds) for _ in range(5)]
        return {
            "games": number,
            "store_gib": round((site.store_memory() - empty) / 2**30, 2),
            "store_resident_gib": round(site.usage_of_store().resident_bytes / 2**30, 2),
            "games_written_per_second": round(number / filled),
            "playing_64_of_them": _medians(measured),
        }


@contextmanager
def _told(what: str) -> Iterator[None]:
    began = monotonic()
    yield
    print(f"{what}: {monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)


async def _run(options: argparse.Namespace) -> dict[str, Any]:
    fsync = Fsync(options.fsync)
    report: dict[str, Any] = {"machine": {**machine(), "python": platform.python_version()}, "fsync": fsync.value}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-capacity-")))
        if "growth" in options.parts:
            with _told("growth"):
                report["growth"] = await growth(folder / "growth", fsync, options.rounds, options.seconds)
        if "memory" in options.parts:
            with _told("memory"):
                report["memory"] = await remembered(folder / "memory", options.remembered)
        if "carried" in options.parts:
            report["carried"] = {}
            for games in options.games:
                with _told(f"{games} games"):
                    found = await carried(folder / str(games), fsync, games, options.rounds, options.seconds)
                    report["carried"][str(games)] = found
        if "million" in options.parts:
            with _told("million"):
                report["million"] = await million(folder / "million", options.million, options.seconds)
    report["machine"]["load_average_after"] = machine()["load_average"]
    return report


def main() -> None:
    """Measures and writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/capacity.json"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement, in every round")
    parser.add_argument("--fsync", choices=[fsync.value for fsync in Fsync], default=Fsync.ALWAYS.value)
    parser.add_argument("--remembered", type=int, default=100_000, help="games of each stage whose memory is measured")
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="games that are all played, one run each")
    parser.add_argument("--million", type=int, default=1_000_000, help="games of the part of that name")
    parser.add_argument("--parts", nargs="+", default=["growth", "memory", "carried", "million"])
    options = parser.parse_args()
    report = asyncio.run(_run(options))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
