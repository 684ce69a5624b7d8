"""Tables of more than two from an order of merit, with few who have met before."""

from collections.abc import Mapping, Sequence
from itertools import combinations

Met = Mapping[str, Mapping[str, int]]


def tabled(met: Met, size: int) -> tuple[tuple[str, ...], ...]:
    """Tables of `size` of those in `met`, which are in order of merit; how often each has met whom.

    Table by table from above, then exchanges between tables for as long as one of them helps.
    """
    left = list(met)
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(min(left, key=lambda name: sum(met[name].get(other, 0) for other in table)))
            left.remove(table[-1])
        tables.append(table)
    while _exchanged(met, tables):
        pass
    return tuple(map(tuple, tables))


def _exchanged(met: Met, tables: Sequence[list[str]]) -> bool:
    """Makes the first exchange that lessens the rematches; false if there is none."""
    for one, other in combinations(tables, 2):
        before = _rematches(met, one) + _rematches(met, other)
        for mine in range(len(one)):
            for theirs in range(len(other)):
                one[mine], other[theirs] = other[theirs], one[mine]
                if _rematches(met, one) + _rematches(met, other) < before:
                    return True
                one[mine], other[theirs] = other[theirs], one[mine]
    return False


def _rematches(met: Met, table: Sequence[str]) -> int:
    """Meeting for the third time weighs more than twice a second."""
    return sum(met[one].get(other, 0) ** 2 for one, other in combinations(table, 2))
