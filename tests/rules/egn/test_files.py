"""Hand-made files: older names, other ways to write cards, unknown cards, deals dealt again."""

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.egn.flags import rules_of
from euchre_referee.rules.ruleset import RuleSet

HERE = Path(__file__).parent


def judged(name: str) -> Any:
    """The verdict on a file beside this one."""
    return adjudicate(json.loads((HERE / name).read_text(encoding="utf-8")))


def test_version_1_0_with_its_names_and_empty_kitty() -> None:
    answer = judged("old-names.egn")
    assert answer["id"] == "old names"
    assert answer["error"] == {"deal": 1, "action": None, "reason": "MUST_FOLLOW_SUIT"}
    assert answer["detail"].startswith("Trick 1 (tricks[0][3]), seat 1: Jc does not follow s")
    assert [fault["trick"] for fault in answer["faults"]] == [0]
    assert [deal["tricks"] for deal in answer["deals"]] == [[1, 1, 3, 0]]
    assert answer["scores"] == [2, 0, 2, 0]


def test_bowers_nines_and_capital_suits_in_a_game_that_runs() -> None:
    answer = judged("bowers-and-nines.egn")
    assert answer["error"] is None
    assert answer["deals"][0]["tricks"] == [4, 0, 0, 1]
    assert answer["scores"] == [5, 4, 5, 4]
    assert answer["to_act"] == {"seat": 3, "legal": ["order", "order alone", "pass"]}
    assert answer["current"] == {"dealer": 0, "maker": None, "trump": None, "tricks": [0, 0, 0, 0], "trick": []}


def test_unknown_cards_cost_only_what_hangs_on_them() -> None:
    answer = judged("unknown-cards.egn")
    assert answer["error"] is None
    certain, uncertain = answer["deals"]
    assert (certain["tricks"], certain["points"], certain["outcome"]) == ([2, 0, 3, 0], [2, 0, 2, 0], "MARCH")
    assert (uncertain["maker"], uncertain["trump"]) == (1, "d")
    assert (uncertain["tricks"], uncertain["points"], uncertain["outcome"]) == (None, None, None)
    assert (answer["scores"], answer["finished"], answer["winners"]) == (None, None, None)


def test_a_deal_that_was_broken_off_and_dealt_again_is_one_fault() -> None:
    answer = judged("dealt-again.egn")
    assert [(fault["deal"], fault["reason"]) for fault in answer["faults"]] == [(0, "WRONG_HAND_SIZE")]
    assert "ends after 2 of 5 tricks" in answer["detail"]


def game(**metadata: Any) -> dict[str, Any]:
    """A game without deals."""
    standard = {"players": [], "initialScore": [0, 0]}
    told = {**standard, **metadata}
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": told, "deals": []}


@pytest.mark.parametrize(
    ("ruleset", "named"),
    [
        ({"farmers": True}, ["farmers"]),
        (
            {"go_under": True, "fast_break": True, "four_trick_tokens": True},
            ["go_under", "fast_break", "four_trick_tokens"],
        ),
        ({"num_players": 2}, ["num_players"]),
        ({"std": "yes", "speed": 1}, ["std", "speed"]),
        ({"loner_lead": "LEFT"}, ["loner_lead"]),
        ({"loner_march_score": 101, "min_rank": 6}, ["loner_march_score", "min_rank"]),
        ({"joker": True, "allow_no_trump": True}, ["allow_no_trump"]),
        ({"winning_score": 0}, ["winning_score"]),
        ({"winning_score": True}, ["winning_score"]),
        (None, []),
        ([], ["ruleset"]),
    ],
)
def test_flags_without_counterpart_are_refused_by_name(ruleset: object, named: list[str]) -> None:
    answer = adjudicate(game(ruleset=ruleset))
    if not named:
        named = ["ruleset"]
    assert answer["error"] == {"deal": None, "action": None, "reason": "INVALID_RULESET"}
    assert {problem["option"] for problem in answer["problems"]} >= set(named)


@pytest.mark.parametrize(
    ("flags", "option", "value"),
    [
        ({"std": False}, "all_pass", "redeal"),
        ({"canadian": True}, "partner_order_must_be_alone", True),
        ({"loner_lead": "LEFT_OF_LONER"}, "alone_lead", "left_of_alone"),
        ({}, "alone_lead", "left_of_dealer"),
        ({}, "all_pass", "stick_dealer"),
        ({"loner_march_score": 5}, "alone_march_points", 5),
        ({"loner_euchred_score": 4}, "alone_euchre_points", 4),
        ({"defend_alone": True}, "defend_alone", True),
        ({"partners_best": True}, "call_for_best", "partner"),
        ({"joker": True}, "joker", True),
        ({"allow_no_trump": True}, "no_trump_call", "round_two"),
        ({"min_rank": 7}, "min_rank", 7),
        ({"winning_score": 5}, "target_score", 5),
        ({"num_deals": 8}, "max_deals", 8),
    ],
)
def test_flags_are_options(flags: dict[str, Any], option: str, value: object) -> None:
    rules = rules_of(flags)
    assert isinstance(rules, RuleSet)
    assert getattr(rules, option) == value


