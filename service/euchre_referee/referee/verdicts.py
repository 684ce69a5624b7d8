"""What the referee answers to a decision or a call."""

from enum import StrEnum
from typing import Final, NamedTuple

from euchre_referee.rules.refusals import Refusal
from euchre_referee.store.append import Failed
from euchre_referee.store.sealing import UnknownSeal

SERVICE_DOC: Final = "docs/api.md#reasons"


class ServiceReason(StrEnum):
    """Reasons of the live service, beside those of the game record (docs/api.md, "Reasons")."""

    INVALID_REQUEST = "INVALID_REQUEST"
    INVALID_RULESET = "INVALID_RULESET"
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    BOARD_NOT_FOUND = "BOARD_NOT_FOUND"
    TOURNAMENT_NOT_FOUND = "TOURNAMENT_NOT_FOUND"
    TOURNAMENT_NOT_STARTED = "TOURNAMENT_NOT_STARTED"
    TOURNAMENT_STARTED = "TOURNAMENT_STARTED"
    TOURNAMENT_OVER = "TOURNAMENT_OVER"
    ENTRANT_NOT_FOUND = "ENTRANT_NOT_FOUND"
    ENTRANTS_UNFIT = "ENTRANTS_UNFIT"
    ROUND_OVER = "ROUND_OVER"
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    GAME_OVER = "GAME_OVER"
    GAME_FULL = "GAME_FULL"
    SEAT_TAKEN = "SEAT_TAKEN"
    ALREADY_SEATED = "ALREADY_SEATED"
    NOT_SEATED = "NOT_SEATED"
    SEAT_REQUIRED = "SEAT_REQUIRED"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    HISTORY_CHANGED = "HISTORY_CHANGED"
    ALREADY_DECIDED = "ALREADY_DECIDED"
    TIME_OVER = "TIME_OVER"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    RECORD_WITHHELD = "RECORD_WITHHELD"
    GAME_SEALED = "GAME_SEALED"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    BUSY = "BUSY"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    SUPERSEDED = "SUPERSEDED"
    DRAINING = "DRAINING"
    INTERNAL = "INTERNAL"


class Accepted(NamedTuple):
    """A decision that stands in the log."""

    action: int
    next_version: int
    next_head: bytes


class Refused(NamedTuple):
    """A decision or call that was not carried out, and why."""

    reason: str
    """Of `ServiceReason` or of the game record's lists."""
    section: str = SERVICE_DOC
    """Where the rule or the promise stands."""
    detail: str = ""
    """What exactly, in English, without anything hidden."""
    legal: tuple[int, ...] = ()
    """What would be legal, where it is the caller's turn."""
    retry_ms: int | None = None
    on_record: int | None = None
    """The move on record, `seat << 16 | code`, where the version is decided already."""
    current_version: int | None = None


Outcome = Accepted | Refused

STORE_RETRY_MS: Final = 1000
STORE_SILENT: Final = Refused(
    ServiceReason.STORE_UNAVAILABLE, detail="the store does not answer", retry_ms=STORE_RETRY_MS
)
LOG_BROKEN: Final = Refused(ServiceReason.INTERNAL, detail="the game's log cannot be read")
OUR_FAULT: Final = Refused(ServiceReason.INTERNAL, detail="the referee made an error; it is in its log")


def store_fault(error: Exception) -> Refused:
    """What a caller is told of a fault of the store."""
    match error:
        case UnknownSeal():
            return Refused(ServiceReason.GAME_SEALED, detail=f"this referee does not have the key {error.name!r}")
        case _:
            return STORE_SILENT


def failed_append(failed: Failed) -> Refused:
    """What a caller is told of an append that failed."""
    if failed.unavailable:
        detail = f"{failed.reason}: the same decision may be sent again"
        return Refused(ServiceReason.STORE_UNAVAILABLE, detail=detail, retry_ms=STORE_RETRY_MS)
    return Refused(ServiceReason.INTERNAL, detail="the store holds something else than a game under this game's keys")


def by_rules(refusal: Refusal, legal: tuple[int, ...]) -> Refused:
    """A refusal of the rules; `legal` is told only to the seat to act."""
    return Refused(refusal.reason, refusal.section, refusal.detail, legal)


class CallRefused(Exception):
    """Carries a refusal out of a call that answers with a value when it succeeds; not used for decisions."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.reason}: {refused.detail}")
        self.refused: Final = refused


def refuse(reason: ServiceReason, detail: str = "", retry_ms: int | None = None) -> CallRefused:
    """A refusal of the service, to be raised."""
    return CallRefused(Refused(reason, detail=detail, retry_ms=retry_ms))
