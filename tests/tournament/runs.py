"""Tournaments run from the command line, and what they left behind."""

import asyncio
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from euchre_referee.tournament.fields import Json

DEADLINE = 240.0


class Run(NamedTuple):
    """How a run ended and what it wrote."""

    code: int
    out: str
    err: str
    directory: Path

    @property
    def records(self) -> list[Json]:
        """The records in their order."""
        return [json.loads(line) for line in (self.directory / "games.jsonl").read_text().splitlines()]

    @property
    def standings(self) -> Json:
        """The standings."""
        document: Json = json.loads((self.directory / "standings.json").read_text())
        return document


async def begin(directory: Path, *arguments: str) -> asyncio.subprocess.Process:
    """A run whose bots are looked for in the directory above its own."""
    return await command(directory.parent, "run", *arguments, "--out", str(directory))


async def order(directory: Path, word: str, *arguments: str) -> Run:
    """The operator's word to the tournament in a directory."""
    return await ended(await command(directory.parent, word, str(directory), *arguments), directory)


async def command(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    """A command of `euchre tournament`, called in a folder."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "euchre_referee.cli.main", "tournament", *arguments,
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if not name.startswith("EUCHRE_")},
    )  # fmt: skip


async def run(directory: Path, *arguments: str, within: float = DEADLINE) -> Run:
    """A run to its end."""
    return await ended(await begin(directory, *arguments), directory, within)


async def ended(process: asyncio.subprocess.Process, directory: Path, within: float = DEADLINE) -> Run:
    """The end of a run that was begun."""
    async with asyncio.timeout(within):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Run(process.returncode, out.decode(), err.decode(), directory)


def descendants(process: int) -> set[int]:
    """The processes that a process started, and those that they started."""
    found: set[int] = set()
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            found |= {child, *descendants(child)}
    return found


def alive(processes: Iterable[int]) -> set[int]:
    """Those that have not ended; one that nobody has asked about has."""
    return {process for process in processes if _state(process) not in ("", "Z")}


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""
