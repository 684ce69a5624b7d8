"""How many tricks a hand should take under a trump, before anything is played.

The weights are least-squares fits over tens of thousands of dealt and played-out hands of five cards from 24: the
tricks a hand took, explained by what it held. They differ by what the hand is for.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre_referee.bots.ranks import HIGHER
from euchre_referee.rules.cards import EFFECTIVE_SUIT, NO_TRUMP, SUIT_MASK, mask_of


class Weights(NamedTuple):
    """Tricks that each thing a hand holds is worth."""

    trump: tuple[float, ...]
    """A trump, by the number of higher trumps elsewhere."""
    boss: tuple[float, ...]
    """The highest card of a plain suit, by the cards held in that suit."""
    second: tuple[float, ...]
    """The second highest likewise."""
    length: tuple[float, ...]
    """The number of trumps, beside what each is worth."""
    void: float
    """A plain suit not held, beside at least one trump."""
    fewer: tuple[float, ...]
    """Against so many rivals."""


MAKING_WITH_PARTNER: Final = Weights(
    trump=(1.12, 0.87, 0.77, 0.71, 0.66, 0.65),
    boss=(0.0, 0.38, 0.21, 0.09, 0.1, 0.1),
    second=(0.0, 0.09, 0.06, 0.05, 0.02, 0.02),
    length=(1.38, 0.97, 0.75, 0.48, 0.14, 0.06),
    void=0.2,
    fewer=(0.0, 0.0, 0.0, 0.0, 0.0),
)
"""The maker's side together, from the maker's hand."""

MAKING: Final = Weights(
    trump=(0.89, 0.62, 0.49, 0.43, 0.37, 0.28),
    boss=(0.0, 0.64, 0.43, 0.27, 0.2, 0.2),
    second=(0.0, 0.23, 0.2, 0.09, 0.05, 0.05),
    length=(-1.27, -0.56, -0.14, 0.29, 0.29, 0.38),
    void=0.25,
    fewer=(1.9, 1.22, 0.5, 0.0, 0.0),
)
"""A maker against everybody else who plays."""

LONE: Final = Weights(
    trump=(1.03, 0.75, 0.64, 0.58, 0.52, 0.5),
    boss=(0.0, 0.69, 0.57, 0.28, 0.2, 0.2),
    second=(0.0, 0.31, 0.23, 0.2, 0.1, 0.1),
    length=(0.0, 0.0, 0.05, 0.29, 0.31, 0.38),
    void=0.15,
    fewer=(0.15, 0.15, 0.15, 0.15, 0.15),
)
"""A maker alone against two who play together."""

DEFENDING: Final = Weights(
    trump=(1.11, 0.68, 0.47, 0.35, 0.31, 0.29),
    boss=(0.0, 0.46, 0.25, 0.11, 0.05, 0.05),
    second=(0.0, 0.13, 0.09, 0.04, 0.0, 0.0),
    length=(-0.06, -0.35, -0.13, 0.3, 0.23, 0.39),
    void=0.2,
    fewer=(0.5, 0.36, 0.15, 0.0, 0.0),
)
"""A single hand against a maker and the others who stay."""

_NO_TRUMP: Final = (0.85, 0.45, 0.2, 0.08)
"""Tricks of a card without trumps, by the number of higher ones elsewhere."""
_SPREAD: Final = 0.55
_SOME_FROM: Final = 0.64
_SOME_SPREAD: Final = 0.42


def tricks(hand: Sequence[int], trump: int, live: int, weights: Weights, rivals: int = 3) -> float:
    """Expected tricks of these cards; ``live`` is a mask of the cards that may be played at all."""
    mine = mask_of(hand)
    elsewhere = live & ~mine
    higher, suit_of, suits = HIGHER[trump], EFFECTIVE_SUIT[trump], SUIT_MASK[trump]
    total = weights.fewer[min(rivals, 4)]
    for card in hand:
        above = (higher[card] & elsewhere).bit_count()
        suit = suit_of[card]
        if trump == NO_TRUMP:
            total += _NO_TRUMP[min(above, 3)]
        elif suit == trump:
            total += weights.trump[min(above, 5)]
        elif above < 2:
            length = min((suits[suit] & mine).bit_count(), 5)
            total += (weights.second if above else weights.boss)[length]
    return total + (_shape(mine, trump, weights) if trump != NO_TRUMP else 0.0)


def _shape(mine: int, trump: int, weights: Weights) -> float:
    suits = SUIT_MASK[trump]
    length = (suits[trump] & mine).bit_count()
    voids = sum(1 for suit in range(4) if not suits[suit] & mine and suit != trump)
    return weights.length[min(length, 5)] + (weights.void * voids if length else 0.0)


def at_least(need: float, expected: float) -> float:
    """The chance to take ``need`` tricks or more when ``expected`` are expected."""
    return 1.0 / (1.0 + math.exp((need - 0.45 - expected) / _SPREAD))


def some(expected: float) -> float:
    """The chance that a single defending hand takes a trick when ``expected`` are expected."""
    return 1.0 / (1.0 + math.exp((_SOME_FROM - expected) / _SOME_SPREAD))
