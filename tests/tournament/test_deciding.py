"""A match with a sequential test ends where its boards decide it, whatever else was begun."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from euchre_referee.tournament.formats.form import Draw, Form, Format
from euchre_referee.tournament.recount import recount
from euchre_referee.tournament.results import Judged, TableResult
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.standings import Standings, standings, standings_from_records
from euchre_referee.tournament.standings_json import read_terms, standings_document
from euchre_referee.tournament.statistics import SequentialTest, Status
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import unfold
from tests.tournament.tables import board_commitment, deal, judged, result, schedule, terms, with_keys

TEST = SequentialTest(0.0, 0.5)
MATCH = terms("euchre", "AB", 60, Form(Format.MATCH, test=TEST))
MATCH = replace(MATCH, commitments=tuple(board_commitment(board).hex() for board in range(1, 61)))


def game(own: Terms, plan: GamePlan) -> Judged:
    """A takes two points more often than B takes one."""
    better = random.Random(plan.board).random() < 0.75
    points = [2, 0] if better == (plan.players[0] == "A") else [0, 2]
    return judged(own, plan, deal(points * 2))


RECORDS = [game(MATCH, plan) for plan in schedule(MATCH).games()]
RESULTS = [result(MATCH, record) for record in RECORDS]


def by_hand(own: Terms) -> int:
    """The number of boards after which the test says something."""
    differences = [2.0 if random.Random(board).random() < 0.75 else -2.0 for board in range(1, own.boards + 1)]
    found = TEST.result(differences)
    assert found.status is Status.H1
    return found.boards


LAST = by_hand(MATCH)


def last_board(own: Terms, results: Iterable[TableResult]) -> int | None:
    course = unfold(own, results)
    assert course.over == (course.last_board is not None)
    return course.last_board


def test_it_ends_on_the_first_board_that_decides_it() -> None:
    assert 10 <= LAST < 50
    assert last_board(MATCH, RESULTS[: 2 * LAST - 1]) is None
    assert last_board(MATCH, RESULTS[: 2 * LAST]) == LAST
    assert last_board(MATCH, RESULTS) == LAST
    assert len(unfold(MATCH, RESULTS).boards) == LAST


def test_nothing_beyond_a_board_that_is_not_over_is_looked_at() -> None:
    assert last_board(MATCH, [*RESULTS[:6], *RESULTS[7:]]) is None
    assert last_board(MATCH, random.Random(1).sample(RESULTS, len(RESULTS))) == LAST


def test_a_board_that_counts_for_nobody_is_passed_over() -> None:
    void = result(MATCH, with_keys(judged(MATCH, RESULTS[4].plan, finished=False), end={"termination": "void"}))
    found = last_board(MATCH, [*RESULTS[:4], void, *RESULTS[5:]])
    assert found is not None
    assert found > LAST


def test_the_first_entrant_is_asked_to_be_better_wherever_it_is_seeded() -> None:
    lots = replace(MATCH, form=replace(MATCH.form, draw=Draw.LOTS))
    exchanged = next(
        own
        for number in range(9)
        if schedule(own := replace(lots, commitment=f"{number:02}")).pairings[0].entrants == ("B", "A")
    )
    results = [result(exchanged, game(exchanged, plan)) for plan in schedule(exchanged).games()]
    assert last_board(exchanged, results) == LAST


@pytest.mark.parametrize("more", [0, 3, 20])
def test_games_begun_beyond_the_decision_change_nothing(more: int) -> None:
    found = standings(MATCH, RESULTS[: 2 * LAST])
    again = standings(MATCH, RESULTS[: 2 * LAST + more])
    assert found.complete
    assert again == found
    assert found.games_planned == found.games_played == 2 * LAST
    assert found.boards_planned == found.boards_complete == LAST
    assert sum(row.figures.deals for row in found.rows) == 4 * 2 * LAST


def test_undecided_it_goes_on_to_the_last_board() -> None:
    few = replace(MATCH, boards=12, commitments=())
    found = standings(few, [each for each in RESULTS if each.plan.board <= 12])
    assert found.complete
    assert unfold(few, ()).last_board is None
    assert found.boards_planned == 12


def document(records: Sequence[Judged]) -> dict[str, object]:
    found = standings_from_records(MATCH, records)
    assert isinstance(found, Standings), found
    return standings_document(found)


def test_the_commitment_to_all_boards_is_checked_though_some_were_not_played() -> None:
    played = RECORDS[: 2 * LAST + 1]
    told = document(played)
    assert read_terms(told) == MATCH
    assert recount(told, played) == ()
    elsewhere = replace(MATCH, commitments=("ab" * 32, *MATCH.commitments[1:]))
    found = standings_from_records(elsewhere, played)
    assert isinstance(found, Standings)
    assert recount(standings_document(found), played) == (
        f"board 1 was committed to as {MATCH.commitments[0]}, not as the terms list it",
    )
    unplayed = replace(MATCH, commitments=(*MATCH.commitments[:-1], "ab" * 32))
    found = standings_from_records(unplayed, played)
    assert isinstance(found, Standings)
    (said,) = recount(standings_document(found), played)
    assert said.startswith("the boards' commitments combine to ")
