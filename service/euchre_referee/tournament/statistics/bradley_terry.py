"""Elo ratings from who did better on which board, by the Bradley-Terry model (Bradley and Terry 1952).

The chance that i does better than j is 1 / (1 + 10 ** ((Elo of j - Elo of i) / 400)). A board on which both did
alike counts as half a win each, as in fishtest, so that for two entrants the rating is that of their score.

Prior: every entrant has drawn one more board, against nobody's reference of rating 0. It keeps whoever won or
lost every board finite, makes entrants that never met through others comparable, and weighs as one board.

Error bars: what happened on one board hangs together and a draw is less spread than the model of wins and losses
has it, so the covariance is the robust one with boards as clusters (White 1982; Liang and Zeger 1986): with H the
curvature of the likelihood and g the gradient of each board, H^-1 (sum of g g') H^-1.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from euchre_referee.tournament.statistics.estimates import Estimate
from euchre_referee.tournament.statistics.student import t_quantile
from euchre_referee.tournament.statistics.symmetric import factor, solved

ELO = 400 / math.log(10)
"""Elo in one unit of the logistic scale."""
_MOST_STEPS = 100
_STILL = 1e-10


class Comparison(NamedTuple):
    """Two entrants, by number, on one board: `score` is 1 where the first did better, 0.5 where both did alike."""

    first: int
    second: int
    score: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Ratings in Elo by number of the entrant, zero being their mean, and the logarithm of the likelihood.

    `covariance` in Elo squared, None below two boards.
    """

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...] | None
    log_likelihood: float
    boards: int

    def rating(self, entrant: int) -> Estimate:
        """The entrant's Elo above the field's mean."""
        variance = self.covariance[entrant][entrant] if self.covariance else None
        return self._estimate(self.elo[entrant], variance)

    def difference(self, first: int, second: int) -> Estimate:
        """The first's Elo less the second's."""
        known = self.covariance
        variance = known[first][first] + known[second][second] - 2 * known[first][second] if known else None
        return self._estimate(self.elo[first] - self.elo[second], variance)

    def _estimate(self, mean: float, variance: float | None) -> Estimate:
        if variance is None:
            return Estimate(self.boards, mean, None, None)
        reach = t_quantile(self.boards - 1) * math.sqrt(max(variance, 0.0))
        return Estimate(self.boards, mean, mean - reach, mean + reach)


class _Met(NamedTuple):
    """All meetings of two: how often, and how many the first won, draws by halves."""

    first: int
    second: int
    times: float
    won: float


def bradley_terry(entrants: int, boards: Sequence[Sequence[Comparison]]) -> Fit:
    """The most likely ratings of so many entrants after these boards, in any order."""
    met = _together(comparison for board in boards for comparison in board)
    strengths = _most_likely(entrants, met)
    mean = math.fsum(strengths) / entrants
    return Fit(
        elo=tuple(ELO * (each - mean) for each in strengths),
        covariance=_covariance(strengths, met, boards) if len(boards) > 1 else None,
        log_likelihood=math.fsum(_log_likelihood_met(strengths, each) for each in met),
        boards=len(boards),
    )


def _together(comparisons: Iterable[Comparison]) -> tuple[_Met, ...]:
    found: defaultdict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0])
    for first, second, score in comparisons:
        pair = found[min(first, second), max(first, second)]
        pair[0] += 1
        pair[1] += score if first < second else 1 - score
    return tuple(_Met(*pair, times, won) for pair, (times, won) in sorted(found.items()))


def _most_likely(entrants: int, met: Sequence[_Met]) -> list[float]:
    """Newton's method; a step that would make the likelihood smaller is halved until it does not."""
    strengths = [0.0] * entrants
    likelihood = _log_posterior(strengths, met)
    for _ in range(_MOST_STEPS):
        step = solved(factor(_curvature(strengths, met)), _gradient(strengths, met))
        size = 1.0
        while True:
            tried = [each + size * change for each, change in zip(strengths, step, strict=True)]
            reached = _log_posterior(tried, met)
            if reached >= likelihood or size < _STILL:
                break
            size /= 2
        strengths, likelihood = tried, reached
        if max(abs(change) for change in step) < _STILL:
            break
    return strengths


