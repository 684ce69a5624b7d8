"""One record becomes one result, more points always being better; a record that does not fit says why."""

from typing import Any

import pytest

from euchre_referee.rules.result import Outcome
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.results import Fault, Judged, Termination, forfeit_points, table_result
from euchre_referee.tournament.schedule import GamePlan
from tests.tournament.tables import deal, judged, result, rules, schedule, terms, with_keys

EUCHRE = terms("euchre", "AB", 2)
BUCK = terms("buck", "AB", 2)
FIRST = GamePlan(1, 1, 1, tuple("ABAB"))


def test_points_are_summed_by_seat_and_void_deals_add_nothing() -> None:
    thrown_in = deal([0, 0, 0, 0], "THROWN_IN", maker=None, trump=None, tricks=[0, 0, 0, 0])
    found = result(EUCHRE, judged(EUCHRE, FIRST, thrown_in, deal([2, 0, 2, 0], "MARCH")))
    assert found.points == (2, 0, 2, 0)
    assert found.outcome is Outcome.MARCH
    assert found.termination is Termination.NORMAL
    assert found.plan == FIRST


def test_points_taken_off_are_gained_where_the_score_counts_down() -> None:
    found = result(BUCK, judged(BUCK, FIRST, deal([-3, 5, -2, 0], withdrew=[3])))
    assert found.points == (3, -5, 2, 0)


def test_what_each_seat_did() -> None:
    thrown_in = deal([0, 0, 0, 0], "THROWN_IN", maker=None, trump=None, tricks=[0, 0, 0, 0])
    marched = deal([0, 2, 0, 2], "MARCH", maker=3, alone=True, tricks=[0, 0, 0, 5])
    entry = with_keys(
        judged(EUCHRE, FIRST, thrown_in, marched),
        marks=[
            {"deal": 0, "action": 0, "mark": "timeout"},
            {"deal": 1, "action": 1, "mark": "strike", "seat": 3, "refused": "play Ah", "reason": "NOT_YOUR_TURN"},
            {"deal": 1, "action": 1, "mark": "strikes"},
        ],
    )
    assert result(EUCHRE, entry).figures == (
        Figures(seats=1, deals=2, timeouts=1, default_actions=1),
        Figures(seats=1, deals=2),
        Figures(seats=1, deals=2),
        Figures(seats=1, deals=2, calls=1, alone=1, made=1, marches=1, illegal_actions=1, default_actions=1),
    )


def test_a_lost_deal_is_nobodys_success_and_counts_where_the_clock_brought_it() -> None:
    lost = deal([0, 2, 0, 2], "LOST", maker=0)
    marks = [{"deal": 0, "action": 1, "mark": "lost", "seat": 2, "cause": cause} for cause in ("disconnect", "illegal")]
    found = result(EUCHRE, with_keys(judged(EUCHRE, FIRST, lost), marks=marks))
    assert found.figures[0] == Figures(seats=1, deals=1, calls=1)
    assert found.figures[2] == Figures(seats=1, deals=1, timeouts=1)


