"""A configuration is taken as a whole or refused as a whole, every problem named at once."""

from typing import Any

import pytest

from euchre_referee.referee.entries import Conduct, Sanction
from euchre_referee.referee.table_terms import AskedClocks
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import parse_ruleset
from euchre_referee.tournament.config import (
    DEFAULT_CONCURRENCY,
    TournamentConfig,
    parse_config,
    read_toml,
)
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring, Seatings
from euchre_referee.tournament.problems import ConfigProblems
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.statistics import Measure, SequentialTest
from tests.tournament.tables import rules

BUILT_IN = ("careful", "first", "greedy", "random")
SENSE = "h0 below h1, both within reach; rates below a half"
LEAST: dict[str, object] = {"rules": "buck", "bots": ["greedy", "random"], "boards": 10}


def accepted(values: dict[str, object]) -> TournamentConfig:
    found = parse_config(values, BUILT_IN)
    assert isinstance(found, TournamentConfig), found
    return found


def sentences(values: dict[str, Any]) -> list[str]:
    found = parse_config(values, BUILT_IN)
    assert isinstance(found, ConfigProblems), found
    return [problem.sentence() for problem in found.problems]


def test_a_file_with_everything() -> None:
    values = read_toml(
        """
        rules = "buck"
        bots = ["greedy", "second=greedy", "mine=my_package.bots:Careful"]
        boards = 300
        seed = 2026
        concurrency = 8

        [options]
        uncontested = "five_tricks"
        """
    )
    assert isinstance(values, dict)
    assert accepted(values) == TournamentConfig(
        rules=rules("buck", uncontested="five_tricks"),
        entrants=(
            Entrant("greedy", "greedy"),
            Entrant("second", "greedy"),
            Entrant("mine", "my_package.bots:Careful"),
        ),
        boards=300,
        seed="2026",
        concurrency=8,
    )


def test_the_least_there_is_and_what_it_leaves_open() -> None:
    found = accepted(LEAST)
    assert found.rules is rules("buck")
    assert (found.seed, found.concurrency) == (None, DEFAULT_CONCURRENCY)


def test_bots_as_one_text_with_commas() -> None:
    found = accepted({**LEAST, "bots": "random, greedy ,mine=a.b:C"})
    assert [entrant.name for entrant in found.entrants] == ["random", "greedy", "mine"]


def test_a_command_is_taken_as_it_stands() -> None:
    commands = ["a=stdio:./play --depth=3, loud", "b=program: go+fish --fast ", "c=greedy + stdio:x+y", "d=remote"]
    found = accepted({**LEAST, "rules": "euchre", "bots": commands})
    assert [entrant.name for entrant in found.entrants] == ["a", "b", "c", "d"]
    assert [entrant.programs for entrant in found.entrants] == [
        ("stdio:./play --depth=3, loud",),
        ("program: go+fish --fast",),
        ("greedy", "stdio:x+y"),
        ("remote",),
    ]


@pytest.mark.parametrize("program", ["stdio:", "program: ", "remote:x y", "shell: rm"])
def test_what_is_no_command(program: str) -> None:
    (said, *_) = sentences({**LEAST, "bots": ["greedy", f"mine={program}"]})
    assert said.startswith(f"bots: {program.strip()!r} is no program; allowed: ")


def test_one_deal_a_board_may_be_said_and_nothing_else() -> None:
    assert accepted({**LEAST, "options": {"max_deals": 1}}).rules.max_deals == 1
    assert sentences({**LEAST, "options": {"max_deals": 0}}) == [
        'options.max_deals: a board is one deal; allowed: 1, or left out, or `board = "game"`'
    ]


