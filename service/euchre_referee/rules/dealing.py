"""Dealing a shuffled deck (RULES 3)."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal

Hand = Callable[[Sequence[int]], tuple[int, ...]]


def deck(rules: RuleSet) -> tuple[int, ...]:
    """The cards of a rule set's deck in canonical order: ascending, the joker last."""
    return rules.deck


def hands_from(rules: RuleSet, dealer: int, order: Sequence[int]) -> Deal:
    """Deal a deck in this order: packets of three and two, clockwise from first; a dead hand after the dealer's.

    Raises ValueError if the dealer is no seat or the order is not of the deck's size.
    """
    if not 0 <= dealer < rules.players or len(order) != len(rules.deck):
        raise ValueError(f"dealing needs a dealer below {rules.players} and all {len(rules.deck)} cards of the deck")
    hands = _hands(rules.players, rules.dead_hand, rules.hand_size, dealer)
    dealt = rules.hand_size * len(hands)
    return Deal(dealer, tuple([hand(order) for hand in hands]), tuple(order[dealt:]))


@lru_cache(maxsize=256)
def _hands(players: int, dead_hand: bool, hand_size: int, dealer: int) -> tuple[Hand, ...]:
    """For every hand: which places of the deck's order it gets."""
    seats = [(dealer + 1 + offset) % players for offset in range(players)]
    if dead_hand:
        seats.append(players)
    places: list[list[int]] = [[] for _ in seats]
    packet, at = 3, 0
    while len(places[seats[-1]]) < hand_size:
        for seat in seats:
            places[seat] += range(at, at + packet)
            at += packet
        packet = 5 - packet
    return tuple(itemgetter(*own) for own in places)
