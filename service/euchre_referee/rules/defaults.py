"""The action the referee takes for a seat whose time has run out."""

from euchre_referee.rules.actions import CARD_KINDS, KEEP, PASS, STAY
from euchre_referee.rules.cards import EFFECTIVE_SUIT, NO_TRUMP, STRENGTH
from euchre_referee.rules.state import State


def default_action(state: State) -> int:
    """A safe legal action of the seat to act; raises ValueError when nobody is.

    Pass where that is allowed; stay, so that no absent player hands the deal to the maker; keep the hand; else name
    the first suit that may be named, never alone, or call, discard, give, exchange or play the weakest card.
    """
    for safe in (PASS, STAY, KEEP):
        if safe in state.legal:
            return safe
    if not state.legal:
        raise ValueError("nobody is to act, so there is no default action")
    cards = [code for code in state.legal if code >> 6 in CARD_KINDS]
    return min(cards, key=lambda code: (_strength(state, code & 63), code)) if cards else min(state.legal)


def _strength(state: State, card: int) -> int:
    trump = NO_TRUMP if state.trump is None else state.trump
    return STRENGTH[trump][EFFECTIVE_SUIT[trump][card]][card]
