"""Cards as small integers, hands as bit masks, and every table that depends on the trump (RULES 1).

A card is ``suit * 8 + rank``; suits are clubs, diamonds, hearts, spades = 0..3 and ranks 7 8 9 T J Q K A = 0..7.
The joker is 32. A hand is an ``int`` whose bit ``card`` is set. A trump is a suit or ``NO_TRUMP``; as an index of
the tables below it is 0..4.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

SUITS: Final = "cdhs"
TRUMPS: Final = "cdhsn"
RANKS: Final = "789TJQKA"
NO_TRUMP: Final = 4
JOKER: Final = 32
CARD_COUNT: Final = 33

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK, QUEEN, KING, ACE = 4, 5, 6, 7

SAME_COLOUR: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
"""The other suit of the same colour, by suit."""

BIT: Final = tuple(1 << card for card in range(CARD_COUNT))

UNREADABLE_CARD: Final = -1
"""Stands for a text that is no card; no deck holds it."""

BIT_IF_CARD: Final = (*BIT, *(0,) * (256 - CARD_COUNT))
"""``BIT``, and 0 for every other byte, as a damaged log may hold it, and for ``UNREADABLE_CARD``."""

CARD_TEXT: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "B")
_CARD_OF_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXT)}


def card_text(card: int) -> str:
    """A card as records write it, ``Jh``; the joker is ``B``."""
    return CARD_TEXT[card]


def parse_card(text: str) -> int | None:
    """The card a record's text means, or None if it means none."""
    return _CARD_OF_TEXT.get(text)


def mask_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """The cards of a hand in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _effective_suit(trump: int, card: int) -> int:
    if card == JOKER:
        return trump
    suit, rank = divmod(card, 8)
    if trump != NO_TRUMP and rank == JACK and suit == SAME_COLOUR[trump]:
        return trump
    return suit


def _strength(trump: int, led: int, card: int) -> int:
    suit = _effective_suit(trump, card)
    if suit not in (trump, led):
        return 0
    if suit != trump or trump == NO_TRUMP:
        return 1 + card % 8
    if card == JOKER:
        return 19
    if card % 8 == JACK:
        return 18 if card >> 3 == trump else 17
    return 9 + card % 8


EFFECTIVE_SUIT: Final = tuple(tuple(_effective_suit(t, c) for c in range(CARD_COUNT)) for t in range(5))
"""``EFFECTIVE_SUIT[trump][card]``: trump for the joker and the left bower, else the printed suit."""

SUIT_MASK: Final = tuple(
    tuple(mask_of(c for c in range(CARD_COUNT) if EFFECTIVE_SUIT[t][c] == suit) for suit in range(5)) for t in range(5)
)
"""``SUIT_MASK[trump][suit]``: every card of that effective suit."""

FOLLOW: Final = tuple(tuple(SUIT_MASK[t][EFFECTIVE_SUIT[t][c]] for c in range(CARD_COUNT)) for t in range(5))
"""``FOLLOW[trump][led card]``: every card that follows the card led."""

STRENGTH: Final = tuple(
    tuple(tuple(_strength(t, led, c) for c in range(CARD_COUNT)) for led in range(5)) for t in range(5)
)
"""``STRENGTH[trump][effective suit led][card]``: the greater wins the trick; 0 cannot win it."""


def effective_suit(trump: int, card: int) -> int:
    """The suit a card belongs to under this trump (RULES 1)."""
    return EFFECTIVE_SUIT[trump][card]


class BitTuples(dict[int, tuple[int, ...]]):
    """``codes[position]`` of every set bit, ascending, remembered for every pattern met.

    To be fed with sixteen neighbouring bits of a hand at a time, or with cards of one suit, so that it stays small.
    """

    def __init__(self, codes: Sequence[int]) -> None:
        super().__init__()
        self._codes = codes

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = tuple([self._codes[position] for position in cards_in(bits)])
        self[bits] = found
        return found


class CardTuples:
    """``first + card`` of every card of a hand, ascending: the codes of a kind of action, or with 0 the cards.

    A code is the same object wherever it stands, so that little memory is touched and comparing them is quick.
    """

    def __init__(self, first: int) -> None:
        codes = tuple(range(first, first + CARD_COUNT))
        self.low: Final = BitTuples(codes[:16])
        """By the lower sixteen bits of a hand."""
        self.high: Final = BitTuples(codes[16:])
        """By the bits above those."""
        self.suit: Final = BitTuples(codes)
        """By a whole hand, or part of one, of a single effective suit: there are few."""

    def of(self, mask: int) -> tuple[int, ...]:
        """For every card of this hand."""
        return self.low[mask & 0xFFFF] + self.high[mask >> 16]


_CARDS: Final = CardTuples(0)


def hand_cards(mask: int) -> tuple[int, ...]:
    """The cards of a hand in ascending order, as a tuple."""
    return _CARDS.of(mask)
