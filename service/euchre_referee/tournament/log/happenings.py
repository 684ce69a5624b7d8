"""What an entry of a tournament's log means to those who follow it, and to whom it may be told."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from euchre_referee.tournament.log.entries import By, Place


class Audience(Enum):
    """Who is told."""

    ALL = "all"
    OPERATORS = "operators"
    """Those who may see boards that are in play."""
    OTHERS = "others"
    """Everybody else."""


class IncidentKind(Enum):
    """What was done to a tournament beside its being played."""

    PAUSED = 1
    RESUMED = 2
    REPLACED = 3
    RESTARTED = 4
    ROUND_CLOSED = 5
    CANCELLED = 6


@dataclass(frozen=True, slots=True)
class Incident:
    """One such deed. What does not belong to its kind is empty."""

    version: int
    at_ms: int
    kind: IncidentKind
    by: By
    cause: str
    entrant: str = ""
    place: Place | None = None
    attempt: int = 0
    program_before: str = ""
    program: str = ""
    round: int = 0


class Result(NamedTuple):
    """What a game came to, as the log has it."""

    attempt: int
    record: bytes
    finish: bytes
    cause: str


class GameFacts(NamedTuple):
    """What is known of a game."""

    place: Place
    attempt: int
    game: str
    players: tuple[str, ...]
    """The entrants by seat."""
    result: Result | None
    taken_back: bool = False


class Made(NamedTuple):
    """The tournament was made."""


class Entered(NamedTuple):
    """An entrant registered."""

    entrant: str
    program: str


class Began(NamedTuple):
    """The tournament was started."""


class RoundDrawn(NamedTuple):
    """A round began."""

    round: int


class PairingCalled(NamedTuple):
    """The places of a pairing are called."""

    pairing: int


class PairingOver(NamedTuple):
    """All boards of a pairing are over."""

    pairing: int


class GameBegun(NamedTuple):
    """A game began."""

    game: GameFacts


class BoardOver(NamedTuple):
    """A board is over at all tables of a pairing."""

    pairing: int
    board: int
    games: tuple[GameFacts, ...]


class Waits(NamedTuple):
    """Nothing is left to play but pairings of these paused entrants."""

    entrants: tuple[str, ...]


class Over(NamedTuple):
    """The tournament has ended."""


What = (
    Made | Entered | Began | RoundDrawn | PairingCalled | PairingOver | GameBegun | BoardOver | Incident | Waits | Over
)


class Happening(NamedTuple):
    """Something that happened, and who is told of it."""

    what: What
    audience: Audience = Audience.ALL

    def is_for(self, operator: bool) -> bool:
        """Whether such a follower is told."""
        if self.audience is Audience.ALL:
            return True
        return operator == (self.audience is Audience.OPERATORS)
