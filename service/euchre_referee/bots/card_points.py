"""What a card is worth in tricks at first sight: the yardstick of the bot ``greedy``."""

from collections.abc import Iterable
from typing import Final

from euchre_referee.rules.cards import ACE, CARD_COUNT, EFFECTIVE_SUIT, JACK, JOKER, KING, NO_TRUMP, SUITS

_TRUMP_BY_RANK: Final = (0.35, 0.35, 0.4, 0.45, 1.0, 0.55, 0.65, 0.75)
"""Trumps from the seven up; the jack is the right bower."""

_LEFT_BOWER: Final = 0.9
_RUFF: Final = 0.25


def _points(trump: int, card: int) -> float:
    if card == JOKER:
        return 1.05
    rank = card % 8
    if trump == NO_TRUMP:
        return 0.8 if rank == ACE else 0.35 if rank == KING else 0.02 * rank
    if EFFECTIVE_SUIT[trump][card] == trump:
        return _LEFT_BOWER if rank == JACK and card >> 3 != trump else _TRUMP_BY_RANK[rank]
    return 0.5 if rank == ACE else 0.15 if rank == KING else 0.01 * rank


POINTS: Final = tuple(tuple(_points(trump, card) for card in range(CARD_COUNT)) for trump in range(5))
"""``POINTS[trump][card]`` in tricks; different cards of one suit never tie above the seven and eight."""


def hand_points(trump: int, hand: Iterable[int]) -> float:
    """Tricks a hand is good for by itself: its cards, and a ruff for each void beside two trumps."""
    cards = tuple(hand)
    held = [EFFECTIVE_SUIT[trump][card] for card in cards]
    total = sum(POINTS[trump][card] for card in cards)
    if trump != NO_TRUMP and held.count(trump) > 1:
        total += _RUFF * (len(SUITS) - len({*held, trump}))
    return total
