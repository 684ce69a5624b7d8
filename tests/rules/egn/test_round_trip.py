"""Games of ours written in Euchre Game Notation and judged again."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.egn.converting import Inexpressible, to_egn, to_record
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from tests.rules.egn.played import Json, played, record_of, seen, standard
from tests.rules.games import rules_of, seeds

FORM = ("deals", "scores", "finished", "ended_by", "winners", "game_value", "carried")


@st.composite
def expressible(draw: st.DrawFn) -> RuleSet:
    """Rule sets that the notation has flags for."""
    options: dict[str, object] = {
        "all_pass": draw(st.sampled_from(["redeal", "stick_dealer"])),
        "partner_order_must_be_alone": draw(st.booleans()),
        "alone_lead": draw(st.sampled_from(["left_of_alone", "left_of_dealer"])),
        "alone_march_points": draw(st.integers(0, 9)),
        "alone_euchre_points": draw(st.integers(0, 9)),
        "defend_alone": draw(st.booleans()),
        "call_for_best": draw(st.sampled_from(["off", "partner"])),
        "min_rank": draw(st.sampled_from([7, 8, 9])),
        "start_score": draw(st.integers(-3, 3)),
    }
    if draw(st.booleans()):
        options["joker"] = True
    else:
        options["no_trump_call"] = draw(st.sampled_from(["off", "round_two"]))
    if draw(st.booleans()):
        options |= {"max_deals": draw(st.integers(1, 6)), "target_score": 1000}
    else:
        options["target_score"] = draw(st.integers(4, 12))
    preset = draw(st.sampled_from(["euchre", "euchre-benny"]))
    if preset == "euchre-benny" and options.get("no_trump_call", "off") != "off":
        options["joker"] = False
    rules = parse_ruleset(preset, options)
    assert isinstance(rules, RuleSet), rules
    return rules


def same_game(found: Any, wanted: Any) -> None:
    """Everything but the rule set's hash is the same."""
    assert found["error"] is None, found
    assert {key: found[key] for key in FORM} == {key: wanted[key] for key in FORM}


@given(expressible(), seeds)
def test_a_whole_game_is_judged_as_its_record_is(rules: RuleSet, seed: int) -> None:
    record = record_of(rules, played(rules, seed))
    written = to_egn(record)
    assert isinstance(written, dict), written
    judged = adjudicate(written)
    same_game(judged, adjudicate(record))
    assert judged["faults"] == []
    assert judged["stated_scores_agree"] is True


@given(expressible(), seeds)
def test_hands_and_discards_are_not_needed(rules: RuleSet, seed: int) -> None:
    deals = played(rules, seed)
    same_game(adjudicate(seen(rules, deals)), adjudicate(record_of(rules, deals)))


@given(expressible(), seeds, st.integers(0, 80))
def test_a_game_that_was_broken_off_stands_where_its_record_does(rules: RuleSet, seed: int, stop: int) -> None:
    deals = played(rules, seed, stop=stop)
    wanted: Any = adjudicate(record_of(rules, deals))
    games: tuple[Any, ...] = (to_egn(record_of(rules, deals)), seen(rules, deals))
    for game in games:
        assert isinstance(game, dict), game
        found = adjudicate(game)
        same_game(found, wanted)
        assert found["current"] == wanted["current"]
        turn, real = found["to_act"], wanted["to_act"]
        if turn is not None and real is not None:
            assert turn["seat"] == real["seat"]
            assert turn["legal"] in (None, real["legal"])
        elif real is not None:
            # Before the first lead the notation does not tell what has been discarded and answered already.
            assert len(game["deals"][-1]["phases"]) == 1
            assert wanted["current"]["trump"] is not None
        else:
            assert turn is None


@given(expressible(), seeds)
def test_a_whole_game_comes_back_as_a_record(rules: RuleSet, seed: int) -> None:
    record = record_of(rules, played(rules, seed))
    written = to_egn(record)
    assert isinstance(written, dict)
    back: Any = to_record(written)
    assert isinstance(back, dict), back
    same_game(adjudicate(back), adjudicate(record))
    for deal, original in zip(back["deals"], record["deals"], strict=True):
        assert [sorted(hand.split()) for hand in deal["hands"]] == [sorted(hand.split()) for hand in original["hands"]]
        assert deal["talon"][:2] == original["talon"][:2]
        assert [text for text in deal["actions"] if "keep" not in text] == [
            text for text in original["actions"] if "keep" not in text
        ]


def test_a_hand_that_is_not_told_is_not_invented() -> None:
    rules = standard()
    games = (played(rules, seed) for seed in range(100))
    deals = next(deals for deals in games if any(_has_lone_maker(moves) for _, moves in deals))
    back = to_record(seen(rules, deals))
    assert isinstance(back, Inexpressible)
    assert any("is not told" in reason for reason in back.reasons)


def _has_lone_maker(moves: tuple[int, ...]) -> bool:
    return any((move & 0xFFFF) >> 6 in (2, 4) for move in moves)


@pytest.mark.parametrize(
    ("preset", "options", "named"),
    [
        ("euchre-railroad", {}, ["laps", "slam"]),
        ("euchre", {"alone": False}, ["alone"]),
        ("euchre", {"march_points": 3, "euchre_loss": "maker_loses"}, ["march_points", "euchre_loss"]),
        ("euchre", {"misdeal_claims": ["no_face"], "misdeal_dealer": "next"}, ["misdeal_claims", "misdeal_dealer"]),
        ("euchre", {"max_deals": 8}, ["max_deals"]),
        ("euchre", {"no_trump_call": "any_round"}, ["no_trump_call"]),
        (
            "euchre",
            {"call_for_best": "turn_up", "may_discard_turn_up": False},
            ["call_for_best", "may_discard_turn_up"],
        ),
        ("euchre", {"defend_alone": True, "defend_alone_points": 5}, ["defend_alone_points"]),
        ("euchre-benny", {"joker_turned": "dealer_proposes"}, ["joker_turned"]),
        ("buck", {}, ["preset"]),
        ("euchre-cutthroat", {}, ["preset"]),
    ],
)
def test_options_without_a_flag_are_refused_by_name(preset: str, options: dict[str, Any], named: list[str]) -> None:
    record: Json = {"ruleset": {"preset": preset, "options": options}, "deals": []}
    refused = to_egn(record)
    assert isinstance(refused, Inexpressible)
    assert sorted(reason.split(":")[0] for reason in refused.reasons) == sorted(named)


def test_a_record_with_an_error_is_not_written() -> None:
    record = record_of(rules_of("euchre"), played(rules_of("euchre"), 1, most=1))
    record["deals"][0]["actions"].append("0 pass")
    refused = to_egn(record)
    assert isinstance(refused, Inexpressible)
    assert refused.reasons[0].startswith("DEAL_OVER in deals[0]")
    assert refused.readable