def _chance(advantage: float) -> float:
    """Of the stronger by so much to win."""
    if advantage < 0:
        return 1 - 1 / (1 + math.exp(advantage))
    return 1 / (1 + math.exp(-advantage))


def _log_chance(advantage: float) -> float:
    if advantage < 0:
        return advantage - math.log1p(math.exp(advantage))
    return -math.log1p(math.exp(-advantage))


def _log_likelihood_met(strengths: Sequence[float], met: _Met) -> float:
    advantage = strengths[met.first] - strengths[met.second]
    return met.won * _log_chance(advantage) + (met.times - met.won) * _log_chance(-advantage)


def _log_posterior(strengths: Sequence[float], met: Sequence[_Met]) -> float:
    prior = math.fsum((_log_chance(each) + _log_chance(-each)) / 2 for each in strengths)
    return prior + math.fsum(_log_likelihood_met(strengths, each) for each in met)


def _gradient(strengths: Sequence[float], met: Sequence[_Met]) -> list[float]:
    gradient = [0.5 - _chance(each) for each in strengths]
    for first, second, times, won in met:
        surplus = won - times * _chance(strengths[first] - strengths[second])
        gradient[first] += surplus
        gradient[second] -= surplus
    return gradient


def _curvature(strengths: Sequence[float], met: Sequence[_Met]) -> list[list[float]]:
    """Minus the second derivative of the log posterior; positive definite thanks to the prior."""
    size = len(strengths)
    curvature = [[0.0] * size for _ in range(size)]
    for entrant, strength in enumerate(strengths):
        curvature[entrant][entrant] = _chance(strength) * _chance(-strength)
    for first, second, times, _ in met:
        advantage = strengths[first] - strengths[second]
        weight = times * _chance(advantage) * _chance(-advantage)
        curvature[first][first] += weight
        curvature[second][second] += weight
        curvature[first][second] -= weight
        curvature[second][first] -= weight
    return curvature


def _covariance(
    strengths: Sequence[float], met: Sequence[_Met], boards: Sequence[Sequence[Comparison]]
) -> tuple[tuple[float, ...], ...]:
    """In Elo squared, of the ratings less their mean."""
    size = len(strengths)
    lower = factor(_curvature(strengths, met))
    half = [solved(lower, row) for row in _scatter(strengths, boards)]
    whole = _centred([solved(lower, [row[column] for row in half]) for column in range(size)])
    few = len(boards) / (len(boards) - 1) * ELO**2
    return tuple(tuple(few * value for value in row) for row in whole)


def _scatter(strengths: Sequence[float], boards: Iterable[Sequence[Comparison]]) -> list[list[float]]:
    """The sum over boards of g g'. The prior's drawn board is a cluster of its own, half a win and half a loss."""
    size = len(strengths)
    scatter = [[0.0] * size for _ in range(size)]
    for entrant, strength in enumerate(strengths):
        scatter[entrant][entrant] = (_chance(strength) ** 2 + _chance(-strength) ** 2) / 2
    for board in boards:
        gradient: defaultdict[int, float] = defaultdict(float)
        for first, second, score in board:
            surplus = score - _chance(strengths[first] - strengths[second])
            gradient[first] += surplus
            gradient[second] -= surplus
        for one, mine in gradient.items():
            row = scatter[one]
            for other, theirs in gradient.items():
                row[other] += mine * theirs
    return scatter


def _centred(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The covariance of what is left when the mean is taken off."""
    size = len(matrix)
    means = [math.fsum(row) / size for row in matrix]
    grand = math.fsum(means) / size
    return [
        [value - means[row] - means[column] + grand for column, value in enumerate(values)]
        for row, values in enumerate(matrix)
    ]
