"""A log followed entry by entry, with the game as it stood before each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from euchre_referee.referee.entries import Entry, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.timing import Accounts
from euchre_referee.rules.state import State


def place_of(entry: int) -> str:
    """How a fault names an entry; the first one is 0."""
    return f"proof.entries[{entry}]"


class Passage(NamedTuple):
    """One entry, and the game before it."""

    at: int
    """The entry's place in the log, from 0."""
    entry: Entry
    state: State
    accounts: Accounts
    strikes: tuple[int, ...]
    struck: tuple[str, ...]
    """What was struck in this turn before."""
    full: bool
    """Every seat was taken."""

    @property
    def place(self) -> str:
        """How a fault names the entry."""
        return place_of(self.at)


def passages(game: Game, entries: Sequence[bytes]) -> Iterator[Passage]:
    """Takes entries into a game, one at a time. Raises BrokenLog where one cannot follow.

    What an entry tells of the game counts for those after it, so that one wrong entry is one fault.
    """
    for raw in entries:
        before = (game.state, game.accounts, game.strikes, game.struck, game.full)
        game.advance(raw)
        yield Passage(game.version - 1, decode(raw), *before)
