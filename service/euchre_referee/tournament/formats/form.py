"""What an operator chooses about the way in which entrants meet (DESIGN 9)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from euchre_referee.tournament.statistics.sequential import SequentialTest


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    MATCH = "match"


class Seatings(StrEnum):
    """In how many ways the entrants of a pairing are seated."""

    ROTATIONS = "rotations"
    """Every entrant takes every seat as often: partners both ways, single players in all rotations."""
    ALL = "all"
    """All permutations that differ; with partners, each team's two also exchange their seats."""


class Scoring(StrEnum):
    """What a board counts."""

    POINTS = "points"
    MATCHPOINTS = "matchpoints"


class Draw(StrEnum):
    """Where the order comes from in which the entrants are seeded."""

    ORDER = "order"
    """That of registration."""
    LOTS = "lots"
    """Drawn by lot from the commitment to all boards, so that anybody can draw again."""


@dataclass(frozen=True, slots=True)
class Form:
    """The way in which entrants meet. `rounds` are those of a Swiss tournament, 0 elsewhere.

    `challenger` is the entrant that meets all others in a gauntlet, None elsewhere. `test` ends a match as soon as it
    is decided, None: all boards are played.
    """

    format: Format = Format.ROUND_ROBIN
    rounds: int = 0
    challenger: str | None = None
    duplicate: bool = True
    seatings: Seatings = Seatings.ROTATIONS
    scoring: Scoring = Scoring.POINTS
    draw: Draw = Draw.ORDER
    test: SequentialTest | None = None

    @property
    def by_meetings(self) -> bool:
        """Ranks come from the meetings and not from the mean score."""
        return self.format in (Format.SWISS, Format.ELIMINATION)


USUAL_FORM: Final = Form()
"""A round-robin on duplicate boards."""
