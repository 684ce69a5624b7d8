"""The pairings of which every place is filled: nobody's games begin before."""

from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import Final

from euchre_referee.tournament.hosting.steps import open_pairings
from euchre_referee.tournament.hosting.tables import chairs, session_of
from euchre_referee.tournament.log.fold import Tournament

WAIT_SECONDS: Final = 0.25
"""How often, while places that are not filled are waited for; also how old a look at filled ones may be."""


class Filling:
    """`present` gives those of the sessions that have a stream at some replica."""

    def __init__(self, present: Callable[[Collection[str]], Awaitable[set[str]]]) -> None:
        self._present: Final = present
        self._looked_at = 0.0
        self._replacements = 0
        self.ready: frozenset[int] = frozenset()
        """The pairings, by their numbers."""
        self.waits = False
        """There are others, which are open."""

    async def look(self, tournament: Tournament) -> None:
        """Looks, unless that was just done. Raises the store's errors."""
        pairings = open_pairings(tournament)
        numbers = frozenset(pairing.number for pairing in pairings)
        # A program in another's place has sessions of its own, which are not filled because the others were.
        replacements = sum(entrant.replacements for entrant in tournament.entrants.values())
        known = numbers <= self.ready and replacements == self._replacements
        if known and monotonic() < self._looked_at + WAIT_SECONDS:
            self.waits = False
            return
        sessions = {
            pairing.number: {session_of(tournament, chair) for chair in chairs(tournament, pairing)}
            for pairing in pairings
        }
        present = await self._present({each for several in sessions.values() for each in several})
        self._looked_at, self._replacements = monotonic(), replacements
        self.ready = frozenset(number for number, several in sessions.items() if several <= present)
        self.waits = self.ready != numbers
