"""What a text that is no card was probably meant to be, for people to correct it."""

from typing import Final

from euchre_referee.rules.cards import parse_card

_SUIT_SIGNS: Final = {
    **dict.fromkeys("♣♧cC", "c"),
    **dict.fromkeys("♦♢dD", "d"),
    **dict.fromkeys("♥♡hH", "h"),
    **dict.fromkeys("♠♤sS", "s"),
}
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
_RANK_WORDS: Final = {"10": "T", "N": "9", "n": "9"}
_JOKERS: Final = ("B", "JOKER", "BENNY", "🃏")
_LONGEST: Final = 8
"""Characters; nobody writes a card in more."""


def meant_card(text: str) -> str | None:
    """The card a person would take the text for, as records write it (``A♠`` is ``As``), or None."""
    if len(text) > _LONGEST:
        return None
    plain = "".join(sign for sign in text if sign not in _VARIATION_SELECTORS)
    if plain.upper() in _JOKERS:
        return "B"
    for suit, rank in ((plain[-1:], plain[:-1]), (plain[:1], plain[1:])):
        letter = _SUIT_SIGNS.get(suit)
        if letter is not None:
            card = _RANK_WORDS.get(rank, rank.upper()) + letter
            if parse_card(card) is not None:
                return card
    return None


def card_advice(text: str) -> str:
    """A sentence for people on a text that is no card of the deck."""
    meant = meant_card(text)
    shown = repr(text[:_LONGEST])
    if parse_card(text) is not None:
        return f"{text} is not in this deck"
    if meant is not None:
        return f"{shown} is no card; write {meant}"
    return f"{shown} is no card; cards are a rank 7 8 9 T J Q K A and a suit c d h s, as in Jh, and B for the joker"
