"""Everybody meets everybody, on every board, in every seating, and the seats even out."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.tournament.schedule import GamePlan, Schedule
from tests.tournament.tables import schedule, terms

NAMES = "ABCDEFGH"
PRESETS = {2: "euchre-two-handed", 3: "buck-three", 4: "buck", 5: "euchre-auction"}


def round_robin(names: str, players: int, partners: bool, boards: int) -> Schedule:
    """What there is to play under a preset of so many players."""
    return schedule(terms("euchre" if partners else PRESETS[players], names, boards))


def seatings(entrants: int, players: int, partners: bool) -> list[list[str]]:
    """The seatings of every pairing, a seating as a word."""
    schedule = round_robin(NAMES[:entrants], players, partners, 1)
    return [["".join(table.players) for table in pairing.tables] for pairing in schedule.pairings]


def test_partners_meet_in_twos_and_exchange_the_sides() -> None:
    assert seatings(3, 4, partners=True) == [["ABAB", "BABA"], ["ACAC", "CACA"], ["BCBC", "CBCB"]]
    assert len(seatings(8, 4, partners=True)) == 28


def test_single_players_meet_in_twos_while_they_are_fewer_than_the_seats() -> None:
    assert seatings(2, 4, partners=False) == [["ABAB", "BABA"]]
    assert seatings(3, 4, partners=False) == [["ABAB", "BABA"], ["ACAC", "CACA"], ["BCBC", "CBCB"]]
    assert seatings(2, 3, partners=False) == [["ABA", "BAB"]]
    assert seatings(4, 5, partners=False)[0] == ["ABABA", "BABAB"]


def test_single_players_meet_by_the_tableful_as_soon_as_they_fill_one() -> None:
    assert seatings(4, 4, partners=False) == [["ABCD", "BCDA", "CDAB", "DABC"]]
    assert seatings(4, 3, partners=False) == [
        ["ABC", "BCA", "CAB"],
        ["ABD", "BDA", "DAB"],
        ["ACD", "CDA", "DAC"],
        ["BCD", "CDB", "DBC"],
    ]
    assert seatings(3, 2, partners=False) == [["AB", "BA"], ["AC", "CA"], ["BC", "CB"]]


def test_games_come_board_by_board_with_the_tables_of_a_board_together() -> None:
    schedule = round_robin("AB", 4, partners=True, boards=2)
    one, other = tuple("ABAB"), tuple("BABA")
    assert list(schedule.games()) == [
        GamePlan(1, 1, 1, one),
        GamePlan(1, 1, 2, other),
        GamePlan(1, 2, 1, one),
        GamePlan(1, 2, 2, other),
    ]
    assert schedule.game_count == 4


def test_a_game_is_found_by_its_numbers_and_nothing_by_others() -> None:
    schedule = round_robin("ABC", 4, partners=True, boards=5)
    assert all(schedule.plan(plan.pairing, plan.board, plan.table) == plan for plan in schedule.games())
    for numbers in ((0, 1, 1), (4, 1, 1), (1, 0, 1), (1, 6, 1), (1, 1, 0), (1, 1, 3), (-1, 1, 1)):
        assert schedule.plan(*numbers) is None


@given(st.integers(2, 8), st.integers(2, 5), st.booleans())
def test_every_two_meet_as_often_and_every_entrant_takes_every_seat_as_often(
    entrants: int, players: int, partners: bool
) -> None:
    players = 4 if partners else players
    schedule = round_robin(NAMES[:entrants], players, partners, 1)
    meetings = Counter(two for pairing in schedule.pairings for two in combinations(pairing.entrants, 2))
    assert set(meetings) == set(combinations(NAMES[:entrants], 2))
    assert len(set(meetings.values())) == 1
    seats = Counter((name, seat) for table in schedule.tables for seat, name in enumerate(table.players))
    assert len(seats) == entrants * players
    assert len(set(seats.values())) == 1
    if partners:
        assert all(table.players[:2] == table.players[2:] for table in schedule.tables)
