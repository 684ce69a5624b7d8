"""Balanced groups: every two meet as often, in no more groups than are known to be needed."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from euchre_referee.tournament.formats.designs import balanced, balanced_size

SIZES = [(entrants, size) for size in (2, 3, 4, 5) for entrants in range(size, 15)]


@pytest.mark.parametrize(("entrants", "size"), SIZES)
def test_every_two_meet_as_often(entrants: int, size: int) -> None:
    groups = balanced(entrants, size)
    met = Counter(two for group in groups for two in combinations(group, 2))
    assert len(met) == comb(entrants, 2)
    assert len(set(met.values())) == 1
    assert len(set(groups)) == len(groups) == balanced_size(entrants, size) <= comb(entrants, size)
    assert all(len(set(group)) == size for group in groups)


@pytest.mark.parametrize(
    ("entrants", "size", "groups"),
    # Fano plane, affine planes of order 3 and 4, projective plane of order 3 and others (Colbourn and Dinitz, II.1).
    [(7, 3, 7), (9, 3, 12), (13, 3, 26), (8, 4, 14), (13, 4, 13), (16, 4, 20), (11, 5, 11)],
)
def test_well_known_designs_are_found(entrants: int, size: int, groups: int) -> None:
    assert len(balanced(entrants, size)) == groups


def test_where_nothing_smaller_is_there_all_groups_meet_in_their_order() -> None:
    assert balanced(5, 4) == tuple(combinations(range(5), 4))
    assert balanced(6, 2) == tuple(combinations(range(6), 2))


def test_of_very_many_groups_the_number_is_known_without_making_them() -> None:
    assert balanced_size(64, 5) == comb(64, 5)
