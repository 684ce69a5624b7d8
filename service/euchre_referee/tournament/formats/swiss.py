"""Swiss: in every round those meet who have as many points, and nobody the same one twice while that can be helped."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import Final

from euchre_referee.tournament.formats.histories import History, histories
from euchre_referee.tournament.formats.matching import perfectly_matched
from euchre_referee.tournament.formats.scheduler import Field, Played, Round, Shape
from euchre_referee.tournament.formats.tabling import tabled


def most_rounds(entrants: int) -> int:
    """After so many rounds of two everybody has met everybody, and where one has to wait has waited once."""
    return entrants - 1 + entrants % 2


class Swiss:
    """Points, then the points of those met, then the mean score make the order; the seeding breaks ties.

    Where two meet, no rematch is made that any pairing of the whole round avoids, and the upper half of those with
    equal points meets the lower. Tables of more are filled from above with whoever has met the fewest of those there;
    that keeps rematches few, not fewest.
    """

    def __init__(self, field: Field, rounds: int) -> None:
        self._field: Final = field
        self._rounds: Final = rounds

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """As many full meetings as there are, in every round."""
        names, meeting = self._field
        return (Shape(len(names) // meeting, meeting),) * self._rounds

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """Pairs or tables by the order so far; whoever is over waits, the lowest of those that waited least."""
        if len(played) >= self._rounds:
            return None
        order = self._order(played)
        return _round_of_two(order) if self._field.meeting == 2 else _round_of_tables(order, self._field.meeting)

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """By points, the points of those met, and the mean score."""
        keys = [_key(history) for _, history in self._order(played)]
        return {name: 1 + keys.index(_key(history)) for name, history in self._order(played)}

    def _order(self, played: Sequence[Played]) -> list[tuple[str, History]]:
        found = histories(self._field.names, played, self._field.meeting)
        return sorted(found.items(), key=lambda entry: _key(entry[1]))


def _key(history: History) -> tuple[float, float, float]:
    return (-history.points, -history.opponents, -history.lead)


def _waiting(order: Sequence[tuple[str, History]], left_over: int) -> Iterator[tuple[int, ...]]:
    """Whose turn it may be to wait, by places in the order, the best choice first.

    Nobody waits again before everybody of fewer byes has; among equals it is the lowest.
    """
    byes = sorted(history.byes for _, history in order)
    limit = byes[left_over - 1] if left_over else 0
    sure = tuple(place for place, (_, history) in enumerate(order) if left_over and history.byes < limit)
    open_ = [place for place, (_, history) in reversed(list(enumerate(order))) if history.byes == limit]
    for more in combinations(open_, left_over - len(sure)):
        yield (*sure, *more)


def _round_of_two(order: Sequence[tuple[str, History]]) -> Round:
    """The fewest rematches of any one pair first: none, if any pairing of all has none."""
    for most in count():
        allowed = [
            {place for place, (other, _) in enumerate(order) if other != name and history.met.get(other, 0) <= most}
            for name, history in order
        ]
        for waiting in _waiting(order, len(order) % 2):
            there = [place for place in range(len(order)) if place not in waiting]
            if perfectly_matched(allowed, there):
                pairs = _paired(order, allowed, there)
                return Round(
                    tuple((order[one][0], order[other][0]) for one, other in pairs),
                    tuple(order[place][0] for place in waiting),
                )
    raise AssertionError("everybody may meet everybody sooner or later")


def _paired(
    order: Sequence[tuple[str, History]], allowed: Sequence[set[int]], there: list[int]
) -> Iterator[tuple[int, int]]:
    """From above, each with the best choice that leaves the others a pairing."""
    while there:
        one, *rest = there
        for other in _preferred(order, one, rest):
            left = [place for place in rest if place != other]
            if other in allowed[one] and perfectly_matched(allowed, left):
                yield one, other
                there = left
                break


def _preferred(order: Sequence[tuple[str, History]], one: int, rest: Sequence[int]) -> list[int]:
    """Equal points before others; among equals the first of the lower half, then those nearest to it."""
    points = order[one][1].points
    equals = [place for place in rest if order[place][1].points == points]
    middle = len(equals) // 2
    # One is not in `rest`: of eight equals seven are left, and the fifth of the eight is the fourth of these.
    halves = sorted(range(len(equals)), key=lambda number: (abs(number - middle), -number))
    return [equals[number] for number in halves] + [place for place in rest if order[place][1].points != points]


def _round_of_tables(order: Sequence[tuple[str, History]], size: int) -> Round:
    waiting = next(_waiting(order, len(order) % size))
    there = [entry for place, entry in enumerate(order) if place not in waiting]
    met = {name: history.met for name, history in there}
    return Round(tabled(met, size), tuple(order[place][0] for place in waiting))
