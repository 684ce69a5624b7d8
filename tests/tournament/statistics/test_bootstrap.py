"""The intervals against SciPy's on the same results, their coverage by simulation, and the drawing itself."""

import math
import random
from itertools import islice
from statistics import NormalDist, fmean, stdev

import numpy as np
import pytest
from scipy import stats

from euchre_referee.tournament.statistics import bootstrapped, estimate
from euchre_referee.tournament.statistics.resampling import binomial, resampled_means
from euchre_referee.tournament.statistics.student import t_quantile
from tests.tournament.statistics.boards import MEANS, Draw, euchre_boards

MANY_ROUNDS = 400


def drawn(draw: Draw, boards: int, seed: int = 1) -> list[float]:
    lots = random.Random(seed)
    return [draw(lots) for _ in range(boards)]


@pytest.mark.parametrize(("trials", "chance"), [(1, 0.3), (12, 0.25), (40, 1 / 3), (7, 0.97)])
def test_counts_are_drawn_as_the_binomial_distribution_has_them(trials: int, chance: float) -> None:
    lots, rounds = random.Random(trials), 20_000
    counts = [0] * (trials + 1)
    for _ in range(rounds):
        counts[binomial(trials, chance, lots)] += 1
    expected = [rounds * math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]
    usual = [(found, due) for found, due in zip(counts, expected, strict=True) if due >= 5]
    distance = sum((found - due) ** 2 / due for found, due in usual)
    # Beyond this once in ten thousand times; the seed is fixed.
    assert distance < stats.chi2.isf(1e-4, len(usual))


def test_nobody_or_everybody_of_a_count() -> None:
    lots = random.Random(1)
    assert binomial(10, 0.0, lots) == 0
    assert binomial(10, 1.0, lots) == 10
    assert binomial(0, 0.5, lots) == 0


@pytest.mark.parametrize("boards", [120, 3000])
def test_resampled_means_spread_as_the_mean_does_drawn_or_counted(boards: int) -> None:
    values = drawn(euchre_boards, boards)
    means = list(islice(resampled_means(values, random.Random(2)), 3000))
    deviation = stdev(values) / math.sqrt(boards)
    assert fmean(means) == pytest.approx(fmean(values), abs=5 * deviation / math.sqrt(3000))
    assert stdev(means) == pytest.approx(deviation, rel=0.06)


@pytest.mark.parametrize("draw", MEANS)
def test_the_intervals_are_the_percentiles_that_scipy_finds(draw: Draw) -> None:
    values = drawn(draw, 600)
    widened = 2 * NormalDist().cdf(math.sqrt(600 / 599) * t_quantile(599)) - 1
    found = bootstrapped(values, resamples=6000)
    other = stats.bootstrap(
        (np.array(values),),
        np.mean,
        n_resamples=6000,
        batch=500,
        method="percentile",
        confidence_level=widened,
        rng=np.random.default_rng(1),
    ).confidence_interval
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    # An end of an interval found by 6000 resamples is off by some three hundredths of a deviation.
    deviation = stdev(values) / math.sqrt(600)
    assert found.low == pytest.approx(other.low, abs=0.15 * deviation)
    assert found.high == pytest.approx(other.high, abs=0.15 * deviation)


def test_the_same_boards_in_any_order_give_the_same_interval_to_the_last_bit() -> None:
    values = drawn(euchre_boards, 300)
    shuffled = random.Random(4).sample(values, len(values))
    assert bootstrapped(values) == bootstrapped(values) == bootstrapped(shuffled)


def test_few_boards_and_equal_ones_have_student_s_interval() -> None:
    assert bootstrapped([]) is None
    for values in ([2.5], [1.0, 2.0], drawn(euchre_boards, 29), [0.5] * 40):
        assert bootstrapped(values) == estimate(values)


def test_the_interval_leans_to_the_long_tail() -> None:
    values = [0.0] * 95 + [4.0] * 5
    found = bootstrapped(values)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.mean > 1.2 * (found.mean - found.low)


@pytest.mark.parametrize("draw", MEANS)
@pytest.mark.parametrize("boards", [30, 100])
def test_about_95_of_100_intervals_hold_the_true_mean(draw: Draw, boards: int) -> None:
    lots = random.Random(boards)
    held = 0
    for _ in range(MANY_ROUNDS):
        found = bootstrapped([draw(lots) for _ in range(boards)], resamples=400)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= MEANS[draw] <= found.high
    # Three standard deviations of this share, and a hundredth for skewed boards while they are few.
    assert held / MANY_ROUNDS == pytest.approx(0.95, abs=0.033 + 0.01)
