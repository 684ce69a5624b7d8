"""The one place that says why a deal or an action is refused (RECORD, the reasons in their order)."""

from itertools import chain
from typing import Final

from euchre_referee.rules.actions import ACTION_TEXT, HIDDEN, NAME, Kind, action_text
from euchre_referee.rules.cards import BIT
from euchre_referee.rules.options import Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State, held

_CALLS: Final = frozenset({Phase.ORDER, Phase.NAME, Phase.BID, Phase.TRUMP, Phase.EXCHANGE})
_SECTION_OF_CALLS: Final = {
    Bidding.DIRTY: "RULES 6",
    Bidding.AUCTION: "RULES 7",
    Bidding.BELOTE: "RULES 8",
    Bidding.BELOTE4: "RULES 8",
}
_SECTION: Final = {
    Phase.PARTNER: "RULES 7",
    Phase.EXCHANGE: "RULES 5",
    Phase.BEST: "RULES 5",
    Phase.GIVE: "RULES 5",
    Phase.DEFEND: "RULES 5",
    Phase.STAY: "RULES 6",
    Phase.PLAY: "RULES 9",
}

_NAMING_STEPS: Final = frozenset({Phase.JOKER, Phase.NAME, Phase.TRUMP})
_OWN_CARD: Final = frozenset({Kind.PLAY, Kind.DISCARD, Kind.SWAP, Kind.GIVE})
_HIGHEST_BID: Final = 5


def deal_refusal(state: State, dealt: Deal) -> Refusal:
    """Why this deal, which is not right here and now, is refused."""
    if state.finished:
        return Refusal(Reason.GAME_OVER, "RULES 9", "The game is over; no deal follows.")
    if not state.needs_deal:
        return Refusal(Reason.DEAL_UNFINISHED, "RULES 3", f"Seat {state.to_act} is still to act in this deal.")
    return _cards_refusal(state.rules, dealt) or _dealer_refusal(state, dealt.dealer)


def _cards_refusal(rules: RuleSet, dealt: Deal) -> Refusal | None:
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


def _dealer_refusal(state: State, dealer: int) -> Refusal:
    if not 0 <= dealer < state.rules.players:
        need = f"The dealer must be a seat from 0 to {state.rules.players - 1}."
        return Refusal(Reason.WRONG_DEALER, "RULES 3", need)
    return Refusal(Reason.WRONG_DEALER, "RULES 3", f"Seat {state.dealer} deals next.")


def refusal(state: State, seat: int, code: int) -> Refusal:
    """Why this action, which is not legal here and now, is refused."""
    if state.to_act < 0:
        return Refusal(Reason.DEAL_OVER, "RULES 3", "The deal is over; nobody is to act.")
    if code not in ACTION_TEXT or code & 63 == HIDDEN or code >> 6 == Kind.ANSWER:
        return Refusal(Reason.MALFORMED_ACTION, "RECORD", f"{code} is no action's code.")
    if not 0 <= seat < state.rules.players:
        return Refusal(Reason.MALFORMED_ACTION, "RECORD", f"There is no seat {seat}.")
    if seat != state.to_act:
        return Refusal(Reason.NOT_YOUR_TURN, "RULES 3", f"Seat {state.to_act} is to act, not seat {seat}.")
    reason, why = _reason(state, seat, code)
    return Refusal(reason, _section(state), f"{action_text(code)}: {why}")


def _section(state: State) -> str:
    """Where the rule of the current step stands; what is not listed stands in section 4."""
    bidding = state.rules.bidding
    if state.phase in _CALLS and bidding in _SECTION_OF_CALLS:
        return _SECTION_OF_CALLS[bidding]
    return _SECTION.get(state.phase, "RULES 4")


def malformed(text: str) -> Refusal:
    """The refusal of a text that is no action at all."""
    return Refusal(Reason.MALFORMED_ACTION, "RECORD", f"{text[:60]!r} is not an action; see the table of actions.")


def _reason(state: State, seat: int, code: int) -> tuple[Reason, str]:
    kind = Kind(code >> 6)
    if kind is Kind.CLAIM:
        return Reason.CLAIM_NOT_ALLOWED, "no claim may be made with this hand and at this step."
    if kind is Kind.PASS and state.phase in _NAMING_STEPS:
        return Reason.MUST_NAME_TRUMP, "this seat must name a suit."
    if kind is Kind.ORDER and Kind.ORDER_ALONE << 6 in state.legal:
        return Reason.MUST_GO_ALONE, "the dealer's partner may only order alone."
    if kind is Kind.BID and state.phase is Phase.BID:
        return _bid_reason(state, code & 63)
    if kind is Kind.PARTNER and state.phase is Phase.PARTNER:
        return Reason.CARD_NOT_ALLOWED, "this card may not be called."
    if kind is Kind.NAME_ALONE and _bars_suit(state, code & 63):
        return Reason.SUIT_NOT_ALLOWED, "this suit may not be named here."
    if all(legal >> 6 != kind for legal in state.legal):
        return Reason.ACTION_NOT_ALLOWED_NOW, f"the step is {state.phase}, which does not offer this."
    return _choice_reason(state, seat, kind, code & 63)


def _bid_reason(state: State, bid: int) -> tuple[Reason, str]:
    if not 1 <= bid <= _HIGHEST_BID:
        return Reason.BID_OUT_OF_RANGE, "bids go from 1 to 5."
    if state.best_bid is not None:
        return Reason.BID_TOO_LOW, f"the bid must be above {state.best_bid[1]}."
    return Reason.BID_TOO_LOW, f"the lowest bid is {state.rules.min_bid}."


def _bars_suit(state: State, trump: int) -> bool:
    """Whether the step asks for a name but not for this one, with a partner or alone."""
    return NAME | trump not in state.legal and any(legal >> 6 == Kind.NAME for legal in state.legal)


def _choice_reason(state: State, seat: int, kind: Kind, argument: int) -> tuple[Reason, str]:
    if kind in _OWN_CARD and not held(state, seat) & BIT[argument]:
        return Reason.CARD_NOT_IN_HAND, "this seat does not hold the card."
    if kind is Kind.PLAY:
        return Reason.MUST_FOLLOW_SUIT, "this seat holds the suit led and must follow it."
    if kind is Kind.DISCARD:
        return Reason.CARD_NOT_ALLOWED, "the card just taken may not be discarded."
    return Reason.SUIT_NOT_ALLOWED, "this suit may not be named here."
