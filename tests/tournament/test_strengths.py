"""How strong the entrants are, as the report, the terminal and `standings.json` tell it."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from euchre_referee.cli.tournament_told import tell_outcome
from euchre_referee.tournament.explanations import EXPLANATIONS
from euchre_referee.tournament.report.page import report_html
from euchre_referee.tournament.runner.running import Outcome
from euchre_referee.tournament.standings import Standings, provisional_standings, standings
from euchre_referee.tournament.standings_json import standings_document
from euchre_referee.tournament.statistics import Estimate, Skill
from euchre_referee.tournament.wording import elo_text, likelihood_text, skill_text
from tests.tournament.tables import played, result, terms

STRENGTHS = {"random": -0.6, "greedy": 0.2, "careful": 0.5}
MATCH = terms("euchre", ["greedy", "random"], 80)
RESULTS = tuple(result(MATCH, entry) for entry in played(MATCH, STRENGTHS))
DECIDED = (
    "The sequential test accepts after 61 boards that greedy is better than random by 0.1 deviations a board, "
    "not by 0 deviations a board"
)


def told(found: Standings) -> str:
    """What a terminal shows at the end."""
    console = Console(width=110, file=io.StringIO(), record=True)
    tell_outcome(console, Outcome(found, (), (), over=True), Path("out"))
    return console.export_text()


def test_a_match_of_two_is_told_with_its_test() -> None:
    found = standings(MATCH, RESULTS)
    text = told(found)
    assert DECIDED + "." in text
    assert "greedy is better than random with a probability of more than 99.9 %" in text
    assert "  greedy: +" in text
    page = report_html(found, RESULTS)
    assert DECIDED + ": logarithm of the likelihood ratio +3.00" in page
    assert "bounds -2.94 and +2.94 for error rates of 5 % and 5 %" in page


def test_early_in_a_match_the_test_does_not_decide() -> None:
    text = told(standings(MATCH, RESULTS[:40]))
    assert (
        "The sequential test does not yet decide after 20 boards whether greedy is better than random by "
        "0 deviations a board or 0.1 deviations a board."
    ) in text


def test_before_the_first_board_nothing_is_said_of_strength() -> None:
    assert "strong" not in told(standings(MATCH, ()))
    assert "How strong they are" not in report_html(standings(MATCH, ()), ())


def test_everything_is_there_for_programs_and_every_figure_explained() -> None:
    document = json.loads(json.dumps(standings_document(standings(MATCH, RESULTS))))
    row, (pair,) = document["standings"][0], document["pairs"]
    assert set(row["elo"]) == {"boards", "mean", "low", "high"}
    assert set(row["openskill"]) == {"mu", "sigma", "ordinal"}
    assert sum(pair["boards"].values()) == 80
    assert 0.999 < pair["superiority"] <= 1
    test = document["sequential_test"]
    assert (test["status"], test["boards"], test["measure"]) == ("H1", 61, "deviations")
    assert test["ratio"] >= test["upper"]
    assert list(document["explanations"]) == [each.key for each in EXPLANATIONS]


def test_provisional_standings_have_the_same_shape_and_no_assessment() -> None:
    full = standings_document(standings(MATCH, RESULTS))
    provisional = json.loads(json.dumps(standings_document(provisional_standings(MATCH, RESULTS))))
    assert list(provisional) == list(full)
    assert provisional["standings"][0]["elo"] is None
    assert provisional["pairs"][0]["superiority"] is None
    assert provisional["sequential_test"] is None
    assert provisional["boards"] == full["boards"]


@pytest.mark.parametrize(
    ("likelihood", "text"),
    [
        (None, "-"),
        (0.5, "50.0 %"),
        (0.9747, "97.5 %"),
        (0.9999, "more than 99.9 %"),
        (1.0, "more than 99.9 %"),
        (0.0, "less than 0.1 %"),
    ],
)
def test_a_likelihood_is_never_told_as_certain(likelihood: float | None, text: str) -> None:
    assert likelihood_text(likelihood) == text


def test_ratings_in_words() -> None:
    assert elo_text(Estimate(40, 55.4, 33.2, 77.0)) == "+55 (+33 to +77)"
    assert elo_text(Estimate(1, -55.4, None, None)) == "-55"
    assert elo_text(None) == "-"
    assert skill_text(Skill(27.14, 0.93)) == "27.1 ± 0.9"
    assert skill_text(None) == "-"
