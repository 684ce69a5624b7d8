"""Actions as integer codes, and their text form (RECORD, "How a game is written down").

A code is ``kind << 6 | argument`` and fits 16 bits; logs store codes, so the numbering never changes. The argument
is a suit (0..4) for naming, a number for bids, a card for what moves a card, else 0.
"""

import re
from enum import IntEnum
from typing import Final

from euchre_referee.rules.cards import CARD_TEXT, TRUMPS


class Kind(IntEnum):
    """What is done; the numbers are stored in logs."""

    PASS = 0
    ORDER = 1
    ORDER_ALONE = 2
    NAME = 3
    NAME_ALONE = 4
    TAKE = 5
    TAKE_ALONE = 6
    BID = 7
    PARTNER = 8
    ALONE = 9
    CLAIM = 10
    DISCARD = 11
    GIVE = 12
    SWAP = 13
    KEEP = 14
    DEFEND = 15
    STAY = 16
    WITHDRAW = 17
    PLAY = 18
    ANSWER = 19
    """A secret stay or withdraw, as the others see it until all have answered. Nobody can say it."""


HIDDEN: Final = 63
"""The argument of a card the viewer may not see."""

BID_LIMIT: Final = 62
"""Greater bids are clamped to this; no game allows more than five."""

PASS: Final = Kind.PASS << 6
ORDER: Final = Kind.ORDER << 6
ORDER_ALONE: Final = Kind.ORDER_ALONE << 6
TAKE: Final = Kind.TAKE << 6
TAKE_ALONE: Final = Kind.TAKE_ALONE << 6
ALONE: Final = Kind.ALONE << 6
CLAIM: Final = Kind.CLAIM << 6
KEEP: Final = Kind.KEEP << 6
DEFEND: Final = Kind.DEFEND << 6
STAY: Final = Kind.STAY << 6
WITHDRAW: Final = Kind.WITHDRAW << 6
ANSWER: Final = Kind.ANSWER << 6

NAME: Final = Kind.NAME << 6
NAME_ALONE: Final = Kind.NAME_ALONE << 6
BID: Final = Kind.BID << 6
PARTNER: Final = Kind.PARTNER << 6
DISCARD: Final = Kind.DISCARD << 6
GIVE: Final = Kind.GIVE << 6
SWAP: Final = Kind.SWAP << 6
PLAY: Final = Kind.PLAY << 6
"""Of kinds with an argument the first code, to be or-ed with it."""

CARD_KINDS: Final = frozenset({Kind.PARTNER, Kind.DISCARD, Kind.GIVE, Kind.SWAP, Kind.PLAY})
"""The kinds whose argument is a card."""


def action(kind: Kind, argument: int = 0) -> int:
    """The code of an action; a suit, bid or card as argument where the kind has one."""
    return kind << 6 | argument


def kind_of(code: int) -> Kind:
    """The kind of an action code."""
    return Kind(code >> 6)


def argument_of(code: int) -> int:
    """The suit, bid or card of an action code; 0 where the kind has none."""
    return code & 63


def _texts() -> dict[int, str]:
    words = {
        ORDER_ALONE: "order alone",
        TAKE_ALONE: "take alone",
        ANSWER: "?",
    }
    for plain in (PASS, ORDER, TAKE, ALONE, CLAIM, KEEP, DEFEND, STAY, WITHDRAW):
        words[plain] = Kind(plain >> 6).name.lower()
    for trump, letter in enumerate(TRUMPS):
        words[action(Kind.NAME, trump)] = f"name {letter}"
        words[action(Kind.NAME_ALONE, trump)] = f"name {letter} alone"
    for bid in range(BID_LIMIT + 1):
        words[action(Kind.BID, bid)] = f"bid {bid}"
    for kind in CARD_KINDS:
        words[action(kind, HIDDEN)] = f"{kind.name.lower()} ?"
        for card, text in enumerate(CARD_TEXT):
            words[action(kind, card)] = f"{kind.name.lower()} {text}"
    return words


ACTION_TEXT: Final = _texts()
"""The text of every code, the hidden ones included."""

_CODE_OF_TEXT: Final = {text: code for code, text in ACTION_TEXT.items() if not text.endswith("?")}
_GREAT_BID: Final = re.compile(r"bid [1-9][0-9]+\Z")


def action_text(code: int) -> str:
    """An action as records write it, ``play Jd``; a hidden card is ``?``, a hidden answer ``?``."""
    return ACTION_TEXT[code]


def parse_action(text: str) -> int | None:
    """The code of an action's text, or None if it is not of the grammar; bids above 62 become 62."""
    code = _CODE_OF_TEXT.get(text)
    if code is None and _GREAT_BID.match(text):
        return action(Kind.BID, BID_LIMIT)
    return code


def move(seat: int, code: int) -> int:
    """Who did what, in one integer: ``seat << 16 | code``."""
    return seat << 16 | code


def move_text(played: int) -> str:
    """A move as records write it, ``2 play Jd``."""
    return f"{played >> 16} {ACTION_TEXT[played & 0xFFFF]}"
