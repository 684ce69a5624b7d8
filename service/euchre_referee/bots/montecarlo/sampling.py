"""Deals that agree with a view: every unseen card laid where it may lie, at random."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from euchre_referee.bots.montecarlo.deduction import Alike, Knowledge, Place
from euchre_referee.rules.cards import BIT, EFFECTIVE_SUIT, NO_TRUMP, cards_in, mask_of


class World(NamedTuple):
    """Where all cards are; masks by card numbers."""

    held: tuple[int, ...]
    """By seat: the hand now."""
    hidden: tuple[int, ...]
    """The cards put away unseen, in the order of the moves."""
    dead: int
    talon: int
    """Without the turn-up."""
    gift: int | None
    """The card a partner gave, seen or guessed."""


def sample(known: Knowledge, chance: Random) -> World:
    """A world that agrees with all that is known."""
    players = len(known.held)
    laid = lay(known.unseen, known.places, chance)
    held = tuple([own | new for own, new in zip(known.held, laid, strict=False)])
    hidden = tuple([mask.bit_length() - 1 for mask in laid[players:-2]])
    return World(held, hidden, laid[-2], laid[-1], _gift(known, held, chance))


def lay(cards: Sequence[Alike], places: Sequence[Place], chance: Random) -> list[int]:
    """By place the cards laid there: exactly as many as it holds, none that is barred.

    Each card goes to a place drawn by the room there. Where none has room for a card, others move on to make some.
    Raises ValueError if the cards cannot be laid at all.
    """
    laid = [0] * len(places)
    room = [place.size for place in places]
    draw = chance.random
    for alike in cards:
        open_to = alike.places
        order = list(alike.cards)
        chance.shuffle(order)
        total = sum([room[index] for index in open_to])
        for card in order:
            if not total:
                _make_room(card, cards, laid, room)
                continue
            drawn = int(draw() * total)
            total -= 1
            for index in open_to:
                drawn -= room[index]
                if drawn < 0:
                    laid[index] |= BIT[card]
                    room[index] -= 1
                    break
    return laid


def _make_room(card: int, cards: Sequence[Alike], laid: list[int], room: list[int]) -> None:
    """Lay a card by moving others along the shortest chain that ends where there is room."""
    open_to = {other: alike.places for alike in cards for other in alike.cards}
    chains: list[list[tuple[int, int]]] = [[(card, index)] for index in open_to[card]]
    reached = set(open_to[card])
    for chain in chains:
        last = chain[-1][1]
        if room[last]:
            for moved, index in chain:
                laid[index] |= BIT[moved]
            for (_, left), (moved, _) in pairwise(chain):
                laid[left] ^= BIT[moved]
            room[last] -= 1
            return
        for moved in cards_in(laid[last]):
            for index in open_to[moved]:
                if index not in reached:
                    reached.add(index)
                    chains.append([*chain, (moved, index)])
    raise ValueError("the cards cannot be laid as the view demands; the view contradicts itself")


def _gift(known: Knowledge, held: Sequence[int], chance: Random) -> int | None:
    """The card given, where it could not be seen: one of the maker's trumps, if there are any."""
    gift = known.gift
    if gift is None or gift.card is not None:
        return None if gift is None else gift.card
    view = known.view
    mine = held[gift.maker] | known.played[gift.maker]
    if view.turn_up is not None and known.taker is not None and mine >> view.turn_up & 1:
        if known.taker == gift.giver:
            return view.turn_up
        mine ^= BIT[view.turn_up]
    suit_of = EFFECTIVE_SUIT[NO_TRUMP if view.trump is None else view.trump]
    cards = list(cards_in(mine))
    return chance.choice([card for card in cards if suit_of[card] == view.trump] or cards)


def hands_dealt(known: Knowledge, world: World) -> list[int]:
    """By seat, the cards as they were dealt: what it holds, has played or put away, but for what it received."""
    gift, turn_up = known.gift, known.view.turn_up
    hands = [held | played for held, played in zip(world.held, known.played, strict=True)]
    for seat, away in enumerate(known.away):
        hands[seat] |= mask_of(away)
    for seat, card in zip(known.hidden, world.hidden, strict=True):
        hands[seat] |= BIT[card]
    if gift is not None and world.gift is not None:
        hands[gift.maker] ^= BIT[world.gift]
        hands[gift.giver] |= BIT[world.gift]
    if known.taker is not None and turn_up is not None:
        hands[known.taker] &= ~BIT[turn_up]
    return hands