def test_all_problems_are_named_at_once() -> None:
    assert sentences(
        {
            "rules": "buck",
            "options": {"withdraw": "never", "alone": True},
            "bots": ["greedy", "greedy", "gredy", "a b=greedy", "my_module:Bot"],
            "boards": 0,
            "seed": "",
            "concurrency": True,
            "boardz": 3,
        }
    ) == [
        "boardz: there is no such key; allowed: rules, options, bots, boards, board, format, rounds, challenger, "
        "duplicate, seatings, scoring, draw, test, "
        "seed, concurrency, pairings_at_once, clocks, conduct",
        "options.withdraw: the value is not allowed; allowed: one of off, public, secret",
        "options.alone: buck has no such option; allowed: " + ", ".join(sorted(known_options("buck"))),
        "bots: 'gredy' is no program; allowed: careful, first, greedy, random, MODULE:CLASS, stdio:COMMAND, "
        "program:COMMAND or remote",
        "bots: 'a b=greedy' has no usable name; allowed: letters, digits and . _ -, at most 32, "
        "as in mine=my_module:MyBot",
        "bots: 'my_module:Bot' has no usable name; allowed: letters, digits and . _ -, at most 32, "
        "as in mine=my_module:MyBot",
        "bots: 'greedy' enters more than once; allowed: another name for each, as in second=greedy",
        "boards: 0 is out of range; allowed: a whole number from 1 to 100000",
        "concurrency: True is out of range; allowed: a whole number from 1 to 4096",
        "seed: '' is no seed; allowed: a text or a whole number",
    ]


def known_options(preset: str) -> set[str]:
    return set(PRESETS[preset].options)


def test_nothing_given_names_all_that_is_needed() -> None:
    assert [line.split(":")[0] for line in sentences({})] == ["rules", "bots", "boards"]
    assert "boards: missing; allowed: a whole number from 1 to 100000" in sentences({})


@pytest.mark.parametrize("bots", [[], ["greedy"], "greedy"])
def test_a_table_needs_two_entrants(bots: object) -> None:
    number = len(bots) if isinstance(bots, list) else 1
    assert sentences({**LEAST, "bots": bots}) == [
        f"bots: a table cannot be filled with {number}; allowed: 2 to 64 entrants"
    ]


@pytest.mark.parametrize("bots", [3, [1, 2], None, {"a": "b"}])
def test_bots_of_another_kind(bots: object) -> None:
    assert sentences({**LEAST, "bots": bots}) == [
        "bots: must be a list of texts; allowed: NAME, NAME=NAME or NAME=MODULE:CLASS"
    ]


def test_a_form_with_everything() -> None:
    values = read_toml(
        """
        rules = "euchre"
        bots = ["team=greedy+careful", "first", "mine=my_package.bots:Careful + random"]
        boards = 4
        board = "game"
        format = "swiss"
        rounds = 2
        duplicate = false
        seatings = "all"
        draw = "lots"
        """
    )
    assert isinstance(values, dict)
    found = accepted({**values, "boards": 8})
    assert found.rules is parse_ruleset("euchre", {})
    assert [entrant.programs for entrant in found.entrants] == [
        ("greedy", "careful"),
        ("first",),
        ("my_package.bots:Careful", "random"),
    ]
    assert found.form == Form(Format.SWISS, 2, None, False, Seatings.ALL, Scoring.POINTS, Draw.LOTS)
    assert sentences(values) == [
        "boards: 4 cannot be shared out evenly among 8 seatings; allowed: without duplicate boards a multiple of 8"
    ]


def test_what_a_form_leaves_open() -> None:
    assert accepted(LEAST).form == Form()
    assert accepted({**LEAST, "format": "gauntlet"}).form.challenger == "greedy"
    five = [f"bot{number}=greedy" for number in range(5)]
    assert accepted({**LEAST, "bots": five, "format": "swiss"}).form.rounds == 3
    assert accepted({**LEAST, "scoring": "matchpoints"}).form.scoring is Scoring.MATCHPOINTS


@pytest.mark.parametrize("test", [{"h0": -0.1, "h1": 0.2, "beta": 0.1}, "h0=-0.1, h1=0.2,beta=0.1"])
def test_the_test_of_a_match_as_a_table_and_as_a_text(test: object) -> None:
    found = accepted({**LEAST, "format": "match", "test": test})
    assert found.form.test == SequentialTest(-0.1, 0.2, 0.05, 0.1)
    elo = accepted({**LEAST, "format": "match", "test": "measure=elo,h1=20"})
    assert elo.form.test == SequentialTest(0, 20, measure=Measure.ELO)


