"""Against OpenSpiel's Euchre: who acts, what is legal and what a deal scores, at every step of random deals.

The two coincide under these options: the seat left of the dealer leads, to a lone maker too (`alone_lead`), and the
dealer may not discard the turn-up. They do not coincide in this:

- OpenSpiel asks the maker for "alone" in a question of its own, after the discard; here it is part of the call. So the
  dealer discards knowing it here, and not there.
- `alone_lead` = `left_of_alone` and `may_discard_turn_up`, our defaults, do not exist there, nor do a joker, no trump,
  calling for the best, misdeals, and other points than 1, 2, 2 and 4.
- With `allow_lone_defender` it asks the defenders from the dealer's left, whether or not the maker is alone; here from
  the maker's left, and only against a lone maker. There a lone defender's win is worth 4 and an option here.
- It deals one card at a time, from the dealer on, so cards are handed to it one by one here.
- It knows one deal, in which a side's gain is the other's loss; here points are added to a game's scores.
"""

import random
from collections import Counter
from typing import Any, Final

import pyspiel
import pytest

from euchre_referee.rules.actions import ORDER, ORDER_ALONE, PASS, Kind
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.records import DealText, deal_text
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State
from tests.rules.games import done, random_deal, rules_of

OPTIONS: Final = {"alone_lead": "left_of_dealer", "may_discard_turn_up": False}
PASSING: Final = 0.7
"""How often a seat that may pass does so before it chooses at random, so that there are second rounds."""

# OpenSpiel's actions: 0 to 23 are cards, nines first, clubs first; then come the calls.
THEIR_PASS, THEIR_CLUBS, *_ = range(24, 31)
THEIR_ALONE, THEIR_WITH_PARTNER = 29, 30


def their_card(card: int) -> int:
    """A card as OpenSpiel numbers it."""
    return ((card & 7) - 2) * 4 + (card >> 3)


def their_action(state: State, code: int) -> int:
    """An action as OpenSpiel numbers it; whether alone is another question there."""
    if code == PASS:
        return THEIR_PASS
    if code in (ORDER, ORDER_ALONE):
        assert state.proposed is not None
        return THEIR_CLUBS + state.proposed
    if code >> 6 in (Kind.NAME, Kind.NAME_ALONE):
        return THEIR_CLUBS + (code & 63)
    return their_card(code & 63)


def their_deal(game: Any, dealt: Deal) -> Any:
    """The same cards dealt there."""
    theirs = game.new_initial_state()
    theirs.apply_action(dealt.dealer)
    for number in range(20):
        theirs.apply_action(their_card(dealt.hands[(dealt.dealer + number) % 4][number // 4]))
    theirs.apply_action(their_card(dealt.talon[0]))
    return theirs


def chosen(state: State, rng: random.Random) -> int:
    """A random legal action."""
    if PASS in state.legal and rng.random() < PASSING:
        return PASS
    return rng.choice(state.legal)


def record(state: State) -> DealText | None:
    """The deal so far, to be told when the two part."""
    return None if state.dealt is None else deal_text(state.dealt, state.moves)


def compare_a_deal(rules: RuleSet, game: Any, rng: random.Random) -> State:
    """Plays a random deal in both, step by step."""
    start = new_game(rules)
    dealt = random_deal(start, rng)
    theirs = their_deal(game, dealt)
    state = done(deal(start, dealt))
    while state.to_act >= 0:
        assert theirs.current_player() == state.to_act, record(state)
        legal = sorted({their_action(state, code) for code in state.legal})
        assert theirs.legal_actions() == legal, record(state)
        code = chosen(state, rng)
        theirs.apply_action(their_action(state, code))
        state = done(apply(state, state.to_act, code))
        if theirs.legal_actions() == [THEIR_ALONE, THEIR_WITH_PARTNER]:
            assert theirs.current_player() == state.maker, record(state)
            theirs.apply_action(THEIR_ALONE if state.alone else THEIR_WITH_PARTNER)
    assert theirs.is_terminal(), record(state)
    assert state.result is not None
    points = state.result.points
    assert theirs.returns() == [points[seat] - points[(seat + 1) % 4] for seat in range(4)], record(state)
    if state.maker is not None:
        taken = Counter(trick.winner() for trick in theirs.tricks())
        assert state.result.tricks == tuple(taken[seat] for seat in range(4)), record(state)
    return state


@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_deals_with_a_stuck_dealer(seed: int) -> None:
    rules = rules_of("euchre", all_pass="stick_dealer", **OPTIONS)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": True})
    rng = random.Random(seed)
    ends = [compare_a_deal(rules, game, rng) for _ in range(1_000)]
    results = [end.result for end in ends if end.result is not None]
    made = {
        (end.turned_down, result.alone, result.maker == result.dealer)
        for end, result in zip(ends, results, strict=True)
    }
    assert len(made) == 8


@pytest.mark.parametrize("seed", range(2))
def test_a_thousand_deals_that_all_may_pass(seed: int) -> None:
    rules = rules_of("euchre", all_pass="redeal", **OPTIONS)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": False})
    rng = random.Random(seed)
    ends = [compare_a_deal(rules, game, rng) for _ in range(1_000)]
    assert any(end.maker is None for end in ends)
