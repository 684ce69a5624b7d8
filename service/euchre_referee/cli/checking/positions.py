"""Turns of every step and kind of action of a preset, from deals that are the same every time."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from euchre_referee.rules.actions import Kind, kind_of
from euchre_referee.rules.cards import JOKER, card_text
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, between_deals, deal, new_game
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.rules.state import Deal, State

DEALS: Final = 45
"""So many deals of each rule set are searched for turns that are not like one before."""

ALIKE: Final = 3
"""Turns of each kind that are asked about."""

_FACES: Final = "JQKB"
_SHUFFLES: Final = 40
_CLAIMS: Final = ["ace_no_face", "farmers_hand", "no_face"]
_VARIANTS: Final[tuple[Mapping[str, object], ...]] = (
    {},
    {
        "joker": True,
        "joker_turned": "dealer_makes",
        "misdeal_claims": _CLAIMS,
        "call_for_best": "partner",
        "defend_alone": True,
        "all_pass": "stick_dealer",
        "withdraw": "secret",
        "called_card": "any_nontrump",
    },
    {
        "joker": True,
        "joker_turned": "dealer_proposes",
        "call_for_best": "turn_up",
        "partner_order_must_be_alone": True,
        "may_discard_turn_up": False,
        "withdraw": "public",
        "auction_trump": "turned",
    },
    {"joker": False, "no_trump_call": "any_round", "all_pass": "redeal", "clubs_auto": False, "min_rank": 7},
)
"""Options that bring the steps which a preset of itself does not have."""


class Step(NamedTuple):
    """What a turn asks for: turns alike in this are alike to a program."""

    phase: Phase
    kinds: frozenset[Kind]


class Position(NamedTuple):
    """Somebody is to act."""

    step: Step
    state: State


def positions(preset: str) -> tuple[Position, ...]:
    """Some positions for each kind of turn of a preset, with its options as they are and otherwise."""
    found: defaultdict[Step, list[State]] = defaultdict(list)
    for rules in variants(preset):
        for state in _turns(rules, Random(rules.canonical)):
            alike = found[Step(state.phase, frozenset(map(kind_of, state.legal)))]
            if len(alike) < ALIKE:
                alike.append(state)
    return tuple(Position(step, state) for step, states in found.items() for state in states)


def variants(preset: str) -> Iterator[RuleSet]:
    """The rule sets of a preset that are looked at."""
    for options in _VARIANTS:
        rules = parse_ruleset(preset, _known(preset, options))
        if not isinstance(rules, RuleSetProblems):
            yield rules


def _known(preset: str, options: Mapping[str, object]) -> dict[str, object]:
    """The options that the preset has, with values that it allows."""
    has = PRESETS[preset].options
    return {
        name: value for name, value in options.items() if name in has and has[name].allowed.check(value) is not None
    }


def _turns(rules: RuleSet, rng: Random) -> Iterator[State]:
    """Every turn of some deals that are played at random."""
    for number in range(DEALS):
        state = dealt(rules, rng, rare=number % 3 == 0)
        while state.to_act >= 0:
            yield state
            state = legal_step(state, rng.choice(state.legal))


def dealt(rules: RuleSet, rng: Random, *, rare: bool = False) -> State:
    """A new game's first deal; a rare one turns the joker up, or has a hand that may claim a misdeal, where it can."""
    dealer = rng.randrange(rules.players)
    order = list(deck(rules))
    rng.shuffle(order)
    cards = hands_from(rules, dealer, order)
    for _ in range(_SHUFFLES):
        if not rare or not rules.misdeal_claims or any(map(_is_faceless, cards.hands)):
            break
        rng.shuffle(order)
        cards = hands_from(rules, dealer, order)
    if rare and rng.random() < 0.5:
        cards = _joker_turned(cards)
    start = between_deals(rules, new_game(rules).scores, -1, 0, 0)
    state = deal(start, cards)
    assert not isinstance(state, Refusal), state
    return state


def legal_step(state: State, action: int) -> State:
    """The state after a legal action."""
    after = apply(state, state.to_act, action)
    assert not isinstance(after, Refusal), after
    return after


def _is_faceless(hand: Sequence[int]) -> bool:
    return not any(card_text(card)[0] in _FACES for card in hand)


def _joker_turned(cards: Deal) -> Deal:
    """The same with the joker and the turn-up in each other's place."""
    if not cards.talon:
        return cards
    other = {JOKER: cards.talon[0], cards.talon[0]: JOKER}
    if JOKER not in {*cards.talon, *(card for hand in cards.hands for card in hand)}:
        return cards
    hands = tuple(tuple(other.get(card, card) for card in hand) for hand in cards.hands)
    return Deal(cards.dealer, hands, tuple(other.get(card, card) for card in cards.talon))
