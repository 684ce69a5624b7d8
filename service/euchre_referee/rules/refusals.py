"""Why something is refused: the closed lists of reasons, in the order in which they are checked (RECORD)."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Every reason the rules can give."""

    UNREADABLE_RECORD = "UNREADABLE_RECORD"
    INVALID_RULESET = "INVALID_RULESET"

    DEAL_UNFINISHED = "DEAL_UNFINISHED"
    GAME_OVER = "GAME_OVER"
    WRONG_HAND_SIZE = "WRONG_HAND_SIZE"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    WRONG_TALON_SIZE = "WRONG_TALON_SIZE"
    WRONG_DEALER = "WRONG_DEALER"

    DEAL_OVER = "DEAL_OVER"
    MALFORMED_ACTION = "MALFORMED_ACTION"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    ACTION_NOT_ALLOWED_NOW = "ACTION_NOT_ALLOWED_NOW"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    CARD_NOT_ALLOWED = "CARD_NOT_ALLOWED"
    BID_OUT_OF_RANGE = "BID_OUT_OF_RANGE"
    BID_TOO_LOW = "BID_TOO_LOW"
    SUIT_NOT_ALLOWED = "SUIT_NOT_ALLOWED"
    MUST_NAME_TRUMP = "MUST_NAME_TRUMP"
    MUST_GO_ALONE = "MUST_GO_ALONE"
    CLAIM_NOT_ALLOWED = "CLAIM_NOT_ALLOWED"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal with its ground; it tells no card that the refused seat may not see."""

    reason: Reason
    section: str
    """Where the rule stands, ``RULES 9``."""
    detail: str
    """One sentence for people."""
