"""Dealing a shuffled deck (RULES 3)."""

from collections.abc import Sequence

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal


def deck(rules: RuleSet) -> tuple[int, ...]:
    """The cards of a rule set's deck in canonical order: ascending, the joker last."""
    return rules.deck


def hands_from(rules: RuleSet, dealer: int, order: Sequence[int]) -> Deal:
    """Deal a deck in this order: packets of three and two, clockwise from first; a dead hand comes after the dealer's.

    Raises ValueError if the dealer is no seat or the order is not of the deck's size.
    """
    if not 0 <= dealer < rules.players or len(order) != len(rules.deck):
        raise ValueError(f"dealing needs a dealer below {rules.players} and all {len(rules.deck)} cards of the deck")
    count = rules.players + rules.dead_hand
    hands: list[list[int]] = [[] for _ in range(count)]
    seats = [(dealer + 1 + offset) % rules.players for offset in range(rules.players)]
    if rules.dead_hand:
        seats.append(rules.players)
    at = 0
    packet = 3
    while len(hands[seats[-1]]) < rules.hand_size:
        for seat in seats:
            hands[seat] += order[at : at + packet]
            at += packet
        packet = 5 - packet
    return Deal(dealer, tuple(map(tuple, hands)), tuple(order[at:]))
