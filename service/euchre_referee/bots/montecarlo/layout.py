"""Cards as bits in an order that makes play cheap: for a given trump, the better card has the higher bit.

Plain cards come first, rank by rank, then the trumps in their order. So the lowest bit of a hand is the card worth
least, the highest the one worth most, and of the cards that can win a trick the higher bit wins it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from euchre_referee.rules.cards import CARD_COUNT, EFFECTIVE_SUIT, STRENGTH

_CHUNK: Final = 11
_CHUNK_MASK: Final = (1 << _CHUNK) - 1
_CHUNK_STARTS: Final = range(0, CARD_COUNT, _CHUNK)


class Layout(NamedTuple):
    """The order of the cards under one trump."""

    bits: tuple[int, ...]
    """By card: its bit in this order."""
    cards: Mapping[int, int]
    """By bit: the card."""
    suits: tuple[int, ...]
    """The cards of each effective suit, trumps last."""
    suit_of: Mapping[int, int]
    """By bit: the cards of its effective suit."""
    trumps: int
    chunks: tuple[tuple[int, ...], ...]

    def of_hand(self, mask: int) -> int:
        """A hand of the rules (a mask by card numbers) in this order."""
        low, middle, high = self.chunks
        return low[mask & _CHUNK_MASK] | middle[mask >> _CHUNK & _CHUNK_MASK] | high[mask >> 2 * _CHUNK]


@cache
def layout(trump: int) -> Layout:
    """The layout for a trump, or for no trump."""
    suit_of = EFFECTIVE_SUIT[trump]

    def rank(card: int) -> tuple[bool, int, int]:
        suit = suit_of[card]
        return suit == trump, STRENGTH[trump][suit][card], suit

    order = sorted(range(CARD_COUNT), key=rank)
    bits = tuple(1 << order.index(card) for card in range(CARD_COUNT))
    masks = {suit: sum(bits[card] for card in order if suit_of[card] == suit) for suit in range(5)}
    suits = (*(mask for suit, mask in masks.items() if suit != trump and mask), masks[trump])
    chunks = tuple(_chunk(bits[start : start + _CHUNK]) for start in _CHUNK_STARTS)
    cards = {bit: card for card, bit in enumerate(bits)}
    by_bit = {bit: masks[suit_of[card]] for bit, card in cards.items()}
    return Layout(bits, cards, suits, by_bit, masks[trump], chunks)


def _chunk(bits: tuple[int, ...]) -> tuple[int, ...]:
    """What every pattern of some neighbouring cards is in the new order."""
    patterns = [0]
    for bit in bits:
        patterns += [pattern | bit for pattern in patterns]
    return tuple(patterns)
