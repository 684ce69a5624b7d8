"""A sequential test for a match of two: after each board it says stop or go on (Wald 1945), and keeps its promises.

With H0 "the first is better by `h0`" and H1 "by `h1`", more than `h0`: whoever stops when it says so takes H1
for true with a probability of about `alpha` at most if H0 is, and H0 with `beta` if H1 is. The likelihood ratio is a
generalised one (`likelihood_ratio`): how the boards' results are spread need not be known beforehand.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from euchre_referee.tournament.statistics.estimates import FEWEST_FOR_A_VERDICT
from euchre_referee.tournament.statistics.likelihood_ratio import of_deviations, of_means


class Measure(StrEnum):
    """What the hypotheses count in."""

    DEVIATIONS = "deviations"
    """The mean points of a board in standard deviations of them (fishtest's normalised Elo, times 347 Elo)."""
    ELO = "elo"
    """Elo, from which of the two was better on a board and on which both did alike."""


class Status(StrEnum):
    """What the test says."""

    CONTINUE = "continue"
    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True, slots=True)
class SequentialResult:
    """The logarithm of the likelihood ratio after `boards` boards: those until the decision, or all.

    `ratio` is None before there are enough boards to tell.
    """

    boards: int
    ratio: float | None
    status: Status


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """What is tested and how sure it is to be. Raises ValueError, naming what is wrong.

    In deviations nobody needs to know how the points of a game are spread: whether there is a tenth of one between two
    bots is known after some five hundred boards, in every game.
    """

    h0: float = 0.0
    h1: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    measure: Measure = Measure.DEVIATIONS

    def __post_init__(self) -> None:
        if not (math.isfinite(self.h0) and math.isfinite(self.h1) and self.h0 < self.h1):
            raise ValueError(f"h1 must be more than h0, not {self.h1:g} after {self.h0:g}")
        most = 1 if self.measure is Measure.DEVIATIONS else 1000
        if max(abs(self.h0), abs(self.h1)) > most:
            raise ValueError(f"h0 and h1 must lie from -{most} to {most} {self.measure}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} must be more than 0 and less than 0.5, not {rate:g}")

    @property
    def lower(self) -> float:
        """At or below this ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def result(self, differences: Iterable[float]) -> SequentialResult:
        """What the test says of these, first less second, one a board in the order of the boards.

        What came after the decision is not looked at.
        """
        seen = _Seen()
        ratio = None
        for difference in differences:
            seen.add(difference)
            if seen.boards < FEWEST_FOR_A_VERDICT:
                continue
            ratio = self._ratio(seen)
            if ratio >= self.upper:
                return SequentialResult(seen.boards, ratio, Status.H1)
            if ratio <= self.lower:
                return SequentialResult(seen.boards, ratio, Status.H0)
        return SequentialResult(seen.boards, ratio, Status.CONTINUE)

    def ratio(self, differences: Iterable[float]) -> float | None:
        """The logarithm of the likelihood ratio after these and no decision before; None if they are too few."""
        seen = _Seen()
        for difference in differences:
            seen.add(difference)
        return self._ratio(seen) if seen.boards >= FEWEST_FOR_A_VERDICT else None

    def _ratio(self, seen: "_Seen") -> float:
        if self.measure is Measure.DEVIATIONS:
            return of_deviations(seen.boards, seen.mean, seen.deviation, self.h0, self.h1)
        won, even, lost = seen.won, seen.boards - seen.won - seen.lost, seen.lost
        return of_means({1.0: won, 0.5: even, 0.0: lost}, _score(self.h0), _score(self.h1))


class _Seen:
    """The differences so far, as much of them as the ratio needs."""

    __slots__ = ("_sum", "_sum_of_squares", "boards", "lost", "won")

    def __init__(self) -> None:
        self.boards = self.won = self.lost = 0
        self._sum = self._sum_of_squares = 0.0

    def add(self, difference: float) -> None:
        """One more board."""
        self.boards += 1
        self.won += difference > 0
        self.lost += difference < 0
        self._sum += difference
        self._sum_of_squares += difference * difference

    @property
    def mean(self) -> float:
        return self._sum / self.boards

    @property
    def deviation(self) -> float:
        return math.sqrt(max(self._sum_of_squares / self.boards - self.mean**2, 0.0))


def _score(elo: float) -> float:
    """The share of boards that this advantage wins, even ones by halves."""
    return 1 / (1 + 10 ** (-elo / 400))
