"""One pass: what is missing is asked for, read, verified and written, one batch while the next one comes."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from euchre_referee.cli.exporting.archive import Archive, Exported
from euchre_referee.cli.exporting.reading import Wanted, read
from euchre_referee.cli.exporting.sources import Line, Source

_MOST_TOLD: Final = 20
"""Faults that are told one by one."""


@dataclass
class Tally:
    """What came of the games that were asked for."""

    exported: int = 0
    unwanted: int = 0
    """Of another preset, or made before the time that was said."""
    running: int = 0
    withheld: int = 0
    gone: int = 0
    faulty: int = 0
    faults: list[str] = field(default_factory=list)
    """The first ones, in words."""

    @property
    def asked(self) -> int:
        """All of them."""
        return self.exported + self.unwanted + self.running + self.withheld + self.gone

    def tell(self, game: str, *faults: str) -> None:
        """Why a game is not exported, or not in order."""
        self.faults += [f"{game}: {fault}" for fault in faults][: _MOST_TOLD - len(self.faults)]

    def __str__(self) -> str:
        others = {
            "not wanted": self.unwanted, "still played": self.running, "withheld": self.withheld,
            "kept no longer": self.gone, "not in order": self.faulty,
        }  # fmt: skip
        told = ", ".join(f"{number} {word}" for word, number in others.items() if number)
        return f"{self.exported} games exported" + (f" ({told})" if told else "")


async def export(source: Source, archive: Archive, wanted: Wanted, tally: Tally, tell: Callable[[Tally], None]) -> None:
    """Everything that the archive does not hold. Raises `euchre_client.RefereeError`, OSError, Unusable.

    What was written before it raises, or is cancelled, is whole and stays.
    """
    writing: asyncio.Task[None] | None = None
    try:
        async for batch in source.batches(archive.ledger.missing):
            if writing is not None:
                await writing
                tell(tally)
            writing = asyncio.create_task(_write(batch, archive, wanted, tally))
    finally:
        if writing is not None:
            await writing
    tell(tally)


async def _write(batch: Sequence[Line], archive: Archive, wanted: Wanted, tally: Tally) -> None:
    games = await asyncio.to_thread(_read, batch, wanted, tally)
    tally.exported += archive.add(games)


def _read(batch: Sequence[Line], wanted: Wanted, tally: Tally) -> list[Exported]:
    games: list[Exported] = []
    for line in batch:
        if line.record is None:
            tally.withheld += line.withheld
            tally.gone += not line.withheld
            tally.tell(line.game, "it is withheld" if line.withheld else "there is no such game, or not any more")
            continue
        found = read(line.record, wanted)
        if found.exported is None:
            tally.running += found.running
            tally.unwanted += not found.running
            if found.running:
                tally.tell(line.game, "it is still played")
            continue
        faults = [*([line.fault] if line.fault else ()), *found.faults]
        tally.faulty += bool(faults)
        tally.tell(line.game, *faults)
        note = found.exported.note._replace(faulty=bool(faults))
        games.append(found.exported._replace(note=note))
    return games
