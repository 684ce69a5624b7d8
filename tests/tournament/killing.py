"""Tournaments whose runner, referee or store is killed again and again, and that go on all the same."""

import asyncio
import os
import signal
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

from euchre_referee.tournament.fields import Json, mapping
from tests.tournament.runs import Run, begin, descendants

PATIENT = ("--action-limit-ms", "600000")
"""However slow a machine is, and however long something is gone, the clock decides nothing."""


class Victim(StrEnum):
    """Who is killed."""

    RUNNER = "runner"
    REFEREE = "referee"
    STORE = "store"


class Survived(NamedTuple):
    """How the last run of a tournament ended, and who was killed before."""

    run: Run
    killed: tuple[Victim, ...]


async def survive(
    directory: Path, arguments: Iterable[str], lots: Random, victims: Iterable[Victim], seconds: tuple[float, float]
) -> Survived:
    """Plays a tournament to its end; one victim after the other is killed, after a time between these two.

    Those that are left when it is over are spared. A run that the loss of a victim ended is begun again.
    """
    asked = (*arguments, *PATIENT)
    killed: list[Victim] = []
    left = list(victims)[::-1]
    while True:
        process, before = await begin(directory, *asked), len(killed)
        while left and await _struck(process, left[-1], lots, seconds):
            killed.append(left.pop())
        out, err = await process.communicate()
        assert process.returncode is not None
        if process.returncode == 0 or len(killed) == before:
            return Survived(Run(process.returncode, out.decode(), err.decode(), directory), tuple(killed))


async def _struck(
    process: asyncio.subprocess.Process, victim: Victim, lots: Random, seconds: tuple[float, float]
) -> bool:
    """Whether somebody was killed; false if the run ended before."""
    while True:
        try:
            async with asyncio.timeout(lots.uniform(*seconds)):
                await process.wait()
        except TimeoutError:
            found = process_of(process.pid, victim)
            if found is not None:
                os.kill(found, signal.SIGKILL)
                return True
        else:
            return False


def process_of(runner: int, victim: Victim) -> int | None:
    """The process of a victim, if it is there at the moment."""
    if victim is Victim.RUNNER:
        return runner
    mark = b"\0serve\0" if victim is Victim.REFEREE else b"unixsocket"
    return next((process for process in descendants(runner) if mark in _command(process)), None)


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def deals(found: Run) -> list[tuple[Json, object]]:
    """What was dealt and played, by its place in the tournament."""
    return [(mapping(record["tournament"], "a record's place"), record["deals"]) for record in found.records]