def test_a_euchred_maker_and_those_who_withdrew() -> None:
    found = result(BUCK, judged(BUCK, FIRST, deal([5, -3, -2, 0], "EUCHRED", withdrew=[3], tricks=[0, 3, 2, 0])))
    assert [seat.euchred for seat in found.figures] == [1, 0, 0, 0]
    assert [seat.made for seat in found.figures] == [0, 0, 0, 0]
    assert [seat.withdrawals for seat in found.figures] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("outcome", "tricks", "marches"),
    [
        ("MADE", [5, 0, 0, 0], [1, 0, 0, 0]),
        ("EUCHRED", [0, 0, 5, 0], [0, 0, 1, 0]),
        ("NO_MAKER", [0, 5, 0, 0], [0, 1, 0, 0]),
        ("UNCONTESTED", [5, 0, 0, 0], [0, 0, 0, 0]),
        ("MADE", [4, 1, 0, 0], [0, 0, 0, 0]),
        ("MISDEAL", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_all_tricks_by_a_single_player_are_a_march_if_they_were_played(
    outcome: str, tricks: list[int], marches: list[int]
) -> None:
    found = result(BUCK, judged(BUCK, FIRST, deal([0, 0, 0, 0], outcome, tricks=tricks)))
    assert [seat.marches for seat in found.figures] == marches


@pytest.mark.parametrize(
    ("preset", "players", "offender", "points"),
    [
        ("euchre", "ABAB", 1, (2, 0, 2, 0)),
        ("euchre", "ABAB", 2, (0, 2, 0, 2)),
        ("buck", "ABAB", 1, (0, -5, 0, 0)),
        ("euchre-cutthroat", "ABA", 1, (2, 0, 2)),
        ("euchre-auction", "ABABA", 4, (2, 2, 2, 2, 0)),
    ],
)
def test_a_forfeited_game_counts_as_a_lost_deal(
    preset: str, players: str, offender: int, points: tuple[int, ...]
) -> None:
    own = terms(preset, "AB", 1)
    entry = judged(own, GamePlan(1, 1, 1, tuple(players)), finished=False)
    found = result(own, with_keys(entry, end={"termination": "forfeit", "cause": "timeout", "seat": offender}))
    assert found.termination is Termination.FORFEIT
    assert found.points == points
    assert found.outcome is None


@pytest.mark.parametrize(
    ("preset", "offender", "points"),
    [("euchre", 2, (0, 10, 0, 10)), ("buck", 1, (25, 0, 25, 25))],
)
def test_a_forfeited_whole_game_counts_as_one_lost_from_the_start(
    preset: str, offender: int, points: tuple[int, ...]
) -> None:
    whole = parse_ruleset(preset, {})
    assert isinstance(whole, RuleSet)
    assert abs(whole.target_score - whole.start_score) == max(points)
    assert forfeit_points(whole, offender) == points


@pytest.mark.parametrize("word", ["aborted", "void"])
def test_a_game_that_was_aborted_or_void_counts_for_nobody(word: str) -> None:
    entry = judged(EUCHRE, FIRST, deal([1, 0, 1, 0]), finished=False)
    found = result(EUCHRE, with_keys(entry, end={"termination": word, "cause": "operator"}))
    assert found.termination == word
    assert found.points is None


def test_a_game_that_nothing_ended_is_unfinished() -> None:
    found = result(EUCHRE, judged(EUCHRE, FIRST, finished=False))
    assert found.termination is Termination.UNFINISHED
    assert found.points is None


GOOD = judged(EUCHRE, FIRST, deal([1, 0, 1, 0]))
PLACE = {"pairing": 1, "board": 1, "table": 1}


def mark(**fields: object) -> dict[str, object]:
    return {"marks": [fields]}


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"tournament": None}, "`tournament` must be an object, not None"),
        ({"tournament": {"pairing": 1, "board": 1}}, "`table` must be a whole number, not None"),
        ({"tournament": {**PLACE, "board": True}}, "`board` must be a whole number, not True"),
        ({"tournament": {**PLACE, "board": 3}}, "the schedule has no pairing 1, board 3, table 1"),
        ({"players": "ABAB"}, "`players` must be a list, not 'ABAB'"),
        (
            {"players": list("BABA")},
            "`players` must be ['A', 'B', 'A', 'B'] at that table, not ['B', 'A', 'B', 'A']",
        ),
        ({"end": "void"}, "`end` must be an object, not 'void'"),
        (
            {"end": {"termination": "lost"}},
            "`termination` must be one of normal, forfeit, aborted, void, unfinished, not 'lost'",
        ),
        ({"end": {"termination": "forfeit"}}, "the `seat` of a forfeit must be a whole number, not None"),
        ({"end": {"termination": "forfeit", "seat": 4}}, "the `seat` of a forfeit must be from 0 to 3, not 4"),
        ({"marks": {}}, "`marks` must be a list, not {}"),
        (mark(mark="late"), "`mark` must be strike, timeout, strikes or lost, not 'late'"),
        (mark(mark=3), "`mark` must be a text, not 3"),
        (mark(mark="strike", seat=4), "a mark names the seat 4, but seats go from 0 to 3"),
        (mark(mark="timeout", deal=0, action=2), "a mark names action 2 of deal 0, which is not there"),
        (mark(mark="timeout", deal=1, action=0), "a mark names action 0 of deal 1, which is not there"),
    ],
)
def test_a_record_that_does_not_fit_is_named_with_its_problem(keys: dict[str, Any], problem: str) -> None:
    found = table_result(EUCHRE.rules, schedule(EUCHRE), with_keys(GOOD, **keys), "record 7")
    assert found == Fault("1-1-1", problem)


def test_a_record_without_an_id_is_named_by_its_place() -> None:
    found = table_result(EUCHRE.rules, schedule(EUCHRE), with_keys(GOOD, id=None, players=0), "record 7")
    assert isinstance(found, Fault)
    assert found.record == "record 7"


def test_an_adjudication_with_an_error_or_of_other_rules_gives_no_result() -> None:
    error = {"deal": 0, "action": 7, "reason": "MUST_FOLLOW_SUIT"}
    wrong = Judged(GOOD.record, {**GOOD.answer, "error": error})
    assert table_result(EUCHRE.rules, schedule(EUCHRE), wrong, "") == Fault(
        "1-1-1", "the play breaks the rules: MUST_FOLLOW_SUIT in deal 0, action 7"
    )
    other = rules("euchre", alone=False)
    elsewhere = Judged(GOOD.record, {**GOOD.answer, "ruleset_hash": other.hash})
    assert table_result(EUCHRE.rules, schedule(EUCHRE), elsewhere, "") == Fault(
        "1-1-1", f"played under the rules {other.hash}, not {EUCHRE.rules.hash}"
    )
