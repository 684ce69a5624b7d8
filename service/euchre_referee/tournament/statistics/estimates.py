"""A mean over boards with its 95 % interval, and what it says about two entrants.

The board is the unit: results of the same cards hang together, so whatever happened on one board is first
averaged to one number.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from euchre_referee.tournament.statistics.student import CONFIDENCE, t_quantile

__all__ = ["CONFIDENCE", "FEWEST_FOR_A_VERDICT", "Estimate", "Verdict", "estimate", "verdict"]

FEWEST_FOR_A_VERDICT = 10
"""With fewer boards an interval may be no wider than chance made it, and says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `boards` boards with its 95 % interval; the interval is None below two boards."""

    boards: int
    mean: float
    low: float | None
    high: float | None

    def negated(self) -> "Estimate":
        """The estimate of the opposite."""
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Estimate(self.boards, -self.mean, low, high)


class Verdict(StrEnum):
    """What an estimated difference, first minus second, says about the two."""

    BEATS = "beats"
    LOSES = "loses to"
    NOT_APART = "not told apart from"
    TOO_FEW = "too few boards against"


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of independent results, one for each board, in any order; None if there are none.

    The interval is Student's t over boards: at once there, symmetric about the mean, exact for normal data.
    """
    count = len(values)
    if not count:
        return None
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(1, mean, None, None)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    reach = t_quantile(count - 1) * math.sqrt(variance / count)
    return Estimate(count, mean, mean - reach, mean + reach)


def verdict(difference: Estimate | None) -> Verdict:
    """Whether the interval of a difference leaves zero out, and on which side."""
    if difference is None or difference.boards < FEWEST_FOR_A_VERDICT:
        return Verdict.TOO_FEW
    if difference.low is not None and difference.low > 0:
        return Verdict.BEATS
    if difference.high is not None and difference.high < 0:
        return Verdict.LOSES
    return Verdict.NOT_APART
