"""The engine: a game is a fold of deals and actions, each giving the next state or a refusal.

Nothing is raised for what a player or a record does wrong; a refused step leaves the state as it was.
"""

from itertools import chain

from euchre_referee.rules.cards import JOKER, mask_of
from euchre_referee.rules.judge import refusal
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.plan import plan_of
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import NEXT, Deal, Flow, State


def new_game(rules: RuleSet) -> State:
    """A game before its first deal; any seat may deal first."""
    return between_deals(rules, (rules.start_score,) * rules.players, -1, 0, 0)


def between_deals(rules: RuleSet, scores: tuple[int, ...], dealer: int, deal_number: int, scored_deals: int) -> State:
    """A running game that waits for a deal.

    Scores are by seat, ``dealer`` is the next one (-1: any seat), the numbers count the deals dealt and scored so far.
    """
    state = State.__new__(State)
    state.rules = rules
    state.plan = plan_of(rules)
    state.scores = scores
    state.deal_number = deal_number
    state.scored_deals = scored_deals
    state.finished = False
    state.winners = ()
    state.ended_by = None
    state.game_value = 1
    state.carried = (0,) * rules.players
    _clear_table(state)
    state.dealer = dealer
    state.needs_deal = True
    state.phase = Phase.BETWEEN_DEALS
    return state


def _clear_table(state: State) -> None:
    """Forget the deal before."""
    players = state.rules.players
    state.result = None
    state.step = -1
    state.asking = state.plan.steps[0]
    state.to_act = -1
    state.queue = state.legal = ()
    state.moves = state.secrets = ()
    state.dealt = None
    state.hands = (0,) * players
    state.unplayed = 0
    state.withheld = False
    state.turn_up = state.proposed = None
    state.turned_down = False
    state.put_away = state.received = ((),) * players
    state.best_bid = None
    state.trump = state.maker = None
    state.alone = False
    state.picks_up = state.best_wanted = False
    state.swapper = None
    state.must_swap = state.lead_avoids_maker = False
    state.called = state.partner = state.lone_defender = None
    state.sits_out = ()
    state.bound = 0
    state.answers = ()
    state.withdrew = state.stayed = ()
    state.ring = ()
    state.leader = None
    state.trick = ()
    state.tricks = (0,) * players
    state.strengths = ()
    state.follows = 0
    state.best = 0
    state.winning = -1


def deal(state: State, dealt: Deal) -> State | Refusal:
    """Deal these cards and ask the first question; refused are a running deal, an ended game and wrong cards."""
    fault = _deal_fault(state, dealt)
    if fault is not None:
        return fault
    rules = state.rules
    after = state.copy()
    _clear_table(after)
    after.needs_deal = False
    after.deal_number += 1
    after.dealer = dealt.dealer
    after.dealt = dealt
    after.hands = tuple(mask_of(hand) for hand in dealt.hands[: rules.players])
    after.unplayed = rules.deck_mask
    if rules.turn_up:
        turn_up = after.turn_up = dealt.talon[0]
        after.proposed = None if turn_up == JOKER else turn_up >> 3
    _advance(after)
    return after


def _deal_fault(state: State, dealt: Deal) -> Refusal | None:
    if state.finished:
        return Refusal(Reason.GAME_OVER, "RULES 9", "The game is over; no deal follows.")
    if not state.needs_deal:
        return Refusal(Reason.DEAL_UNFINISHED, "RULES 3", f"Seat {state.to_act} is still to act in this deal.")
    return _cards_fault(state.rules, dealt) or _dealer_fault(state, dealt.dealer)


def _cards_fault(rules: RuleSet, dealt: Deal) -> Refusal | None:
    hands = rules.players + rules.dead_hand
    if len(dealt.hands) != hands or {*map(len, dealt.hands)} != {rules.hand_size}:
        need = f"{hands} hands of {rules.hand_size} cards are needed."
        return Refusal(Reason.WRONG_HAND_SIZE, "RULES 2", need)
    cards = [*chain.from_iterable(dealt.hands), *dealt.talon]
    different = {*cards}
    if not different <= rules.deck_set:
        return Refusal(Reason.CARD_NOT_IN_DECK, "RULES 2", "A card is unreadable or not in this deck.")
    if len(different) != len(cards):
        return Refusal(Reason.DUPLICATE_CARD, "RULES 2", "A card is there twice.")
    if len(cards) != len(rules.deck):
        need = f"The talon must hold the other {len(rules.deck) - hands * rules.hand_size} cards of the deck."
        return Refusal(Reason.WRONG_TALON_SIZE, "RULES 3", need)
    return None


def _dealer_fault(state: State, dealer: int) -> Refusal | None:
    if not 0 <= dealer < state.rules.players:
        return Refusal(
            Reason.WRONG_DEALER, "RULES 3", f"The dealer must be a seat from 0 to {state.rules.players - 1}."
        )
    if state.dealer not in (-1, dealer):
        return Refusal(Reason.WRONG_DEALER, "RULES 3", f"Seat {state.dealer} deals next.")
    return None


def apply(state: State, seat: int, action: int) -> State | Refusal:
    """The state after a legal action (a code of ``actions``), or why the action is refused."""
    if seat != state.to_act or action not in state.legal:
        return refusal(state, seat, action)
    after = state.copy()
    after.moves += (seat << 16 | action,)
    if after.asking.follow(after, seat, action) is NEXT:
        _advance(after)
    return after


def apply_in_place(own: State, seat: int, action: int) -> Refusal | None:
    """``apply`` without the copy, for whoever alone holds a copied state: simulations and folds of a log.

    Returns the refusal, which leaves the state as it was, or None.
    """
    if seat != own.to_act or action not in own.legal:
        return refusal(own, seat, action)
    own.moves += (seat << 16 | action,)
    if own.asking.follow(own, seat, action) is NEXT:
        _advance(own)
    return None


def _advance(state: State) -> None:
    """Go on to the next step that asks somebody or ends the deal."""
    steps = state.plan.steps
    flow: Flow = NEXT
    while flow is NEXT:
        state.step += 1
        step = state.asking = steps[state.step]
        state.phase = step.phase
        flow = step.begin(state)


def legal(state: State) -> tuple[int, ...]:
    """The legal action codes of the seat to act; empty when nobody is."""
    return state.legal
