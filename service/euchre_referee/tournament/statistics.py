"""What a series of board results says about the truth behind it: means, 95 % intervals, verdicts.

The board is the unit: results of the same cards hang together, so whatever happened on one board is first
averaged to one number. Intervals are Student's t over boards, symmetric about the mean: deterministic,
exact for normal data, and near enough for the few points of a deal from some dozens of boards on (the tests
simulate the coverage).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

CONFIDENCE = 0.95
FEWEST_FOR_A_VERDICT = 10
"""With fewer boards an interval may be no wider than chance made it, and says nothing."""

_EXACT_UP_TO = 200


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
    """The mean of independent results, one for each board, in any order; None if there are none."""
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


@cache
def t_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t with `freedom` degrees of freedom, at least 1; right to 1e-7."""
    if freedom > _EXACT_UP_TO:
        return _t_quantile_by_series(freedom)
    low, high = 1.9, 12.8
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _two_sided(middle, freedom) < CONFIDENCE else (low, middle)
    return (low + high) / 2


def _two_sided(t: float, freedom: int) -> float:
    """P(|T| < t), by the series for whole degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine_squared = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for factor in range(2 if odd else 1, freedom - 2, 2):
        term *= cosine_squared * factor / (factor + 1)
        total += term
    if odd:
        return 2 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total


def _t_quantile_by_series(freedom: int) -> float:
    """The expansion about the normal quantile (Abramowitz and Stegun 26.7.5)."""
    x = 1.959963984540054
    return (
        x
        + (x**3 + x) / (4 * freedom)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
    )
