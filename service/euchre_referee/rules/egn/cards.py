"""Cards as Euchre Game Notation writes them: a text means a set of cards, of one where it says all."""

from typing import Final

from euchre_referee.rules.cards import (
    BIT,
    JACK,
    JOKER,
    NO_TRUMP,
    RANKS,
    SAME_COLOUR,
    SUITS,
    cards_in,
    mask_of,
)

_UNKNOWN: Final = "Xx"
_ANY_SUIT: Final = range(4)
_RANKS: Final = {**{letter: (rank,) for rank, letter in enumerate(RANKS)}, "N": (RANKS.index("9"),)}


def meaning(text: str, deck: int, trump: int | None) -> int:
    """The cards of the deck (a mask) that a text may stand for; 0 if it stands for none.

    ``R`` and ``L`` are the bowers and ``t``, ``n``, ``g`` suits relative to trump, so they say more once trump is
    known (a suit or ``NO_TRUMP``). ``X`` is an unknown rank, ``x`` an unknown suit.
    """
    if text == "B":
        return deck & BIT[JOKER]
    if text in ("R", "L"):
        return deck & _bowers(text, trump)
    if len(text) != len(_UNKNOWN):
        return 0
    if text == _UNKNOWN:
        return deck
    ranks = range(len(RANKS)) if text[0] == "X" else _RANKS.get(text[0], ())
    return deck & mask_of(suit * 8 + rank for suit in _suits(text[1], trump) for rank in ranks)


def only(mask: int) -> int | None:
    """The card of a set of one, else None."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None


def suit_of_all(mask: int) -> int | None:
    """The printed suit that all these cards share, else None; the joker has none."""
    suits = {None if card == JOKER else card >> 3 for card in cards_in(mask)}
    return suits.pop() if len(suits) == 1 else None


def _bowers(text: str, trump: int | None) -> int:
    if trump is None:
        return mask_of(suit * 8 + JACK for suit in _ANY_SUIT)
    if trump == NO_TRUMP:
        return 0
    return BIT[(trump if text == "R" else SAME_COLOUR[trump]) * 8 + JACK]


def _suits(letter: str, trump: int | None) -> tuple[int, ...]:
    if letter.lower() in SUITS:
        return (SUITS.index(letter.lower()),)
    if letter == "x":
        return tuple(_ANY_SUIT)
    if letter not in "tng":
        return ()
    if trump is None or trump == NO_TRUMP:
        return tuple(_ANY_SUIT)
    if letter == "t":
        return (trump,)
    if letter == "n":
        return (SAME_COLOUR[trump],)
    return tuple(suit for suit in _ANY_SUIT if suit not in (trump, SAME_COLOUR[trump]))
