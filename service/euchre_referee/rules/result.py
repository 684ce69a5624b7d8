"""What a completed deal and a completed game came to (RULES 9, RECORD "Adjudication")."""

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """How a deal ended."""

    MADE = "MADE"
    MARCH = "MARCH"
    EUCHRED = "EUCHRED"
    NO_MAKER = "NO_MAKER"
    UNCONTESTED = "UNCONTESTED"
    THROWN_IN = "THROWN_IN"
    MISDEAL = "MISDEAL"
    LOST = "LOST"
    """A seat lost it by its conduct, which is a table's policy and no rule of the game (docs/conduct.md)."""


class EndedBy(StrEnum):
    """What ended a game that went by its rules."""

    TARGET = "target"
    SWEEP = "sweep"
    MAX_DEALS = "max_deals"


class DealResult(NamedTuple):
    """The public result of a completed deal; seats and trump are None where there is none."""

    dealer: int
    maker: int | None
    trump: int | None
    alone: bool
    bid: int | None
    partner: int | None
    lone_defender: int | None
    withdrew: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    outcome: Outcome