def changed(path: str, value: object) -> dict[str, Any]:
    """A readable game with one thing changed."""
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Pass"]}
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": []}
    state = {"dealer": 0, "upCard": "Ah"}
    told: Any = {**game(), "deals": [{"dealNumber": 0, "initialState": state, "phases": [bidding, play]}]}
    where = told
    *parents, last = path.split(".")
    for parent in parents:
        where = where[int(parent) if parent.isdigit() else parent]
    where[int(last) if last.isdigit() else last] = value
    return dict(told)


@pytest.mark.parametrize(
    ("path", "value", "detail"),
    [
        ("version", "2.0", "version must be a text from 1.0 to 1.4"),
        ("version", 1.4, "version must be a text from 1.0 to 1.4"),
        ("metadata", [], "metadata must be an object"),
        ("metadata.gameId", 3, "metadata.gameId must be a text"),
        ("metadata.players", [1], "metadata.players[0] must be a text"),
        ("metadata.initialScore", [1], "metadata.initialScore must hold two scores"),
        ("metadata.initialScore", [1, 2.0], "metadata.initialScore[1] must be a whole number"),
        ("metadata.finalScore", [1, 10**9], "metadata.finalScore must hold scores up to"),
        ("deals", None, "deals must be a list"),
        ("deals.0", "AbCd", "deals[0] is bit-packed"),
        ("deals.0.note", 1, "deals[0] has the unknown key 'note'"),
        ("deals.0.initialState.dealer", "0", "deals[0].initialState.dealer must be a whole number"),
        ("deals.0.initialState.upCard", None, "deals[0].initialState.upCard must be a text"),
        ("deals.0.initialState.upcard", "Ah", "deals[0].initialState has the unknown key 'upcard'"),
        ("deals.0.phases.0.calls", "Pass", "deals[0].phases[0].calls must be a list"),
        ("deals.0.phases.0.isAlone", 1, "deals[0].phases[0].isAlone must be true or false"),
        ("deals.0.phases.1.tricks", ["Ah"], "deals[0].phases[1].tricks[0] must be a list"),
        ("deals.0.phases.1.tricks", [[1]], "deals[0].phases[1].tricks[0][0] must be a text"),
        ("deals.0.phases.1.type", "EUCHRE_BIDDING", "deals[0].phases[1].type must be EUCHRE_BIDDING, then TRICK_PLAY"),
        (
            "deals.0.phases.0.cardExchanges",
            [{"receiver": 1}],
            "deals[0].phases[0].cardExchanges[0].cards must be a list",
        ),
    ],
)
def test_what_is_no_such_game(path: str, value: object, detail: str) -> None:
    answer = adjudicate(changed(path, value))
    assert answer["error"] == {"deal": None, "action": None, "reason": "UNREADABLE_RECORD"}
    assert answer["detail"].startswith(detail)


def test_stated_scores_are_compared_once_the_game_is_over() -> None:
    over = adjudicate(game(initialScore=[10, 4], finalScore=[10, 5]))
    assert (over["finished"], over["winners"], over["stated_scores_agree"]) == (True, [0, 2], False)
    assert adjudicate(game(initialScore=[10, 4], finalScore=[10, 4]))["stated_scores_agree"] is True
    assert adjudicate(game(initialScore=[3, 4], finalScore=[10, 4]))["stated_scores_agree"] is None
    assert adjudicate(game(initialScore=[3, 4], finalScore=[10, 3]))["stated_scores_agree"] is False


def test_a_game_that_was_over_before_its_first_deal() -> None:
    told = changed("metadata.initialScore", [2, 10])
    answer = adjudicate(told)
    assert answer["error"] == {"deal": 0, "action": None, "reason": "GAME_OVER"}
    assert answer["winners"] == [1, 3]


def test_a_turned_joker_is_judged_as_far_as_the_notation_tells() -> None:
    told = changed("deals.0.initialState.upCard", "B")
    told["metadata"]["ruleset"] = {"joker": True}
    answer = adjudicate(told)
    assert (answer["error"], answer["to_act"]) == (None, None)
    assert answer["current"] == {"dealer": 0, "maker": None, "trump": None, "tricks": [0, 0, 0, 0], "trick": []}
