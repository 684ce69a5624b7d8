"""`make tournament-long`: the most memory that the runner and the referee have of a long match, at two lengths."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.tournament.killing import Victim, process_of
from tests.tournament.runs import begin, ended

ASKED: Final = ("--rules", "euchre-two-handed", "--bots", "greedy,first", "--format", "match")
LOOK_EVERY: Final = 0.5
WITHIN: Final = 3 * 60 * 60.0


class Most(NamedTuple):
    """The most resident memory so far, in mebibytes."""

    runner: float
    referee: float


async def main() -> int:
    """0 if every match was played to its end."""
    parser = argparse.ArgumentParser(prog="tournament-long", description=__doc__)
    parser.add_argument("--boards", type=int, nargs="+", default=[1_000, 10_000])
    wrong = 0
    for boards in parser.parse_args().boards:
        with tempfile.TemporaryDirectory(prefix="euchre-long-") as folder:
            begun = time.monotonic()
            process = await begin(Path(folder) / "out", *ASKED, "--boards", str(boards))
            playing = asyncio.create_task(ended(process, Path(folder) / "out", WITHIN))
            most = Most(0, 0)
            while not playing.done():
                most = Most(*map(max, most, _now(process.pid)))
                await asyncio.wait((playing,), timeout=LOOK_EVERY)
            found = playing.result()
            wrong += found.code != 0
            seconds = time.monotonic() - begun
            print(
                f"{boards} boards: exit code {found.code}, {seconds:.0f} s, "
                f"runner {most.runner:.0f} MiB, referee {most.referee:.0f} MiB {found.err}",
                flush=True,
            )
    return 1 if wrong else 0


def _now(runner: int) -> Most:
    return Most(_peak(runner), _peak(process_of(runner, Victim.REFEREE)))


def _peak(process: int | None) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM:")), 0)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
