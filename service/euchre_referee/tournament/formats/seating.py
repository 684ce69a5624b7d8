"""The seatings that make a meeting even."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from euchre_referee.tournament.formats.form import Seatings


class Chair(NamedTuple):
    """Who takes a seat: the number of an entrant in the meeting, and of one of its bots, both from 0."""

    entrant: int
    member: int


Seating = tuple[Chair, ...]


class Tables(NamedTuple):
    """What the seatings of a tournament depend on: the seats, the sides, whether any entrant is a team of two."""

    players: int
    partners: bool
    teams: bool
    seatings: Seatings

    def of(self, size: int) -> tuple[Seating, ...]:
        """The seatings of `size` entrants, at least two and no more than the seats, two with partners.

        Seated in turn, once from each of them: for two that is A B A B and B A B A. Where the entrants do not fill
        the seats evenly, all rotations together give each of them every seat as often.
        """
        return _seatings(self, size)

    def meeting(self, entrants: int) -> int:
        """How many of so many entrants meet at a time: a tableful of single players if there are as many, else two."""
        return self.players if not self.partners and entrants >= self.players else 2


@cache
def _seatings(tables: Tables, size: int) -> tuple[Seating, ...]:
    turned = [tuple((seat + turn) % size for seat in range(tables.players)) for turn in range(size)]
    as_entered = (False,) * size
    if tables.seatings is Seatings.ROTATIONS:
        return tuple(_seating(entrants, as_entered) for entrants in turned)
    if not tables.partners:
        return tuple(_seating(entrants, as_entered) for entrants in _permuted(turned))
    exchanged = tuple(product((False, True), repeat=size)) if tables.teams else (as_entered,)
    return tuple(_seating(entrants, each) for each in exchanged for entrants in turned)


def _permuted(turned: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """All orders of each of the rotations, those that occur again left out."""
    seen = set()
    for entrants in turned:
        for order in permutations(entrants):
            if order not in seen:
                seen.add(order)
                yield order


def _seating(entrants: tuple[int, ...], exchanged: tuple[bool, ...]) -> Seating:
    """An entrant's bots take its seats in turn, beginning with the second where they are exchanged."""
    return tuple(
        Chair(entrant, (entrants[:seat].count(entrant) + exchanged[entrant]) % 2)
        for seat, entrant in enumerate(entrants)
    )
