"""What can be wrong with the way between two programs."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import ClassVar


class Way(Enum):
    """Where bytes go."""

    TO_SERVER = "to the server"
    TO_CLIENT = "to the client"


class Kind(StrEnum):
    """Under which faults are counted."""

    DELAY = "delay"
    CUT = "cut"
    RESET = "reset"
    HALF_OPEN = "half-open"
    SLOW_READER = "slow reader"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """On one way of a connection, or on both, once so many bytes have passed there."""

    kind: ClassVar[Kind]
    way: Way | None = None
    """None: both ways."""
    after: int = 0
    """Bytes."""


@dataclass(frozen=True, kw_only=True)
class Delay(Fault):
    """Whatever passes comes later, by `seconds` and up to `spread` seconds more."""

    kind = Kind.DELAY
    seconds: float = 0.0
    spread: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Cut(Fault):
    """The connection is closed; both ends are told."""

    kind = Kind.CUT


@dataclass(frozen=True, kw_only=True)
class Reset(Fault):
    """The connection is torn down (RST); what was under way is lost. On a Unix socket it is a cut."""

    kind = Kind.RESET


@dataclass(frozen=True, kw_only=True)
class HalfOpen(Fault):
    """What is sent is swallowed, and so is the end of the one who sent it: the connection looks alive."""

    kind = Kind.HALF_OPEN


@dataclass(frozen=True, kw_only=True)
class SlowReader(Fault):
    """So few bytes are taken from the one who sends that it cannot go on sending."""

    kind = Kind.SLOW_READER
    bytes_per_second: int = 64
