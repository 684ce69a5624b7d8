"""The engine: a game is a fold of deals and actions, each giving the next state or a refusal.

Nothing is raised for what a player or a record does wrong; a refused step leaves the state as it was.
"""

from typing import Final

from euchre_referee.rules.actions import Kind, move
from euchre_referee.rules.cards import BIT_IF_CARD, JOKER
from euchre_referee.rules.judge import deal_refusal, refusal
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.plan import plan_of
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import ASK, NEXT, Deal, Flow, Plan, State

_MOVE: Final = tuple(tuple((move(seat, code),) for code in range((max(Kind) + 1) << 6)) for seat in range(5))
"""``_MOVE[seat][code]``: the move alone, to be added to a deal's moves."""


def new_game(rules: RuleSet) -> State:
    """A game before its first deal; any seat may deal first."""
    return between_deals(rules, (rules.start_score,) * rules.players, -1, 0, 0)


def between_deals(rules: RuleSet, scores: tuple[int, ...], dealer: int, deal_number: int, scored_deals: int) -> State:
    """A running game that waits for a deal.

    Scores are by seat, ``dealer`` is the next one (-1: any seat), the numbers count the deals dealt and scored so far.
    """
    plan = plan_of(rules)
    state = plan.cleared.copy()
    state.rules = rules
    state.plan = plan
    state.scores = scores
    state.deal_number = deal_number
    state.scored_deals = scored_deals
    state.dealer = dealer
    state.needs_deal = True
    state.phase = Phase.BETWEEN_DEALS
    return state


def deal(state: State, dealt: Deal) -> State | Refusal:
    """Deal these cards and ask the first question; refused are a running deal, an ended game and wrong cards."""
    rules, plan = state.rules, state.plan
    dealer = dealt.dealer
    masks = _hands_of_a_whole_deck(rules, plan, dealt)
    if masks is None or not state.needs_deal or not 0 <= dealer < rules.players or state.dealer not in (-1, dealer):
        return deal_refusal(state, dealt)
    after = plan.cleared.copy()
    after.rules = rules
    after.plan = plan
    after.scores = state.scores
    after.deal_number = state.deal_number + 1
    after.scored_deals = state.scored_deals
    after.dealer = dealer
    after.dealt = dealt
    after.hands = masks[: rules.players]
    after.unplayed = rules.deck_mask
    if rules.turn_up:
        turn_up = after.turn_up = dealt.talon[0]
        after.proposed = None if turn_up == JOKER else turn_up >> 3
    _advance(after)
    return after


def _hands_of_a_whole_deck(rules: RuleSet, plan: Plan, dealt: Deal) -> tuple[int, ...] | None:
    """The hands as masks, or None unless hands and talon have their sizes and hold the deck's cards, each once."""
    talon = dealt.talon
    if (*map(len, dealt.hands), len(talon)) != plan.sizes:
        return None
    masks = []
    deck = 0
    for cards in (*dealt.hands, talon):
        mask = 0
        for card in cards:
            mask |= BIT_IF_CARD[card]
        deck |= mask
        masks.append(mask)
    # As many cards as the deck has make up its mask only if no two are the same.
    return tuple(masks) if deck == rules.deck_mask else None


def apply(state: State, seat: int, action: int) -> State | Refusal:
    """The state after a legal action (a code of ``actions``), or why the action is refused."""
    if seat != state.to_act or action not in state.legal:
        return refusal(state, seat, action)
    # A copy as `State.copy` makes it, but for who is to act and how, which the step always says; in the play of the
    # cards the states share all that does not lie in slots.
    after = State()
    leader = after.leader = state.leader
    after.__dict__ = state.__dict__.copy() if leader is None else state.__dict__
    after.moves = state.moves + _MOVE[seat][action]
    after.unplayed = state.unplayed
    after.tricks = state.tricks
    after.led = state.led
    if after.asking.follow(after, seat, action) is NEXT:
        _advance(after)
    return after


def apply_in_place(own: State, seat: int, action: int) -> Refusal | None:
    """``apply`` without the copy, for whoever alone holds a copied state: simulations and folds of a log.

    Returns the refusal, which leaves the state as it was, or None.
    """
    if seat != own.to_act or action not in own.legal:
        return refusal(own, seat, action)
    own.moves += _MOVE[seat][action]
    if own.asking.follow(own, seat, action) is NEXT:
        _advance(own)
    return None


def _advance(state: State) -> None:
    """Go on to the next step that asks somebody or ends the deal."""
    at = state.step
    steps = state.plan.steps
    flow: Flow = NEXT
    while flow is NEXT:
        at += 1
        flow = steps[at].begin(state)
    if flow is ASK:
        state.step = at
        step = state.asking = steps[at]
        state.phase = step.phase


def legal(state: State) -> tuple[int, ...]:
    """The legal action codes of the seat to act; empty when nobody is."""
    return state.legal
