"""Tables for the bots' tests: positions written as records write them, and whole games between bots."""

import random
from collections.abc import Iterator, Mapping, Sequence

from euchre_referee.bots import Bot, make_bot
from euchre_referee.bots.montecarlo import MonteCarloBot
from euchre_referee.rules.actions import action_text, parse_action
from euchre_referee.rules.cards import parse_card
from euchre_referee.rules.dealing import hands_from
from euchre_referee.rules.engine import apply, between_deals, deal, new_game
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import NO_OPTIONS, RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.rules.state import Deal, State
from euchre_referee.rules.views import view


def rule_set(preset: str, options: object = NO_OPTIONS) -> RuleSet:
    """The rule set, which must be a valid one."""
    rules = parse_ruleset(preset, options)
    assert not isinstance(rules, RuleSetProblems), rules.problems
    return rules


def position(
    rules: RuleSet,
    known: Mapping[int, str],
    turn_up: str,
    actions: Sequence[str] = (),
    dealer: int = 3,
    scores: tuple[int, ...] | None = None,
) -> State:
    """The state after a record's prefix: ``"0 pass"`` and so on, all legal.

    Hands are given by seat where they matter; the others get the rest of the deck in its canonical order.
    """
    hands = [_cards(known.get(seat, "")) for seat in range(rules.players)]
    first = _cards(turn_up)
    rest = [card for card in rules.deck if card not in (*first, *(card for hand in hands for card in hand))]
    for seat, hand in enumerate(hands):
        lacking = rules.hand_size - len(hand)
        hands[seat], rest = (*hand, *rest[:lacking]), rest[lacking:]
    before = between_deals(rules, scores or (rules.start_score,) * rules.players, dealer, 0, 0)
    state = _unrefused(deal(before, Deal(dealer, tuple(hands), (*first, *rest))))
    for text in actions:
        seat_text, said = text.split(" ", 1)
        code = parse_action(said)
        assert code is not None, text
        state = _unrefused(apply(state, int(seat_text), code))
    return state


def bot_named(name: str) -> Bot:
    """The bot with a seed that does not matter to the test."""
    return make_bot(name, 0)


def quick_bot(name: str, seed: int) -> Bot:
    """The bot, or for ``montecarlo`` one of so few worlds that it costs no more than the others."""
    return MonteCarloBot(seed, worlds=2) if name == "montecarlo" else make_bot(name, seed)


def answer(bot: Bot, state: State) -> str:
    """What the bot does when it is asked, as text."""
    return action_text(bot(view(state, state.to_act)))


def next_deal(state: State, seed: object) -> State:
    """The state with a deal that depends on the seed and the deal's number alone."""
    rng = random.Random(f"{seed} {state.deal_number}")
    order = list(state.rules.deck)
    rng.shuffle(order)
    dealer = rng.randrange(state.rules.players) if state.dealer < 0 else state.dealer
    return _unrefused(deal(state, hands_from(state.rules, dealer, order)))


def positions(rules: RuleSet, bots: Sequence[Bot], seed: object, deals: int) -> Iterator[State]:
    """Every state of so many deals, or fewer if the game ends, in which a seat is to act."""
    state = new_game(rules)
    while not state.finished and state.deal_number < deals:
        state = next_deal(state, seed)
        while state.to_act >= 0:
            yield state
            state = _unrefused(apply(state, state.to_act, bots[state.to_act](view(state, state.to_act))))


def play_game(rules: RuleSet, bots: Sequence[Bot], seed: object, deals: int = 1000) -> list[State]:
    """A game of these bots, by seat, to its end or for so many deals: the states at which a deal was completed."""
    state = new_game(rules)
    completed = []
    while not state.finished and state.deal_number < deals:
        state = next_deal(state, seed)
        while state.to_act >= 0:
            seen = view(state, state.to_act)
            chosen = bots[state.to_act](seen)
            assert chosen in seen.legal, f"{action_text(chosen)} in {state.phase}, deal {state.deal_number}"
            state = _unrefused(apply(state, state.to_act, chosen))
        completed.append(state)
    return completed


def _cards(text: str) -> tuple[int, ...]:
    return tuple(card for name in text.split() if (card := parse_card(name)) is not None)


def _unrefused(result: State | Refusal) -> State:
    assert not isinstance(result, Refusal), result
    return result
