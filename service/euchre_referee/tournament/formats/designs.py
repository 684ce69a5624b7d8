"""Groups of entrants in which every two meet as often as any other two, and no more groups than need be.

All groups of a size are balanced, but there are many of them: of 16 entrants 1820 tables of four, where 20 will do.
Fewer are found as unions of orbits: groups that come from one another by turning a circle of all entrants, or of all
but one (a block design that is cyclic, or 1-rotational).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

_MOST_GROUPS: Final = 20_000
"""With more groups to look through no search is made."""
_MOST_ORBITS: Final = {3: 60, 2: 400}
"""With more orbits no unions of twice as many are tried."""

Groups = tuple[tuple[int, ...], ...]


class _Orbit(NamedTuple):
    groups: Groups
    meetings: tuple[int, ...]
    """How often two meet in it, by how far apart they sit on the circle; the last is for whoever sits outside."""


@cache
def balanced(entrants: int, size: int) -> Groups:
    """Groups of `size` of the numbers below `entrants`, the fewest that are found, in ascending order."""
    every = comb(entrants, size)
    found: list[Groups] = []
    if size > 2 and every <= _MOST_GROUPS:
        for outside in (False, True):
            orbits = _orbits(entrants, size, outside)
            found += (tuple(sorted(group for orbit in union for group in orbit.groups)) for union in _even(orbits))
    best = min(found, key=lambda groups: (len(groups), groups), default=None)
    if best is None or len(best) >= every:
        return tuple(combinations(range(entrants), size))
    return best


def balanced_size(entrants: int, size: int) -> int:
    """How many groups `balanced` gives, without making all of them where they are many."""
    every = comb(entrants, size)
    return every if size == 2 or every > _MOST_GROUPS else len(balanced(entrants, size))


def _orbits(entrants: int, size: int, outside: bool) -> list[_Orbit]:
    """All groups by the turns of the circle; with `outside` the last entrant is not on it."""
    around = entrants - outside
    seen: set[tuple[int, ...]] = set()
    orbits = []
    for group in combinations(range(entrants), size):
        if group not in seen:
            turned = {_turned(group, turn, around) for turn in range(around)}
            seen |= turned
            orbits.append(_Orbit(tuple(sorted(turned)), _meetings(turned, entrants, around)))
    return orbits


def _turned(group: Sequence[int], turn: int, around: int) -> tuple[int, ...]:
    return tuple(sorted((each + turn) % around if each < around else each for each in group))


def _meetings(groups: set[tuple[int, ...]], entrants: int, around: int) -> tuple[int, ...]:
    """What holds for the first holds for all, since the orbit looks alike from everywhere on the circle."""
    others = [*range(1, around // 2 + 1), *range(around, entrants)]
    return tuple(sum(0 in group and other in group for group in groups) for other in others)


def _even(orbits: Sequence[_Orbit]) -> Iterator[tuple[_Orbit, ...]]:
    """Unions of up to six orbits in which all meet as often: halves of up to three that fill each other up."""
    halves: dict[tuple[int, ...], tuple[_Orbit, ...]] = {}
    for count in (1, *(count for count in (2, 3) if len(orbits) <= _MOST_ORBITS[count])):
        for some in combinations(orbits, count):
            meetings = tuple(map(sum, zip(*(orbit.meetings for orbit in some), strict=True)))
            if len(set(meetings)) == 1:
                yield some
            halves.setdefault(meetings, some)
    for meetings, some in halves.items():
        for level in range(max(meetings), 2 * max(meetings) + 1):
            others = halves.get(tuple(level - each for each in meetings))
            if others is not None and not set(some) & set(others):
                yield (*some, *others)
