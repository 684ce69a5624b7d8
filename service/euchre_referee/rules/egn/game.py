"""A game in Euchre Game Notation as it was read: well-formed, not yet judged."""

from dataclasses import dataclass
from typing import Final, NamedTuple

FILE_TYPE: Final = "Euchre Game Notation"
VERSION: Final = "1.4"
"""What is written."""


class Exchange(NamedTuple):
    """Cards that one seat, or the stock (None), gives another."""

    sender: int | None
    receiver: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EgnDeal:
    """One deal; cards and calls are texts, in the order in which they were told. Empty card texts are left out."""

    number: int | None
    dealer: int
    up_card: str
    """Empty if the file does not tell it."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, as dealt and as far as known."""
    kitty: tuple[str, ...]
    """The undealt cards without the turn-up, as far as known."""
    calls: tuple[str, ...]
    alone: bool
    lone_defender: int | None
    """A seat, -1 if the file says that nobody defends alone, None if it says nothing."""
    discard: str
    """The dealer's; empty if not told."""
    exchanges: tuple[Exchange, ...]
    lead: int | None
    """Who led to the first trick, where the file says so."""
    tricks: tuple[tuple[str, ...], ...]
    """Without the empty ones at the end."""


@dataclass(frozen=True, slots=True)
class EgnGame:
    """A whole file; the rule set is not judged yet."""

    id: str | None
    players: tuple[str, ...]
    initial: tuple[int, int]
    """Scores before the first deal: of seats 0 and 2, of seats 1 and 3."""
    final: tuple[int, int] | None
    """The scores that the file states for the end."""
    ruleset: object
    """The JSON value under ``ruleset``, or an empty object."""
    deals: tuple[EgnDeal, ...]
