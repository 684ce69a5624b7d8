"""What is read from the wire is what was written to it, for every state that games come through."""

import random

import pytest

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import encode_view, legal_messages, view_message
from euchre_referee.api.turn_reading import read_turn, read_view
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view

RULE_SETS = [
    ("euchre", {}),
    ("euchre", {"defend_alone": True, "call_for_best": "partner", "no_trump_call": "any_round", "max_deals": 6}),
    ("euchre", {"call_for_best": "turn_up", "misdeal_claims": ["no_face"], "max_deals": 6}),
    ("buck", {}),
    ("buck", {"withdraw": "secret", "uncontested": "five_tricks", "all_pass": "stick_dealer", "max_deals": 8}),
]


def random_states(rules: RuleSet, seed: int) -> list[State]:
    """Every state of one game between random players."""
    draw = random.Random(seed)
    state, states = new_game(rules), []
    while not state.finished:
        if state.needs_deal:
            order = list(deck(rules))
            draw.shuffle(order)
            dealer = state.dealer if state.dealer >= 0 else 0
            following = deal(state, hands_from(rules, dealer, order))
        else:
            following = apply(state, state.to_act, draw.choice(state.legal))
        assert isinstance(following, State)
        state = following
        states.append(state)
    return states


@pytest.mark.parametrize(("preset", "options"), RULE_SETS)
@pytest.mark.parametrize("seed", range(5))
def test_reading_is_the_inverse_of_writing(preset: str, options: dict[str, object], seed: int) -> None:
    rules = parse_ruleset(preset, options)
    assert isinstance(rules, RuleSet)
    for state in random_states(rules, seed):
        for viewer in (None, *range(rules.players)):
            seen = view(state, viewer)
            message = pb.View.FromString(encode_view(seen))
            assert read_view(message, seen.legal) == seen


def test_a_turn_brings_its_legal_actions() -> None:
    rules = parse_ruleset("euchre")
    assert isinstance(rules, RuleSet)
    state = random_states(rules, 1)[0]
    seen = view(state, state.to_act)
    turn = pb.Turn(view=view_message(seen), legal=legal_messages(seen.legal))
    assert read_turn(turn) == seen
    assert [ACTION_TEXT[code] for code in read_turn(turn).legal] == [legal.text for legal in turn.legal]


def test_an_unknown_rule_set_or_phase_is_named() -> None:
    with pytest.raises(ValueError, match="rule set"):
        read_view(pb.View(ruleset='{"options":{},"preset":"whist"}'))
    with pytest.raises(ValueError, match="does not know"):
        read_view(pb.View(ruleset='{"options":{},"preset":"buck"}'))
