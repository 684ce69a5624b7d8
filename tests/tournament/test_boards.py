"""What the tables of a board say, against figures worked out by hand."""

from collections.abc import Sequence

from euchre_referee.tournament.boards import BoardResult, board_results, differences, scores
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.terms import Terms
from tests.tournament.tables import deal, judged, result, schedule, terms, with_keys


def results(terms: Terms, *points: Sequence[int]) -> list[TableResult]:
    """The games of the schedule in its order, with these points by seat, as the preset writes them."""
    plans = list(schedule(terms).games())
    return [result(terms, judged(terms, plan, deal(each))) for plan, each in zip(plans, points, strict=False)]


def test_partners_score_the_difference_of_the_sides_averaged_over_the_exchanged_seats() -> None:
    own = terms("euchre", "AB", 2)
    # Board 1: A wins 2 on the even seats, then B wins 1 on them. Board 2: A wins 1 and 4.
    games = results(own, [2, 0, 2, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 4, 0, 4])
    found = board_results(schedule(own), games)
    assert scores(own.rules, found) == {"A": (0.5, 2.5), "B": (-0.5, -2.5)}
    assert differences(found) == {("A", "B"): (0.5, 2.5)}


def test_two_single_players_score_above_the_mean_of_the_table() -> None:
    own = terms("buck", "AB", 1)
    # A B A B gain 3 -5 2 0: means 2.5 and -2.5, table 0. B A B A gain 1 0 2 1: means 1.5 and 0.5, table 1.
    found = board_results(schedule(own), results(own, [-3, 5, -2, 0], [-1, 0, -2, -1]))
    assert found == (BoardResult(1, 1, ("A", "B"), (1.0, -1.0)),)
    assert scores(own.rules, found) == {"A": (1.0,), "B": (-1.0,)}
    assert differences(found) == {("A", "B"): (2.0,)}


def test_a_tableful_of_single_players_meets_in_every_rotation() -> None:
    own = terms("buck", "ABCD", 1)
    # By entrant A B C D the four tables give 4 0 0 0, 4 0 0 0, 0 0 0 -4, 0 4 0 0; leads over the mean of each table.
    games = results(own, [-4, 0, 0, 0], [0, 0, 0, -4], [0, 4, 0, 0], [0, 0, -4, 0])
    found = board_results(schedule(own), games)
    assert scores(own.rules, found) == {"A": (1.5,), "B": (0.5,), "C": (-0.5,), "D": (-1.5,)}
    assert differences(found)["B", "D"] == (2.0,)


def test_an_entrant_has_one_score_for_a_board_however_many_it_met_there() -> None:
    own = terms("euchre", "ABC", 1)
    # A beats B by 2, A beats C by 1, C beats B by 4, at both tables each.
    games = results(own, [2, 0, 2, 0], [0, 2, 0, 2], [1, 0, 1, 0], [0, 1, 0, 1], [0, 4, 0, 4], [4, 0, 4, 0])
    found = board_results(schedule(own), games)
    assert scores(own.rules, found) == {"A": (1.5,), "B": (-3.0,), "C": (1.5,)}
    assert differences(found) == {("A", "B"): (2.0,), ("A", "C"): (1.0,), ("B", "C"): (-4.0,)}


def test_a_board_counts_only_when_all_its_tables_do() -> None:
    own = terms("euchre", "AB", 2)
    games = results(own, [2, 0, 2, 0], [1, 0, 1, 0], [1, 0, 1, 0])
    assert [(each.pairing, each.board) for each in board_results(schedule(own), games)] == [(1, 1)]
    last = list(schedule(own).games())[-1]
    void = result(own, with_keys(judged(own, last, finished=False), end={"termination": "void"}))
    assert [each.board for each in board_results(schedule(own), [*games, void])] == [1]
