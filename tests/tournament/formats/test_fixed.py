"""Round-robins, gauntlets and matches: everybody meets whom was promised, as often as was promised."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.tournament.formats.fixed import Gauntlet, Match, RoundRobin
from tests.tournament.formats.field import NAMES, field, met, play


@given(st.integers(2, 9), st.integers(2, 5), st.integers(1, 2))
def test_every_two_meet_as_often_in_every_cycle_of_a_round_robin(entrants: int, meeting: int, cycles: int) -> None:
    meeting = min(meeting, entrants)
    played = play(RoundRobin(field(entrants, meeting), cycles), 1)
    assert len(played) == cycles
    for each in played:
        found = Counter(frozenset(two) for group in each.round.meetings for two in combinations(group, 2))
        assert len(found) == entrants * (entrants - 1) // 2
        assert len(set(found.values())) == 1
        assert each.round.byes == ()


def test_the_second_cycle_begins_with_the_seats_exchanged() -> None:
    one, other = play(RoundRobin(field(3, 2), 2), 1)
    assert one.round.meetings == (("e01", "e02"), ("e01", "e03"), ("e02", "e03"))
    assert other.round.meetings == tuple(group[::-1] for group in one.round.meetings)


@given(st.integers(2, 20), st.integers(2, 5), st.data())
def test_the_challenger_meets_all_others_as_often(entrants: int, meeting: int, data: st.DataObject) -> None:
    meeting = min(meeting, entrants)
    challenger = data.draw(st.sampled_from(NAMES[:entrants]))
    (only,) = play(Gauntlet(field(entrants, meeting), challenger), 1)
    assert all(group[0] == challenger and len(set(group)) == meeting for group in only.round.meetings)
    others = Counter(name for group in only.round.meetings for name in group[1:])
    assert set(others) == set(NAMES[:entrants]) - {challenger}
    assert len(set(others.values())) == 1


def test_others_that_fill_their_tables_meet_the_challenger_once() -> None:
    (only,) = play(Gauntlet(field(7, 4), "e02"), 1)
    assert only.round.meetings == (("e02", "e01", "e03", "e04"), ("e02", "e05", "e06", "e07"))


def test_a_match_is_one_meeting() -> None:
    assert met(play(Match(field(2, 2)), 1)) == [frozenset({"e01", "e02"})]


def test_ranks_are_left_to_the_mean_score() -> None:
    for scheduler in (RoundRobin(field(4, 2), 1), Gauntlet(field(4, 2), "e01"), Match(field(2, 2))):
        assert scheduler.ranks([]) is None