TEST_ALLOWED = "a table of h0, h1, alpha, beta, measure, or a text such as h0=0,h1=0.1"


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (3, [f"test: 3 is no test; allowed: {TEST_ALLOWED}"]),
        ("yes", [f"test: 'yes' is no test; allowed: {TEST_ALLOWED}"]),
        (
            {"elo0": 0, "h1": "high", "measure": "points"},
            [
                "test.elo0: there is no such key; allowed: h0, h1, alpha, beta, measure",
                "test.h1: 'high' is no number; allowed: a number",
                "test.measure: 'points' is no choice; allowed: one of deviations, elo",
            ],
        ),
        (
            {"h0": 0.2, "h1": 0.1},
            ["test: h1 must be more than h0, not 0.1 after 0.2; allowed: " + SENSE],
        ),
        ({"alpha": 0.7}, ["test: alpha must be more than 0 and less than 0.5, not 0.7; allowed: " + SENSE]),
    ],
)
def test_a_test_that_is_none_is_named(test: object, said: list[str]) -> None:
    assert sentences({**LEAST, "format": "match", "test": test}) == said


def test_only_a_match_is_tested() -> None:
    assert sentences({**LEAST, "test": {}}) == ["test: a round-robin is not tested; allowed: left out, or a match"]


FORMATS = ", ".join(Format)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"format": "ladder"}, [f"format: 'ladder' is no choice; allowed: one of {FORMATS}"]),
        ({"format": 3}, [f"format: 3 is no choice; allowed: one of {FORMATS}"]),
        ({"duplicate": "no"}, ["duplicate: 'no' is no choice; allowed: true or false"]),
        ({"seatings": "some"}, ["seatings: 'some' is no choice; allowed: one of rotations, all"]),
        ({"scoring": "imps"}, ["scoring: 'imps' is no choice; allowed: one of points, matchpoints"]),
        ({"draw": "seeds"}, ["draw: 'seeds' is no choice; allowed: one of order, lots"]),
        ({"board": "rubber"}, ["board: 'rubber' is no choice; allowed: one of deal, game"]),
        (
            {"board": "game", "options": {"max_deals": 1}},
            ["options.max_deals: a board is a whole game; allowed: another number, or left out"],
        ),
        ({"rounds": 3}, ["rounds: the rounds of a round-robin follow from its entrants; allowed: left out"]),
        ({"challenger": "greedy"}, ["challenger: a round-robin has none; allowed: left out, or a gauntlet"]),
        (
            {"format": "gauntlet", "challenger": "careful"},
            ["challenger: 'careful' is no entrant; allowed: one of greedy, random"],
        ),
        (
            {"format": "swiss", "rounds": 2},
            ["rounds: 2 is out of range for 2 entrants; allowed: a whole number from 1 to 1"],
        ),
        (
            {"format": "swiss", "rounds": True},
            ["rounds: True is out of range for 2 entrants; allowed: a whole number from 1 to 1"],
        ),
        (
            {"format": "match", "bots": ["greedy", "random", "first"]},
            ["bots: a match is between two, not 3; allowed: 2 entrants"],
        ),
        (
            {"duplicate": False, "scoring": "matchpoints"},
            [
                "scoring: without duplicate boards there is no other result to hold one against; "
                "allowed: points, or matchpoints with duplicate boards"
            ],
        ),
        (
            {"bots": ["greedy", "two=random+first"]},
            [
                "bots: 'two' is a team of two, but buck has no partners; "
                "allowed: one bot for each entrant, or a preset with partners"
            ],
        ),
        (
            {"rules": "euchre", "bots": ["greedy", "two=random+first+greedy"]},
            ["bots: 'two=random+first+greedy' is a team of 3; allowed: two, as in team=greedy+first"],
        ),
        (
            {"rules": "euchre-auction", "bots": [f"b{number}=first" for number in range(5)], "seatings": "all"},
            ["seatings: 120 seatings need 600 processes at once; allowed: at most 128 processes, as with rotations"],
        ),
        (
            {"boards": 60_000, "bots": ["greedy", "random"], "format": "double-round-robin"},
            ["boards: 120000 boards in all are too many; allowed: at most 100000, with fewer entrants or boards"],
        ),
    ],
)
def test_a_form_that_cannot_be_played_is_named(values: dict[str, object], said: list[str]) -> None:
    assert sentences({**LEAST, **values}) == said


