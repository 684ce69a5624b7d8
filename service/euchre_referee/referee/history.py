"""A game's whole log, entry by entry, with the state before and after each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from euchre_referee.referee.entries import Entry, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.games import empty_game
from euchre_referee.rules.state import State


class Happening(NamedTuple):
    """One entry of a log and what it did."""

    version: int
    """Of the log with this entry."""
    head: bytes
    entry: Entry
    before: State
    after: State


class History:
    """Folds a log as it grows."""

    def __init__(self, first: bytes) -> None:
        self.game: Game = empty_game(first)
        self._first: Happening = self._begin(first)

    @property
    def first(self) -> Happening:
        """The creation."""
        return self._first

    def follow(self, entries: Sequence[bytes]) -> Iterator[Happening]:
        """Takes further entries, one at a time. Raises BrokenLog where one cannot follow."""
        for raw in entries:
            before = self.game.state
            self.game.advance(raw)
            yield Happening(self.game.version, self.game.head, decode(raw), before, self.game.state)

    def _begin(self, first: bytes) -> Happening:
        before = self.game.state
        self.game.begin(first)
        return Happening(1, self.game.head, decode(first), before, before)
