"""Matchpoints against figures worked out by hand."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.tournament.matchpoints import matchpoints
from euchre_referee.tournament.results import TableResult, Termination
from euchre_referee.tournament.schedule import GamePlan


def tables(*played: tuple[str, tuple[int, ...]]) -> list[TableResult]:
    """Tables by who sat there, seat by seat, and their points."""
    return [
        TableResult(GamePlan(1, 1, number, tuple(players)), Termination.NORMAL, None, points, ())
        for number, (players, points) in enumerate(played, 1)
    ]


def test_two_sides_at_two_tables_share_by_who_did_better_with_the_same_cards() -> None:
    assert matchpoints(tables(("ABAB", (4, 0, 4, 0)), ("BABA", (1, 0, 1, 0)))) == {"A": 0.5, "B": -0.5}
    assert matchpoints(tables(("ABAB", (1, 0, 1, 0)), ("BABA", (1, 0, 1, 0)))) == {"A": 0.0, "B": 0.0}


def test_every_table_of_the_board_is_held_against() -> None:
    found = matchpoints(
        tables(
            ("ABAB", (2, 0, 2, 0)),
            ("BABA", (1, 0, 1, 0)),
            ("CDCD", (0, 1, 0, 1)),
            ("DCDC", (1, 0, 1, 0)),
        )
    )
    # On the even seats A 2, B 1, D 1, C -1 and the other way round on the odd ones, where C and A have -1, B -2, D 1.
    assert found == {
        "A": (3 + 1.5) / 6 - 0.5,
        "B": (1.5 + 0) / 6 - 0.5,
        "C": (0 + 1.5) / 6 - 0.5,
        "D": (1.5 + 3) / 6 - 0.5,
    }


def test_single_players_are_held_against_whoever_sat_in_their_seat() -> None:
    found = matchpoints(tables(("ABC", (3, 0, 0)), ("BCA", (0, 0, 0)), ("CAB", (0, 0, 3))))
    # Leads by table: 2 -1 -1, 0 0 0, -1 -1 2. Seat by seat the three came 1 2 3, then 2.5 1 2.5, then 3 2 1.
    assert found == {"A": (2 + 0.5 + 1) / 6 - 0.5, "B": (0.5 + 1 + 2) / 6 - 0.5, "C": (0 + 2 + 0) / 6 - 0.5}


def test_nobody_to_be_held_against_is_a_half() -> None:
    assert matchpoints(tables(("ABAB", (4, 0, 4, 0)))) == {"A": 0.0, "B": 0.0}


points = st.tuples(*[st.integers(-5, 5)] * 4)


@given(st.lists(points, min_size=4, max_size=4))
def test_they_add_up_to_nothing_where_everybody_sits_everywhere(found: list[tuple[int, ...]]) -> None:
    shares: Mapping[str, float] = matchpoints(tables(*zip(("ABCD", "BCDA", "CDAB", "DABC"), found, strict=True)))
    assert abs(sum(shares.values())) < 1e-9
    assert all(-0.5 <= share <= 0.5 for share in shares.values())
