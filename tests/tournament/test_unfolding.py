"""The schedule of a tournament unfolds from its results, and a file's records alone unfold it again."""

import io
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from rich.console import Console

from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring
from euchre_referee.tournament.formats.lots import drawn
from euchre_referee.tournament.progress import standings_table
from euchre_referee.tournament.report.page import headline, report_html
from euchre_referee.tournament.results import Fault, Judged, TableResult
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.standings import Standings, standings, standings_from_records
from euchre_referee.tournament.terms import Terms, form_statement
from euchre_referee.tournament.unfolding import unfold
from tests.tournament.tables import deal, judged, result, schedule, terms

NAMES = "ABCDE"
STRENGTH = {name: len(NAMES) - place for place, name in enumerate(NAMES)}
SWISS = terms("euchre", NAMES, 2, Form(Format.SWISS, rounds=3))
KNOCKOUT = terms("euchre", NAMES, 2, Form(Format.ELIMINATION))


def game(own: Terms, plan: GamePlan, strength: Mapping[str, int] = STRENGTH) -> Judged:
    """The stronger of two always wins."""
    one, other = plan.players[:2]
    return judged(own, plan, deal([1, 0, 1, 0] if strength[one] > strength[other] else [0, 1, 0, 1]))


def played(own: Terms, rounds: int = 3, skip: Iterable[GamePlan] = ()) -> tuple[list[Judged], list[TableResult]]:
    """So many rounds, all games but some."""
    records: list[Judged] = []
    results: list[TableResult] = []
    for number in range(1, rounds + 1):
        planned = unfold(own, results, number - 1).schedule
        for pairing in [each for each in planned.pairings if each.round == number]:
            for board in planned.boards_of(pairing):
                records += [game(own, plan) for plan in planned.games_of(pairing, board) if plan not in skip]
        results += [result(own, record, planned) for record in records[len(results) :]]
    return records, results


def meetings(own: Terms, results: Iterable[TableResult]) -> list[tuple[int, str]]:
    return [(pairing.round, "".join(pairing.entrants)) for pairing in schedule(own, results).pairings]


def test_a_round_follows_when_the_one_before_is_over() -> None:
    records, results = played(SWISS)
    first = [(1, "AC"), (1, "BD")]
    assert meetings(SWISS, ()) == first
    assert meetings(SWISS, results[:7]) == first
    second = meetings(SWISS, results[:8])
    assert [number for number, _ in second] == [1, 1, 2, 2]
    assert unfold(SWISS, results).over
    assert not unfold(SWISS, results[:-1]).over
    assert len(records) == SWISS.game_count == 3 * 2 * 2 * 2


def test_every_round_has_boards_of_its_own() -> None:
    _, results = played(SWISS)
    whole = schedule(SWISS, results)
    assert [list(whole.boards_of(pairing)) for pairing in whole.pairings] == [
        [1, 2],
        [1, 2],
        [3, 4],
        [3, 4],
        [5, 6],
        [5, 6],
    ]
    assert whole.board_count == SWISS.board_count == 6
    assert len(list(whole.games())) == whole.game_count == SWISS.game_count


@pytest.mark.parametrize("own", [SWISS, KNOCKOUT])
def test_records_in_any_order_unfold_the_rounds_again(own: Terms) -> None:
    records, results = played(own)
    found = standings(own, results)
    assert found.complete
    shuffled = random.Random(3).sample(records, len(records))
    again = standings_from_records(own, shuffled)
    assert isinstance(again, Standings), again
    assert [(row.rank, row.entrant.name) for row in again.rows] == [(row.rank, row.entrant.name) for row in found.rows]
    assert again.complete


def test_a_round_that_was_left_incomplete_does_not_hide_the_next() -> None:
    missing = [plan for plan in schedule(SWISS).games() if plan.pairing == 2]
    records, _ = played(SWISS, skip=missing)
    found = standings_from_records(SWISS, records)
    assert isinstance(found, Standings), found
    assert found.games_played == SWISS.game_count - 4
    assert not found.complete


def test_a_record_of_a_pairing_that_the_results_do_not_lead_to_is_a_fault() -> None:
    records, _ = played(SWISS)
    wrong = game(SWISS, GamePlan(3, 3, 1, tuple("CACA")))
    found = standings_from_records(SWISS, [wrong if each.record["id"] == "3-3-1" else each for each in records])
    assert isinstance(found, tuple)
    assert Fault("3-3-1", found[0].problem) in found
    assert "`players` must be" in found[0].problem


def test_a_knockout_ranks_by_the_round_of_the_loss() -> None:
    _, results = played(KNOCKOUT)
    found = standings(KNOCKOUT, results)
    # D meets E for the last place among four; A, B, C have byes.
    assert meetings(KNOCKOUT, results) == [(1, "DE"), (2, "AD"), (2, "BC"), (3, "AB")]
    assert [(row.rank, row.entrant.name) for row in found.rows] == [(1, "A"), (2, "B"), (3, "C"), (3, "D"), (5, "E")]
    assert {row.entrant.name: row.meetings.byes for row in found.rows} == {"A": 1, "B": 1, "C": 1, "D": 0, "E": 0}


