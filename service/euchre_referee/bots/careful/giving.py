"""Which card to part with, and whether a card offered is worth one's own."""

from typing import Final

from euchre_referee.bots.careful.estimate import MAKING, tricks
from euchre_referee.rules.actions import KEEP, Kind
from euchre_referee.rules.cards import EFFECTIVE_SUIT, NO_TRUMP, STRENGTH
from euchre_referee.rules.views import View

_PARTNER_BEST: Final = 0.7
"""Tricks that a partner's best card brings on average."""


def discard(view: View) -> int:
    """The card without which the hand expects most; that favours voids over losers in long suits."""
    return max(view.legal, key=lambda code: _without(view, code & 63))


def exchange(view: View) -> int:
    """Swaps the card that loses least for the turn-up, if the hand then expects more."""
    trump = trump_of(view)
    swaps = [code for code in view.legal if code >> 6 == Kind.SWAP]
    if not swaps or view.turn_up is None:
        return view.legal[0]
    turn_up = view.turn_up
    value, best = max((_changed(view, code & 63, (turn_up,)), code) for code in swaps)
    keeps = KEEP in view.legal and value <= tricks(view.hand, trump, view.rules.deck_mask & ~(1 << turn_up), MAKING)
    return KEEP if keeps else best


def ask_best(view: View) -> int:
    """Puts a card away for the partner's best, unless every card is worth more than that."""
    if any(code >> 6 == Kind.SWAP for code in view.legal):
        return exchange(view)
    whole = tricks(view.hand, trump_of(view), view.rules.deck_mask, MAKING)
    value, best = max((_without(view, code & 63), code) for code in view.legal if code != KEEP)
    return best if value + _PARTNER_BEST > whole else KEEP


def give(view: View) -> int:
    """The highest trump, else the highest card."""
    trump = trump_of(view)
    return max(view.legal, key=lambda code: (STRENGTH[trump][trump][code & 63], _rank(trump, code & 63)))


def trump_of(view: View) -> int:
    """The trump, or no trump while there is none."""
    return NO_TRUMP if view.trump is None else view.trump


def _rank(trump: int, card: int) -> int:
    return STRENGTH[trump][EFFECTIVE_SUIT[trump][card]][card]


def _without(view: View, card: int) -> float:
    return _changed(view, card, ())


def _changed(view: View, card: int, new: tuple[int, ...]) -> float:
    """What the hand expects with ``new`` in place of ``card``; among equals the lower card goes."""
    hand = (*(kept for kept in view.hand if kept != card), *new)
    trump = trump_of(view)
    return tricks(hand, trump, view.rules.deck_mask & ~(1 << card), MAKING) - 0.001 * _rank(trump, card)
