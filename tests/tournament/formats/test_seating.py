"""Everybody takes every seat as often; teams of two both sit on their side."""

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.tournament.formats.form import Seatings
from euchre_referee.tournament.formats.lots import drawn
from euchre_referee.tournament.formats.seating import Tables


@given(st.integers(2, 5), st.integers(2, 5), st.sampled_from(Seatings))
def test_every_entrant_takes_every_seat_as_often(players: int, size: int, seatings: Seatings) -> None:
    size = min(size, players)
    found = Tables(players, False, False, seatings).of(size)
    taken = Counter((chair.entrant, seat) for seating in found for seat, chair in enumerate(seating))
    assert len(taken) == size * players
    assert len(set(taken.values())) == 1
    assert len(set(found)) == len(found)
    if seatings is Seatings.ROTATIONS:
        assert len(found) == size
    elif size == players:
        assert len(found) == factorial(players)


@pytest.mark.parametrize(
    ("teams", "seatings", "tables"), [(False, "rotations", 2), (False, "all", 2), (True, "all", 8)]
)
def test_partners_sit_opposite_each_other_in_both_ways(teams: bool, seatings: str, tables: int) -> None:
    found = Tables(4, True, teams, Seatings(seatings)).of(2)
    assert len(found) == len(set(found)) == tables
    for seating in found:
        assert seating[0].entrant == seating[2].entrant != seating[1].entrant == seating[3].entrant
        assert {seating[0].member, seating[2].member} == {seating[1].member, seating[3].member} == {0, 1}
    members = Counter((chair, seat) for seating in found for seat, chair in enumerate(seating))
    if seatings == "all" and teams:
        assert set(members.values()) == {2}


def test_single_players_meet_by_the_tableful_if_they_fill_one() -> None:
    single, sides = Tables(4, False, False, Seatings.ROTATIONS), Tables(4, True, False, Seatings.ROTATIONS)
    assert [single.meeting(entrants) for entrants in (2, 3, 4, 9)] == [2, 2, 4, 4]
    assert sides.meeting(9) == 2


def test_a_draw_by_lot_can_be_made_again_and_depends_on_what_it_is_made_from() -> None:
    names = [f"bot{number}" for number in range(12)]
    assert drawn(names, "ab") == drawn(names[::-1], "ab") != drawn(names, "cd")
    assert sorted(drawn(names, "ab")) == sorted(names)