def test_a_swiss_ranks_by_points_of_meetings_and_counts_byes() -> None:
    _, results = played(SWISS)
    found = standings(SWISS, results)
    assert found.rows[0].entrant.name == "A"
    assert found.rows[0].meetings.points == 3.0
    assert sum(row.meetings.byes for row in found.rows) == 3
    points = [row.meetings.points for row in found.rows]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 3 * 3


def test_without_duplicate_boards_each_meeting_has_its_own_and_the_seatings_take_turns() -> None:
    own = terms("euchre", "ABC", 4, Form(duplicate=False))
    whole = schedule(own)
    assert own.board_count == whole.board_count == 12
    assert own.game_count == whole.game_count == 12
    first, second, third = whole.pairings
    assert [plan.players[0] for plan in whole.games()] == list("ABAB" + "ACAC" + "BCBC")
    assert [list(whole.boards_of(each)) for each in (first, second, third)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
    ]
    assert whole.plan(2, 6, 2) == GamePlan(2, 6, 2, tuple("CACA"))
    assert whole.plan(2, 6, 1) is None
    assert whole.plan(2, 1, 1) is None
    results = [result(own, game(own, plan)) for plan in whole.games()]
    found = standings(own, results)
    assert found.complete
    assert [row.entrant.name for row in found.rows] == ["A", "B", "C"]
    assert [row.score.boards for row in found.rows if row.score] == [8, 8, 8]


def test_the_second_cycle_of_a_double_round_robin_is_played_on_other_boards() -> None:
    own = terms("euchre", "ABC", 2, Form(Format.DOUBLE_ROUND_ROBIN))
    _, results = played(own)
    assert meetings(own, results) == [(1, "AB"), (1, "AC"), (1, "BC"), (2, "BA"), (2, "CA"), (2, "CB")]
    found = standings(own, results)
    assert found.complete
    assert [pair.difference.boards for pair in found.pairs if pair.difference] == [4, 4, 4]
    assert [pair.difference.mean for pair in found.pairs if pair.difference] == [1.0, 1.0, 1.0]


def test_lots_are_drawn_from_the_commitment() -> None:
    own = terms("euchre", NAMES, 1, Form(Format.ELIMINATION, draw=Draw.LOTS))
    order = drawn(NAMES, own.commitment)
    assert set(unfold(own, ()).played[0].round.byes) == set(order[:3])


def test_matchpoints_count_boards_and_not_points() -> None:
    own = terms("euchre", "AB", 3, Form(scoring=Scoring.MATCHPOINTS))
    # A wins two boards by one point and loses the third by four.
    points = [[1, 0, 1, 0], [0, 0, 0, 0]] * 2 + [[0, 4, 0, 4], [0, 0, 0, 0]]
    records = [judged(own, plan, deal(each)) for plan, each in zip(schedule(own).games(), points, strict=True)]
    found = standings_from_records(own, records)
    assert isinstance(found, Standings)
    assert [row.entrant.name for row in found.rows] == ["A", "B"]
    assert [row.score.mean for row in found.rows if row.score] == pytest.approx([1 / 6, -1 / 6])
    assert found.rows[0].meetings.points == 1.0


def test_what_people_read_says_how_the_ranks_came_about() -> None:
    _, results = played(SWISS)
    found = standings(SWISS, results)
    console = Console(width=140, file=io.StringIO(), record=True)
    console.print(standings_table(found))
    text = console.export_text()
    assert "meetings" in text
    assert "3 of 3" in text
    assert ", 1 bye" in text
    page = report_html(found, results)
    assert "met in a Swiss tournament of 3 rounds of euchre on duplicate boards: the same cards" in page
    assert "3 of 3" in page
    assert "A wins the Swiss tournament" in page
    assert headline(standings(SWISS, results[:-1])) == "A leads, not beyond doubt"


@pytest.mark.parametrize(
    ("form", "board", "sentence"),
    [
        (Form(), 1, "a round-robin of euchre on duplicate boards"),
        (Form(Format.GAUNTLET, challenger="B"), 1, "a gauntlet of B against all others of euchre on duplicate boards"),
        (
            Form(scoring=Scoring.MATCHPOINTS),
            0,
            "a round-robin of euchre on duplicate boards of a whole game, scored by matchpoints",
        ),
        (Form(Format.MATCH, duplicate=False), 0, "a match of euchre, every game with cards of its own"),
        (
            Form(Format.ELIMINATION, duplicate=False),
            1,
            "a single elimination of euchre, every deal with cards of its own",
        ),
    ],
)
def test_the_form_in_words(form: Form, board: int, sentence: str) -> None:
    assert form_statement(replace(SWISS, rules=of_deals(board), form=form)) == sentence


def of_deals(most: int) -> RuleSet:
    found = parse_ruleset("euchre", {"max_deals": most})
    assert isinstance(found, RuleSet)
    return found
