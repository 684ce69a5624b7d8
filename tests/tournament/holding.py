"""A tournament that stays where it is until it is let go: one board over, one in play, one not begun."""

import asyncio
from pathlib import Path

from tests.store.until import until
from tests.tournament.killing import PATIENT
from tests.tournament.runs import DEADLINE, begin

# Plays the board that it begins with, and other ones only when there is a file `go`.
_HOLDS = """
import asyncio, pathlib
class Holds:
    def __init__(self):
        self.first = None
    async def __call__(self, turn):
        self.first = self.first or turn.game
        while turn.game != self.first and not pathlib.Path("go").exists():
            await asyncio.sleep(0.01)
        return turn.legal[0]
"""
_FEW = 'rules = "euchre-two-handed"\nboards = 3\nconcurrency = 2\n'

CONFIGURATION = "few.toml"
"""Three boards, played one after the other; it names no bots."""
ASKED = (CONFIGURATION, "--bots", "first,held=holds:Holds", "--seed", "held", *PATIENT)


def hold_up(folder: Path) -> Path:
    """Puts there what it takes; the directory for the results."""
    (folder / "holds.py").write_text(_HOLDS)
    (folder / CONFIGURATION).write_text(_FEW)
    return folder / "out"


async def held(directory: Path, *reaching: str) -> asyncio.subprocess.Process:
    """The tournament as it is played, its first board over."""
    process = await begin(directory, *ASKED, *reaching)
    games = directory / "games.jsonl"
    await until(lambda: process.returncode is not None or (games.exists() and games.stat().st_size), DEADLINE)
    assert process.returncode is None, await process.communicate()
    return process


def let_go(directory: Path) -> None:
    """It plays on."""
    (directory.parent / "go").touch()
