"""Every action of the grammar at every step: taken if it is legal, else refused with the reason RECORD gives."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.rules.actions import ACTION_TEXT, action_text, move_text, parse_action
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.cards import card_text, hand_cards
from euchre_referee.rules.engine import apply
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State, held
from tests.rules.games import options_of, rule_sets, seeds, states_of_a_game

GRAMMAR = [code for code, text in ACTION_TEXT.items() if not text.endswith("?")]


def reason(text: str, legal: set[str], hand: set[str], state: State) -> str:
    """Why RECORD refuses this action of the seat to act."""
    words = text.split()
    kind = words[0]
    offered = {other.split()[0] for other in legal}
    if kind == "claim":
        return "CLAIM_NOT_ALLOWED"
    if kind == "pass" and offered == {"name"}:
        return "MUST_NAME_TRUMP"
    if text == "order" and "order alone" in legal:
        return "MUST_GO_ALONE"
    if kind == "bid" and state.phase is Phase.BID:
        return "BID_TOO_LOW" if 1 <= int(words[1]) <= 5 else "BID_OUT_OF_RANGE"
    if kind == "partner" and state.phase is Phase.PARTNER:
        return "CARD_NOT_ALLOWED"
    if kind == "name" and kind in offered and f"name {words[1]}" not in legal:
        return "SUIT_NOT_ALLOWED"
    if kind in ("play", "discard", "give", "swap") and kind in offered:
        if words[1] not in hand:
            return "CARD_NOT_IN_HAND"
        return "MUST_FOLLOW_SUIT" if kind == "play" else "CARD_NOT_ALLOWED"
    return "ACTION_NOT_ALLOWED_NOW"


@settings(max_examples=40)
@given(rule_sets(), seeds)
def test_the_whole_grammar_at_every_step(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed, deals=1):
        if state.to_act < 0:
            continue
        legal = set(map(action_text, state.legal))
        hand = set(map(card_text, hand_cards(held(state, state.to_act))))
        for code in GRAMMAR:
            after = apply(state, state.to_act, code)
            text = action_text(code)
            if text in legal:
                assert isinstance(after, State)
            else:
                assert isinstance(after, Refusal)
                assert after.reason == reason(text, legal, hand, state), text
                assert after.detail.startswith(f"{text}: ")


@given(rule_sets(), seeds, st.integers(0, 40), st.sampled_from(GRAMMAR))
def test_a_record_may_stop_anywhere_and_tells_the_first_action_that_is_wrong(
    rules: RuleSet, seed: int, cut: int, last: int
) -> None:
    *_, played = states_of_a_game(rules, seed, deals=1)
    before = [state for state in states_of_a_game(rules, seed, deals=1) if len(state.moves) <= cut][-1]
    assert played.dealt is not None
    cut = len(before.moves)
    entry = deal_text(played.dealt, played.moves[:cut])
    record = {"ruleset": {"preset": rules.preset, "options": options_of(rules)}, "deals": [entry]}
    answer = adjudicate(record)
    turn = answer["to_act"]
    assert answer["error"] is None
    assert len(answer["deals"]) == (1 if before.result is not None else 0)
    if before.to_act < 0:
        assert turn is None
        return
    assert turn == {"seat": before.to_act, "legal": sorted(map(action_text, before.legal))}
    entry["actions"].append(f"{before.to_act} {action_text(last)}")
    judged = adjudicate(record)
    if last in before.legal:
        assert judged["error"] is None
    else:
        hand = set(map(card_text, hand_cards(held(before, before.to_act))))
        expected = reason(action_text(last), set(map(action_text, before.legal)), hand, before)
        assert judged["error"] == {"deal": 0, "action": cut, "reason": expected}
        assert judged["to_act"] == turn


@given(rule_sets(), seeds)
def test_one_action_too_many_and_one_deal_too_soon(rules: RuleSet, seed: int) -> None:
    rng = random.Random(seed)
    *_, over = states_of_a_game(rules, seed, deals=1)
    assert over.dealt is not None
    ruleset = {"preset": rules.preset, "options": options_of(rules)}
    whole = deal_text(over.dealt, over.moves)
    extra = {**whole, "actions": [*whole["actions"], rng.choice(["0 pass", "9 x", ""])]}
    answer = adjudicate({"ruleset": ruleset, "deals": [extra]})
    assert answer["error"] == {"deal": 0, "action": len(over.moves), "reason": "DEAL_OVER"}
    waiting = rng.randrange(len(over.moves))
    short = {**whole, "actions": list(map(move_text, over.moves[:waiting]))}
    answer = adjudicate({"ruleset": ruleset, "deals": [short, whole]})
    assert answer["error"] == {"deal": 0, "action": waiting, "reason": "DEAL_UNFINISHED"}
    if over.finished:
        answer = adjudicate({"ruleset": ruleset, "deals": [whole, {"dealer": 9, "hands": []}]})
        assert answer["error"] == {"deal": 1, "action": None, "reason": "GAME_OVER"}


def test_the_grammar_is_whole() -> None:
    assert all(parse_action(action_text(code)) == code for code in GRAMMAR)
    assert len(GRAMMAR) == 11 + 5 + 5 + 63 + 5 * 33
