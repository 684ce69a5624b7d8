"""What the benchmark's driver sends: whole games played in advance, since a chosen seed fixes every card."""

from collections.abc import Iterator
from typing import NamedTuple

from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State


class Planned(NamedTuple):
    """A decision that will be legal at its version."""

    version: int
    seat: int
    text: str


def plan(rules: RuleSet, seed: bytes) -> Iterator[Planned]:
    """The decisions of a game in which every seat takes a legal action spread over its choices."""
    nonces = (b"",) * rules.players
    dealer = first_dealer(seed, nonces, b"", rules.players)
    state = new_game(rules)
    version = 1
    while not state.finished:
        order = permutation(seed, nonces, b"", state.deal_number, len(deck(rules)))
        cards = [deck(rules)[place] for place in order]
        state = _state(deal(state, hands_from(rules, state.dealer if state.dealer >= 0 else dealer, cards)))
        version += 1
        while state.to_act >= 0:
            action = state.legal[version * 7 % len(state.legal)]
            yield Planned(version, state.to_act, action_text(action))
            state = _state(apply(state, state.to_act, action))
            version += 1


def _state(value: State | Refusal) -> State:
    if isinstance(value, Refusal):
        raise AssertionError(f"the plan is refused: {value}")
    return value
