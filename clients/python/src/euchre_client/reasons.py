"""Why a decision or a call was refused: the closed lists of the game record and of the service."""

from enum import StrEnum


class Reason(StrEnum):
    """The word that a refusal carries; programs switch on it, its sentence is for people."""

    # A record (RECORD, list 1).
    UNREADABLE_RECORD = "UNREADABLE_RECORD"
    INVALID_RULESET = "INVALID_RULESET"
    # A deal (RECORD, list 2).
    DEAL_UNFINISHED = "DEAL_UNFINISHED"
    GAME_OVER = "GAME_OVER"
    WRONG_HAND_SIZE = "WRONG_HAND_SIZE"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    WRONG_TALON_SIZE = "WRONG_TALON_SIZE"
    WRONG_DEALER = "WRONG_DEALER"
    # An action (RECORD, list 3).
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
    # The live service.
    HISTORY_CHANGED = "HISTORY_CHANGED"
    ALREADY_DECIDED = "ALREADY_DECIDED"
    TIME_OVER = "TIME_OVER"
    NOT_SEATED = "NOT_SEATED"
    SEAT_REQUIRED = "SEAT_REQUIRED"
    ALREADY_SEATED = "ALREADY_SEATED"
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    BOARD_NOT_FOUND = "BOARD_NOT_FOUND"
    RECORD_WITHHELD = "RECORD_WITHHELD"
    GAME_SEALED = "GAME_SEALED"
    GAME_FULL = "GAME_FULL"
    SEAT_TAKEN = "SEAT_TAKEN"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    INVALID_REQUEST = "INVALID_REQUEST"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    BUSY = "BUSY"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    SUPERSEDED = "SUPERSEDED"
    DRAINING = "DRAINING"
    INTERNAL = "INTERNAL"

    UNKNOWN = "UNKNOWN"
    """A reason that this client does not know, or none given; the sentence still says what happened."""


def reason_of(word: str) -> Reason:
    """The reason of this word; UNKNOWN for one that a newer referee may have added."""
    try:
        return Reason(word)
    except ValueError:
        return Reason.UNKNOWN
