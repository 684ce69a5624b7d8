"""Runs a tournament from its configuration to its report."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from euchre_referee.tournament.agreement import agree
from euchre_referee.tournament.archive import Archive
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.operator import Operator
from euchre_referee.tournament.playing import Crewing, Playing
from euchre_referee.tournament.processes import Crew
from euchre_referee.tournament.progress import Progress
from euchre_referee.tournament.standings import Standings, provisional_standings, standings
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unplayed import Unplayed

_SHOW_EVERY: Final = 0.5
_SHOW_SHARE: Final = 0.1
"""Progress is computed every so many seconds, and in no more than this share of the time."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told what happens: a sentence where something happens, and again and again how far it is."""

    tell: Callable[[str], None]
    show: Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The standings at the end, and what was not played."""

    standings: Standings
    unplayed: tuple[Unplayed, ...]


async def run_tournament(
    config: TournamentConfig,
    operator: Operator,
    directory: Path,
    audience: Audience,
    action_limit_ms: int,
    crew: Crewing = Crew,
) -> Outcome:
    """Plays everything and writes it down; what came in stands in the directory whatever happens.

    Raises `euchre_client.RefereeError` if the referee is gone or refuses, and as `Archive.begun` does.
    """
    agreement = await agree(config, operator)
    terms = agreement.terms
    with Archive.begun(directory, standings(terms, ())) as archive:
        audience.tell(f"commitment to the seeds of all {terms.board_count} boards: {terms.commitment}")
        playing = Playing(agreement, operator, archive, audience.tell, action_limit_ms, crew)
        try:
            async with _shown(playing, terms, audience):
                await playing.play(config.concurrency)
        finally:
            final = standings(terms, playing.results)
            archive.finish(final, playing.results)
    return Outcome(final, playing.unplayed())


@asynccontextmanager
async def _shown(playing: Playing, terms: Terms, audience: Audience) -> AsyncIterator[None]:
    """Progress is shown for as long as this is entered, and once more at its end."""
    begun = time.monotonic()

    def show() -> float:
        now = time.monotonic()
        audience.show(Progress(provisional_standings(terms, playing.results), playing.running, now - begun))
        return time.monotonic() - now

    async def show_again_and_again() -> None:
        while True:
            seconds = show()
            await asyncio.sleep(max(_SHOW_EVERY, seconds / _SHOW_SHARE))

    showing = asyncio.create_task(show_again_and_again())
    try:
        yield
        show()
    finally:
        showing.cancel()
        with suppress(asyncio.CancelledError):
            await showing
