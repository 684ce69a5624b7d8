"""`make bench-capacity`: what a referee and its store can carry, and what a game costs (docs/capacity.md); JSON.

Whether a decision costs more the more other games there are (growth.py), up to a million; decisions a second and
processor time by referee processes and games that are all played (carried.py); many streams at one referee
(streams.py); memory of the store for a game in each stage.
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
from time import monotonic
from typing import Any, Final

from euchre_referee.store.append import Stage
from euchre_referee.store.server_options import Fsync
from tests.load.carried import carried
from tests.load.crowd import Crowd, gather_crowd
from tests.load.growth import growth
from tests.load.processes import machine
from tests.load.site import Site
from tests.load.streams import all_streams

GAMES: Final = (10, 1_000, 10_000, 100_000)
FEW: Final = 10


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
        if "streams" in options.parts:
            with _told("streams"):
                report["streams"] = await all_streams(folder / "streams", fsync, options.seconds)
        if "million" in options.parts:
            with _told("million"):
                others = (FEW, options.million)
                report["million"] = await growth(folder / "million", fsync, options.rounds, options.seconds, others)
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
    parser.add_argument("--million", type=int, default=1_000_000, help="other games in the part of that name")
    parser.add_argument("--parts", nargs="+", default=["growth", "memory", "carried", "streams", "million"])
    options = parser.parse_args()
    report = asyncio.run(_run(options))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