def test_more_games_than_can_be_played_are_counted_first() -> None:
    bots = [f"bot{number}=greedy" for number in range(20)]
    assert sentences({**LEAST, "bots": bots, "boards": 100}) == [
        "boards: 1938000 games are too many; allowed: at most 1000000, with fewer entrants or boards"
    ]


def test_options_of_another_kind() -> None:
    assert sentences({**LEAST, "options": 3}) == ["options: must be a table; allowed: a table of options by name"]


def test_a_broken_file_says_where() -> None:
    found = read_toml("rules = \n")
    assert isinstance(found, ConfigProblems)
    assert found.problems[0].sentence().startswith("the file: no TOML: Invalid value (at line 1")


def test_clocks_conduct_and_meetings_at_once() -> None:
    found = accepted(
        {
            **LEAST,
            "pairings_at_once": 3,
            "clocks": {"action_limit_ms": 5000, "bank_ms": 60_000},
            "conduct": {"strike_limit": 2, "on_strikes": "forfeit", "on_timeout": "lose-deal"},
        }
    )
    assert found.pairings_at_once == 3
    assert found.clocks == AskedClocks(5000, 60_000)
    assert found.conduct == Conduct(2, Sanction.FORFEIT, Sanction.LOSE_DEAL)


def test_clocks_by_name_and_those_that_are_left_out() -> None:
    assert accepted({**LEAST, "clocks": {"preset": "blitz"}}).clocks == AskedClocks(5_000, 30_000, 500, 50)
    left_out = accepted(LEAST)
    assert (left_out.clocks, left_out.conduct, left_out.pairings_at_once) == (AskedClocks(30_000), None, 1)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"pairings_at_once": 0}, "pairings_at_once: 0 is out of range; allowed: a whole number from 1 to 64"),
        ({"clocks": 3}, "clocks: must be a table; allowed: a table of action_limit_ms, "),
        ({"clocks": {"limit": 3}}, "clocks.limit: there is no such key; allowed: action_limit_ms, "),
        ({"clocks": {"bank_ms": -1}}, "clocks.bank_ms: -1 is out of range; allowed: a whole number from 0 to "),
        ({"clocks": {"preset": "quick"}}, "clocks.preset: 'quick' is no choice; allowed: one of untimed, "),
        ({"clocks": {"preset": "slow", "bank_ms": 1}}, "clocks.preset: bank_ms beside it; allowed: no other key"),
        ({"clocks": {"lag_quota_ms": 9, "lag_regain_ms": 10}}, "clocks.lag_regain_ms: cannot be; allowed: at most"),
        ({"conduct": []}, "conduct: must be a table; allowed: a table of strike_limit, on_strikes, on_timeout"),
        ({"conduct": {"strikes": 1}}, "conduct.strikes: there is no such key"),
        ({"conduct": {"strike_limit": 21}}, "conduct.strike_limit: 21 is out of range; allowed: a whole number from"),
        ({"conduct": {"on_strikes": "lose-deal"}}, "conduct.on_strikes: cannot be; allowed: only with a strike_limit"),
        ({"conduct": {"on_timeout": "shame"}}, "conduct.on_timeout: 'shame' is no choice; allowed: one of default-"),
    ],
)
def test_clocks_and_conduct_that_cannot_be(values: dict[str, object], told: str) -> None:
    (sentence,) = sentences({**LEAST, **values})
    assert sentence.startswith(told)
