"""Rule sets: canonical form, identity, and everything that can be wrong with one."""

import hashlib
import pickle

import pytest

from euchre_referee.rules.options import MisdealClaim, NoTrumpCall
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSetProblems, parse_ruleset
from tests.rules.games import rules_of


def problems(preset: object, options: object) -> list[str]:
    parsed = parse_ruleset(preset, options)
    assert isinstance(parsed, RuleSetProblems)
    assert all(problem.problem and problem.allowed for problem in parsed.problems)
    return [problem.option for problem in parsed.problems]


def test_the_canonical_form_names_only_what_differs() -> None:
    rules = rules_of("buck", start_score=15, penalty=5, misdeal_claims=["no_face", "ace_no_face"])
    assert rules.canonical == (
        '{"options":{"misdeal_claims":["ace_no_face","no_face"],"start_score":15},"preset":"buck"}'
    )
    assert rules.hash == hashlib.sha256(rules.canonical.encode()).hexdigest()


def test_equal_rule_sets_are_one_object() -> None:
    assert rules_of("euchre", target_score=10) is rules_of("euchre")
    assert rules_of("euchre", target_score=11) is not rules_of("euchre")


def test_a_rule_set_comes_back_from_a_pickle_as_itself() -> None:
    for rules in (rules_of("euchre"), rules_of("buck", misdeal_claims=["no_face"], penalty=3)):
        assert pickle.loads(pickle.dumps(rules)) is rules


def test_a_pickle_of_another_versions_rule_set_is_refused() -> None:
    known = rules_of("buck", penalty=3)
    damaged = pickle.dumps(known).replace(b'"penalty":3', b'"penaltx":3')
    with pytest.raises(ValueError, match=r'^not a canonical rule set: {"options":{"penaltx":3},"preset":"buck"}$'):
        pickle.loads(damaged)


def test_claims_are_a_set_of_their_words() -> None:
    assert rules_of("euchre").misdeal_claims == frozenset()
    claims = rules_of("euchre", misdeal_claims=["no_face", "ace_no_face"]).misdeal_claims
    assert claims == frozenset({MisdealClaim.NO_FACE, MisdealClaim.ACE_NO_FACE})
    assert all(isinstance(claim, MisdealClaim) for claim in claims)


def test_an_option_a_preset_lacks_holds_what_makes_it_absent() -> None:
    buck, euchre = rules_of("buck"), rules_of("euchre")
    assert not buck.alone
    assert not buck.joker
    assert euchre.withdraw == "off"
    assert not euchre.sweep_wins


def test_an_options_word_may_be_given_as_its_member() -> None:
    assert rules_of("euchre", no_trump_call=NoTrumpCall.ROUND_TWO) is rules_of("euchre", no_trump_call="round_two")


def test_two_hands_of_ten_have_a_turn_up_only_from_a_longer_deck() -> None:
    assert not rules_of("euchre-two-handed").turn_up
    longer = rules_of("euchre-two-handed", min_rank=9)
    assert longer.turn_up
    assert longer.bidding == "order_up"


def test_all_problems_are_told_at_once() -> None:
    wrong = {
        "stick_the_dealer": True,
        "target_score": "10",
        "alone": False,
        "defend_alone": True,
        "call_for_best": "partner",
    }
    assert sorted(problems("euchre", wrong)) == ["call_for_best", "defend_alone", "stick_the_dealer", "target_score"]


def test_a_wrong_preset_and_options_of_the_wrong_type_are_told_together() -> None:
    assert problems("pinochle", []) == ["preset", "options"]


@pytest.mark.parametrize(
    ("preset", "options", "option"),
    [
        ("pinochle", {}, "preset"),
        (None, {}, "preset"),
        (["euchre"], {}, "preset"),
        ("euchre", None, "options"),
        ("euchre", {"target_score": "x", "start_score": 20}, "target_score"),
        ("euchre", {"start_score": None, "target_score": -20}, "start_score"),
        ("euchre-benny", {"joker": 0, "no_trump_call": "round_two"}, "joker"),
        ("euchre", {"joker": 1, "min_rank": 10}, "joker"),
        ("euchre", {"alone": 0, "defend_alone": True}, "alone"),
        ("buck", {"withdraw": "hidden", "uncontested": "last_must_stay"}, "withdraw"),
        ("euchre", [], "options"),
        ("euchre", {"target_score": True}, "target_score"),
        ("euchre", {"target_score": 10.0}, "target_score"),
        ("euchre", {"target_score": 1001}, "target_score"),
        ("euchre", {"alone": 1}, "alone"),
        ("euchre", {"min_rank": "9"}, "min_rank"),
        ("euchre", {"min_rank": 9.0}, "min_rank"),
        ("euchre", {"all_pass": "no_trump"}, "all_pass"),
        ("euchre", {"misdeal_claims": "no_face"}, "misdeal_claims"),
        ("euchre", {"misdeal_claims": ["no_face", "no_face"]}, "misdeal_claims"),
        ("euchre", {"misdeal_claims": [["no_face"]]}, "misdeal_claims"),
        ("euchre", {"misdeal_claims": ["misdeal"]}, "misdeal_claims"),
        ("euchre", {"misdeal_claims": [1]}, "misdeal_claims"),
        ("euchre", {"start_score": 10}, "start_score"),
        ("euchre", {"min_rank": 10}, "min_rank"),
        ("euchre", {"joker": True, "no_trump_call": "any_round"}, "no_trump_call"),
        ("euchre-railroad", {"alone": False, "call_for_best": "off"}, "defend_alone"),
        ("euchre-auction", {"joker": False}, "min_rank"),
        ("buck", {"target_score": 25}, "start_score"),
        ("buck", {"withdraw": "secret", "uncontested": "last_must_stay"}, "uncontested"),
        ("buck", {"joker": True}, "joker"),
        ("buck-three", {"min_rank": 10}, "min_rank"),
        ("dirty-clubs", {"min_bid": 0}, "min_bid"),
    ],
)
def test_what_is_refused(preset: object, options: object, option: str) -> None:
    assert problems(preset, options) == [option]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_playable_as_it_stands(name: str) -> None:
    assert rules_of(name).canonical == f'{{"options":{{}},"preset":"{name}"}}'


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("euchre", {"min_rank": 10, "joker": True}),
        ("euchre-auction", {"joker": False, "min_rank": 8}),
        ("euchre-cutthroat", {"min_rank": 10}),
        ("buck", {"withdraw": "off", "uncontested": "last_must_stay"}),
    ],
)
def test_what_is_just_enough(preset: str, options: dict[str, object]) -> None:
    assert rules_of(preset, **options).preset == preset
