"""The generalised log-likelihood ratio of two hypotheses about board results.

Generalised: all that the hypotheses leave open, here the distribution of the results, is chosen under each so that
the results found are as likely as can be. As in fishtest (`LLRcalc.py`) after M. Van den Bergh, "Comparing the
approximations for the generalized log likelihood ratio of a multinomial distribution" and "Normalized Elo".
"""

import math
from collections.abc import Mapping

_UNSEEN = 1e-3
"""An outcome that can occur and did not is counted as so many boards (fishtest's `regularize`)."""
_MOST_ROUNDS = 200


def of_means(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """For the hypothesis that the true mean is `mean1`, against `mean0`.

    `counts` says how often each outcome came, zero for one that did not come and might have. Both means must lie
    between the least and the greatest outcome.
    """
    seen = {outcome: count or _UNSEEN for outcome, count in counts.items()}
    size = math.fsum(seen.values())
    tilt0, tilt1 = (_tilt(seen, size, mean) for mean in (mean0, mean1))
    return math.fsum(
        count * (math.log1p(tilt0 * (outcome - mean0)) - math.log1p(tilt1 * (outcome - mean1)))
        for outcome, count in seen.items()
    )


def _tilt(seen: Mapping[float, float], size: float, mean: float) -> float:
    """The x with sum of p (a - mean) / (1 + x (a - mean)) = 0: p / (1 + x (a - mean)) is the likeliest distribution.

    The sum falls from plus to minus infinity between the two bounds; Newton's steps are kept between them.
    """
    shares = [(outcome - mean, count / size) for outcome, count in seen.items()]
    least, most = min(shares)[0], max(shares)[0]
    if not least < 0 < most:
        raise ValueError(f"a mean of {mean:g} is not between the outcomes {least + mean:g} and {most + mean:g}")
    low, high = -1 / most, -1 / least
    tilt = 0.0
    for _ in range(_MOST_ROUNDS):
        parts = [(lead / (1 + tilt * lead), share) for lead, share in shares]
        value = math.fsum(share * part for part, share in parts)
        low, high = (tilt, high) if value > 0 else (low, tilt)
        slope = math.fsum(share * part * part for part, share in parts)
        following = tilt + value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) <= 1e-13 * (high - low) or following == tilt:
            break
        tilt = following
    return tilt


def of_deviations(boards: float, mean: float, deviation: float, ratio0: float, ratio1: float) -> float:
    """For the hypothesis that true mean by true standard deviation is `ratio1`, against `ratio0`; both in -1 to 1.

    Results are taken for normally distributed with unknown mean and deviation, of which the empirical ones
    are given (fishtest's `LLR_normalized_alt`). A mean of more than a deviation counts as one: beyond it the two
    hypotheses explain the results equally badly, and the ratio would fall again.
    """
    found = mean / deviation if abs(mean) < deviation else math.copysign(1.0, mean) if mean else 0.0
    return boards / 2 * math.log((1 + (found - ratio0) ** 2) / (1 + (found - ratio1) ** 2))
