"""What a view leaves open: which cards have not been seen, and where each of them may lie."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre_referee.rules.actions import HIDDEN, Kind
from euchre_referee.rules.cards import BIT, FOLLOW, NO_TRUMP, cards_in, mask_of
from euchre_referee.rules.views import View

_GIVING_AWAY: Final = (Kind.DISCARD, Kind.SWAP, Kind.GIVE)


class Place(NamedTuple):
    """Cards that lie together unseen."""

    size: int
    barred: int
    """A mask of the cards that cannot be among them."""


class Alike(NamedTuple):
    """Unseen cards that may lie in the same places."""

    cards: tuple[int, ...]
    places: tuple[int, ...]
    """Indices of the places."""


class Gift(NamedTuple):
    """A partner's best card, given to the lone maker."""

    giver: int
    maker: int
    card: int | None
    """None if the viewer may not know it."""


class Knowledge(NamedTuple):
    """All that a view tells about the cards; masks by card numbers."""

    view: View
    played: tuple[int, ...]
    """By seat."""
    held: tuple[int, ...]
    """By seat: cards the seat is known to hold now."""
    away: tuple[tuple[int, ...], ...]
    """By seat: cards the viewer knows to have been put away or exchanged, the gift left out."""
    gift: Gift | None
    taker: int | None
    """The seat that received the turn-up."""
    places: tuple[Place, ...]
    """Where the unseen cards lie: by seat the rest of its hand, then ``hidden``, the dead hand, the talon."""
    hidden: tuple[int, ...]
    """By card put away unseen, in the order of the moves: the seat that did."""
    unseen: tuple[Alike, ...]
    """The unseen cards, those with the least choice of places first."""


class _Told(NamedTuple):
    """What the moves tell of each seat."""

    played: tuple[int, ...]
    void: tuple[int, ...]
    put_away: tuple[int, ...]
    """How many cards it has parted with, given ones included."""
    gift: Gift | None


def knowledge(view: View) -> Knowledge:
    """Reads a seat's view; the viewer must have a seat."""
    rules, me = view.rules, view.viewer
    if me is None:
        raise ValueError("a bot plays a seat: give it a seat's view, not a spectator's")
    told = _told(view)
    gift, turn_up = told.gift, view.turn_up
    taker = _taker(view, told)
    held = [0] * rules.players
    held[me] = mask_of(view.hand)
    known = sum(told.played)
    if gift is not None and gift.card is not None and not known >> gift.card & 1:
        held[gift.maker] |= BIT[gift.card]
    known |= sum(held) | mask_of(view.put_away)
    shown = 0 if turn_up is None or known & BIT[turn_up] else BIT[turn_up]
    if taker is None:
        known |= shown
    hands = [
        Place(
            view.hand_sizes[seat] - held[seat].bit_count(), told.void[seat] | _elsewhere(view, told, taker, seat, shown)
        )
        for seat in range(rules.players)
    ]
    hidden = _hidden(view, told, taker, shown)
    dead = Place(rules.hand_size if rules.dead_hand else 0, shown)
    unseen = rules.deck_mask & ~known
    laid = sum(place.size for place in hands) + len(hidden) + dead.size
    places = (*hands, *(place for _, place in hidden), dead, Place(unseen.bit_count() - laid, shown))
    away: list[tuple[int, ...]] = [()] * rules.players
    away[me] = tuple(card for card in view.put_away if gift is None or gift.giver != me or card != gift.card)
    seats = tuple(seat for seat, _ in hidden)
    return Knowledge(view, told.played, tuple(held), tuple(away), gift, taker, places, seats, alike(unseen, places))


def alike(cards: int, places: Sequence[Place]) -> tuple[Alike, ...]:
    """Cards (a mask) by where they may lie, those with the least choice first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in cards_in(cards):
        open_to = tuple(index for index, place in enumerate(places) if place.size and not place.barred >> card & 1)
        groups.setdefault(open_to, []).append(card)
    return tuple(Alike(tuple(groups[open_to]), open_to) for open_to in sorted(groups, key=len))


def _told(view: View) -> _Told:
    players = view.rules.players
    played, void, put_away = [0] * players, [0] * players, [0] * players
    gift = None
    follow = FOLLOW[NO_TRUMP if view.trump is None else view.trump]
    playing = players - len(view.sits_out) - len(view.withdrew)
    place = led = 0
    for move in view.moves:
        seat, kind, card = move >> 16, move >> 6 & 1023, move & 63
        if kind == Kind.PLAY:
            played[seat] |= BIT[card]
            if place % playing == 0:
                led = follow[card]
            elif not BIT[card] & led:
                void[seat] |= led
            place += 1
        elif kind in _GIVING_AWAY:
            put_away[seat] += 1
            if kind == Kind.GIVE and view.maker is not None:
                gift = Gift(seat, view.maker, None if card == HIDDEN else card)
    return _Told(tuple(played), tuple(void), tuple(put_away), gift)


def _taker(view: View, told: _Told) -> int | None:
    """Who has received the turn-up: whoever has had a card more than was dealt, a gift not counted."""
    for seat, size in enumerate(view.hand_sizes):
        had = size + told.put_away[seat] + told.played[seat].bit_count()
        if had - (told.gift is not None and told.gift.maker == seat) > view.rules.hand_size:
            return seat
    return None


def _elsewhere(view: View, told: _Told, taker: int | None, seat: int, shown: int) -> int:
    """Cards that a hand cannot hold: the turn-up unless it came there, and for an auction's maker the card called."""
    barred = 0
    gift = told.gift
    if seat != taker and not (gift is not None and gift.giver == taker and gift.maker == seat and gift.card is None):
        barred |= shown
    if view.called is not None and seat == view.maker:
        barred |= BIT[view.called]
    return barred


def _hidden(view: View, told: _Told, taker: int | None, shown: int) -> list[tuple[int, Place]]:
    """The cards put away unseen. The turn-up can be one of them only if it came to that seat before."""
    found = []
    may_hold_turn_up = 0 if view.rules.may_discard_turn_up else shown
    for move in view.moves:
        seat, kind, card = move >> 16, move >> 6 & 1023, move & 63
        if kind not in (Kind.DISCARD, Kind.SWAP) or card != HIDDEN:
            continue
        barred = shown if kind == Kind.SWAP or seat != taker else may_hold_turn_up
        found.append((seat, Place(1, barred)))
        may_hold_turn_up = 0
    return found
