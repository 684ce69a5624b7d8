"""One interface for all formats: from what was played to the next round, or to the end. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class Field(NamedTuple):
    """Who competes: the names in the order of their seeding, and how many meet at a time, at least two."""

    names: tuple[str, ...]
    meeting: int


class Round(NamedTuple):
    """Who meets in a round, in the order in which they are seated first, and who has to wait."""

    meetings: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class Shape(NamedTuple):
    """How large a round will be, whatever the results: `size` entrants in each of `meetings`."""

    meetings: int
    size: int


class Tally(NamedTuple):
    """What one entrant brings home from one meeting.

    `points`: the share of the others there that it is ahead of, half a one for equals, from 0 to 1; `lead`: its mean
    over the boards, zero being the average; `boards_won`: on how many of them it was ahead of all others; `defaults`:
    how many actions the referee had to make for it.
    """

    points: float
    lead: float
    boards_won: int
    defaults: int


class Played(NamedTuple):
    """A round and what came of its meetings so far, in their order, by name.

    Nobody is named for a meeting without a board that counts.
    """

    round: Round
    tallies: tuple[Mapping[str, Tally], ...]

    def of(self, name: str) -> list[Tally]:
        """What an entrant brought home from its meetings."""
        return [meeting[name] for meeting in self.tallies if name in meeting]


class Scheduler(Protocol):
    """A format, set up for the entrants of a tournament."""

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """All rounds there will be."""

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """The round after those that were played; None: the tournament is over."""

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """Each entrant's rank from 1, equals sharing one; None: by the mean score."""
