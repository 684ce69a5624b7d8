"""Brackets and tables of elimination, for any number of entrants."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.tournament.formats.elimination import Elimination
from euchre_referee.tournament.formats.scheduler import Played, Tally
from tests.tournament.formats.field import NAMES, field, play

seeds = st.integers(0, 10_000)
WON, LOST = Tally(1.0, 1.0, 1, 0), Tally(0.0, -1.0, 0, 0)


@given(st.integers(2, 64), seeds)
def test_a_bracket_ends_with_one_and_everybody_else_lost_once(entrants: int, seed: int) -> None:
    elimination = Elimination(field(entrants, 2))
    played = play(elimination, seed)
    assert len(played) == (entrants - 1).bit_length()
    assert sum(len(each.round.meetings) for each in played) == entrants - 1
    ranks = elimination.ranks(played)
    assert ranks is not None
    meetings = Counter(name for each in played for group in each.round.meetings for name in group)
    out: set[str] = set()
    for each in played:
        for group in each.round.meetings:
            assert not out & set(group)
            out.add(max(group, key=lambda name: ranks[name]))
    assert out == set(NAMES[:entrants]) - {name for name, rank in ranks.items() if rank == 1}
    assert len(out) == entrants - 1
    assert meetings.keys() == set(NAMES[:entrants])


@given(st.integers(2, 64), seeds)
def test_the_best_seeds_have_the_byes_all_in_the_first_round(entrants: int, seed: int) -> None:
    first, *others = play(Elimination(field(entrants, 2)), seed)
    byes = (1 << (entrants - 1).bit_length()) - entrants
    assert set(first.round.byes) == set(NAMES[:byes])
    assert all(not each.round.byes for each in others)


@given(st.integers(1, 6))
def test_where_the_better_seed_always_wins_the_best_meet_as_late_as_can_be(rounds: int) -> None:
    elimination = Elimination(field(1 << rounds, 2))
    played: list[Played] = []
    while (following := elimination.next_round(played)) is not None:
        half = len(following.meetings)
        for group in following.meetings:
            one, other = sorted(NAMES.index(name) for name in group)
            assert (one < half, other) == (True, 2 * half - 1 - one)
        tallies = [{name: WON if name == min(group) else LOST for name in group} for group in following.meetings]
        played.append(Played(following, tuple(tallies)))
    ranks = elimination.ranks(played)
    assert ranks is not None
    assert ranks["e01"] == 1
    assert ranks["e02"] == 2


@given(st.integers(2, 64), st.integers(3, 5), seeds)
def test_tables_end_with_one_table_and_everybody_ranked(entrants: int, meeting: int, seed: int) -> None:
    elimination = Elimination(field(entrants, min(meeting, entrants)))
    played = play(elimination, seed)
    assert len(played[-1].round.meetings) == 1
    ranks = elimination.ranks(played)
    assert ranks is not None
    assert Counter(ranks.values())[1] == 1
    last = played[-1].round.meetings[0]
    assert sorted(ranks[name] for name in last) == list(range(1, len(last) + 1))
    assert all(ranks[name] > len(last) for name in NAMES[:entrants] if name not in last)
    for each in played[:-1]:
        assert all(len(group) == min(meeting, entrants) for group in each.round.meetings)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Tally(0.0, 0.5, 0, 9), Tally(1.0, 0.4, 9, 0)),
        (Tally(0.0, 0.5, 2, 9), Tally(0.0, 0.5, 1, 0)),
        (Tally(0.0, 0.5, 1, 0), Tally(0.0, 0.5, 1, 1)),
    ],
)
def test_what_decides_a_meeting(better: Tally, worse: Tally) -> None:
    elimination = Elimination(field(2, 2))
    (first,) = play(elimination, 1)
    assert elimination.ranks([Played(first.round, ({"e01": worse, "e02": better},))]) == {"e02": 1, "e01": 2}


def test_equals_are_decided_by_their_seeds_and_those_still_in_share_the_lead() -> None:
    elimination = Elimination(field(4, 2))
    first = elimination.next_round([])
    assert first is not None
    assert first.meetings == (("e01", "e04"), ("e02", "e03"))
    played = [Played(first, tuple(dict.fromkeys(group, Tally(0.5, 0.0, 0, 0)) for group in first.meetings))]
    assert elimination.ranks(played) == {"e01": 1, "e02": 1, "e03": 3, "e04": 3}
    assert elimination.next_round(played) == ((("e01", "e02"),), ())
    assert elimination.ranks([]) == dict.fromkeys(NAMES[:4], 1)
