"""What the moves of a deal tell: which cards may still be out, and what each seat is known not to hold."""

from typing import NamedTuple

from euchre_referee.bots.sides import others
from euchre_referee.rules.actions import Kind
from euchre_referee.rules.cards import BIT, FOLLOW, JOKER, NO_TRUMP, mask_of
from euchre_referee.rules.options import Bidding, JokerTurned
from euchre_referee.rules.views import View

_ORDERS = (Kind.ORDER, Kind.ORDER_ALONE)


class Memory(NamedTuple):
    """What is known while trump is fixed; cards as masks."""

    trump: int
    unseen: int
    """Cards that may be in another hand: neither held, nor played, nor known to be buried."""
    lacking: tuple[int, ...]
    """By seat: cards it cannot hold, because it did not follow or because they are known to be elsewhere."""
    shown: int
    """The turn-up while another seat has it (or has given it away face down), else 0."""
    shown_to: int
    """The seat that took that turn-up, else -1."""


def remember(view: View) -> Memory:
    """Reads the moves of the deal once; without a trump so far, plays count as at no trump."""
    trump = NO_TRUMP if view.trump is None else view.trump
    gone = mask_of(view.hand) | mask_of(view.put_away)
    lacking = [0] * view.rules.players
    follow = FOLLOW[trump]
    a_trick = len(others(view)) + 1
    place = led = 0
    taker = -1
    for played in view.moves:
        kind = played >> 6 & 1023
        if kind == Kind.PLAY:
            card = played & 63
            gone |= BIT[card]
            if place % a_trick == 0:
                led = follow[card]
            elif not BIT[card] & led:
                lacking[played >> 16] |= led
            place += 1
        elif kind == Kind.SWAP:
            taker = played >> 16
        elif kind in _ORDERS and view.rules.bidding is Bidding.ORDER_UP:
            taker = view.dealer
    shown = 0
    if view.turn_up is not None and not BIT[view.turn_up] & gone:
        if taker < 0 and _dealer_took_joker(view):
            taker = view.dealer
        shown = BIT[view.turn_up]
        if taker in (-1, view.viewer):
            gone |= shown
            shown, taker = 0, -1
    lacking = [mask if seat == taker else mask | shown for seat, mask in enumerate(lacking)]
    return Memory(trump, view.rules.deck_mask & ~gone, tuple(lacking), shown, taker if shown else -1)


def _dealer_took_joker(view: View) -> bool:
    makes = view.rules.joker_turned is JokerTurned.DEALER_MAKES
    return makes and view.turn_up == JOKER and view.trump is not None
