"""Swiss rounds: equals meet, rematches and second byes come only where nothing else is left."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.tournament.formats.histories import histories
from euchre_referee.tournament.formats.scheduler import Played, Round, Tally
from euchre_referee.tournament.formats.swiss import Swiss, most_rounds
from tests.tournament.formats.field import NAMES, field, met, play

seeds = st.integers(0, 10_000)


def pairings(names: tuple[str, ...]) -> list[list[frozenset[str]]]:
    """All ways to pair an even number of entrants."""
    if not names:
        return [[]]
    first, *rest = names
    return [
        [frozenset((first, other)), *more]
        for other in rest
        for more in pairings(tuple(name for name in rest if name != other))
    ]


@settings(max_examples=40)
@given(st.integers(2, 7), seeds)
def test_there_is_no_rematch_that_any_pairing_of_the_round_avoids(entrants: int, seed: int) -> None:
    played = play(Swiss(field(entrants, 2), most_rounds(entrants)), seed)
    for number, each in enumerate(played):
        before = set(met(played[:number]))
        byes = Counter(name for earlier in played[:number] for name in earlier.round.byes)
        fewest = min(byes[name] for name in NAMES[:entrants])
        mine = sum(pair in before for pair in met([each]))
        for waiting in [name for name in NAMES[:entrants] if byes[name] == fewest] if entrants % 2 else [None]:
            there = tuple(name for name in NAMES[:entrants] if name != waiting)
            if any(not before.intersection(pairs) for pairs in pairings(there)):
                assert mine == 0


@settings(max_examples=40)
@given(st.integers(2, 33), st.integers(2, 5), seeds)
def test_nobody_waits_again_before_everybody_has_waited(entrants: int, meeting: int, seed: int) -> None:
    meeting = min(meeting, entrants)
    played = play(Swiss(field(entrants, meeting), min(8, most_rounds(entrants))), seed)
    byes = Counter(dict.fromkeys(NAMES[:entrants], 0))
    for each in played:
        assert len(each.round.byes) == entrants % meeting
        byes.update(each.round.byes)
        assert max(byes.values()) - min(byes.values()) <= 1


@settings(max_examples=30)
@given(st.integers(4, 32), seeds)
def test_half_as_many_rounds_as_entrants_hold_no_rematch(entrants: int, seed: int) -> None:
    # Whoever has met fewer than half of the others leaves a pairing of all (Dirac).
    pairs = met(play(Swiss(field(entrants, 2), entrants // 2), seed))
    if entrants % 2 == 0:
        assert len(set(pairs)) == len(pairs)


def test_of_equals_the_upper_half_meets_the_lower() -> None:
    first = Swiss(field(8, 2), 3).next_round([])
    assert first is not None
    assert first.meetings == (("e01", "e05"), ("e02", "e06"), ("e03", "e07"), ("e04", "e08"))


def test_winners_meet_winners() -> None:
    following = Round((("e01", "e03"), ("e02", "e04")))
    won, lost = Tally(1.0, 1.0, 1, 0), Tally(0.0, -1.0, 0, 0)
    results = Played(following, ({"e01": lost, "e03": won}, {"e02": lost, "e04": won}))
    swiss = Swiss(field(4, 2), 3)
    second = swiss.next_round([results])
    assert second is not None
    assert set(map(frozenset, second.meetings)) == {frozenset({"e03", "e04"}), frozenset({"e01", "e02"})}
    assert swiss.ranks([results]) == {"e03": 1, "e04": 1, "e01": 3, "e02": 3}


def test_the_lowest_waits_and_a_bye_is_worth_a_won_meeting_of_two() -> None:
    swiss = Swiss(field(5, 2), 5)
    first = swiss.next_round([])
    assert first is not None
    assert first.byes == ("e05",)
    found = histories(NAMES[:5], [Played(first, ({}, {}))], 2)
    assert (found["e05"].points, found["e05"].byes) == (1.0, 1)
    assert histories(NAMES[:5], [Played(Round((NAMES[:4],), ("e05",)), ({},))], 4)["e05"].points == 0.5


@settings(max_examples=30)
@given(st.integers(3, 5), seeds)
def test_tables_hold_no_rematch_where_there_is_plenty_of_room(meeting: int, seed: int) -> None:
    played = play(Swiss(field(4 * meeting * meeting if meeting < 4 else 60, meeting), 2), seed)
    twos = Counter(frozenset(two) for each in played for group in each.round.meetings for two in combinations(group, 2))
    assert max(twos.values()) == 1


def test_points_of_those_met_break_ties() -> None:
    one = Round((("e01", "e02"), ("e03", "e04")))
    win, loss = Tally(1.0, 1.0, 1, 0), Tally(0.0, -1.0, 0, 0)
    two = Round((("e01", "e03"), ("e02", "e04")))
    played = [
        Played(one, ({"e01": win, "e02": loss}, {"e03": win, "e04": loss})),
        Played(two, ({"e01": win, "e03": loss}, {"e02": win, "e04": loss})),
    ]
    # Both e02 and e03 have a point, and met the first and the last; their means are even, too.
    assert Swiss(field(4, 2), 3).ranks(played) == {"e01": 1, "e02": 2, "e03": 2, "e04": 4}
    assert histories(NAMES[:4], played, 2)["e01"].opponents == 2.0
