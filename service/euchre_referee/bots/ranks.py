"""Which cards are stronger than which, as masks; built once from the tables of ``rules.cards``."""

from typing import Final

from euchre_referee.rules.cards import CARD_COUNT, EFFECTIVE_SUIT, STRENGTH, mask_of

_CARDS: Final = range(CARD_COUNT)


def _higher(trump: int, low: int) -> int:
    suit = EFFECTIVE_SUIT[trump][low]
    strength = STRENGTH[trump][suit]
    return mask_of(c for c in _CARDS if EFFECTIVE_SUIT[trump][c] == suit and strength[c] > strength[low])


def _beaters(trump: int, led: int, best: int) -> int:
    strength = STRENGTH[trump][led]
    return mask_of(card for card in _CARDS if strength[card] > strength[best])


HIGHER: Final = tuple(tuple(_higher(trump, card) for card in _CARDS) for trump in range(5))
"""``HIGHER[trump][card]``: every stronger card of the same effective suit."""

BEATERS: Final = tuple(
    tuple(tuple(_beaters(trump, led, card) for card in _CARDS) for led in range(5)) for trump in range(5)
)
"""``BEATERS[trump][effective suit led][card]``: every card that would win the trick from that card."""


def winning(trump: int, trick: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Seat and card that win a trick of at least one card so far."""
    strength = STRENGTH[trump][EFFECTIVE_SUIT[trump][trick[0][1]]]
    return max(trick, key=lambda played: strength[played[1]])
