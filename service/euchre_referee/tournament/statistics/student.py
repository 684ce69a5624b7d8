"""Student's t: its distribution, and the quantile that a 95 % interval reaches to."""

import math
from functools import cache

CONFIDENCE = 0.95

_EXACT_UP_TO = 200


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


def t_probability(t: float, freedom: int) -> float:
    """P(T < t) for whole degrees of freedom, at least 1; takes time in proportion to them."""
    half = _two_sided(abs(t), freedom) / 2
    return 0.5 + math.copysign(half, t)


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
