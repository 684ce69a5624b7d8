"""Quantiles against printed tables, estimates against sums done by hand, coverage by simulation with fixed seeds."""

import random
from itertools import pairwise

import pytest

from euchre_referee.tournament.statistics import Estimate, Verdict, estimate, verdict
from euchre_referee.tournament.statistics.student import t_probability, t_quantile
from tests.tournament.statistics.boards import MEANS, Draw

PRINTED = {
    1: 12.7062,
    2: 4.3027,
    3: 3.1824,
    4: 2.7764,
    5: 2.5706,
    8: 2.3060,
    9: 2.2622,
    10: 2.2281,
    15: 2.1314,
    20: 2.0860,
    29: 2.0452,
    30: 2.0423,
    60: 2.0003,
    120: 1.9799,
    1000: 1.9623,
    10**6: 1.9600,
}


@pytest.mark.parametrize(("freedom", "printed"), PRINTED.items())
def test_quantiles_are_those_of_printed_tables(freedom: int, printed: float) -> None:
    assert t_quantile(freedom) == pytest.approx(printed, abs=5.1e-5)


def test_quantiles_fall_without_a_step_where_the_method_changes() -> None:
    around = [t_quantile(freedom) for freedom in range(190, 211)]
    falls = [before - after for before, after in pairwise(around)]
    assert all(fall > 0 for fall in falls)
    assert max(falls) / min(falls) == pytest.approx((210 / 190) ** 2, rel=0.02)


@pytest.mark.parametrize("freedom", [1, 2, 9, 40, 201, 5000])
def test_probabilities_are_the_quantiles_the_other_way_round(freedom: int) -> None:
    reach = t_quantile(freedom)
    assert t_probability(reach, freedom) == pytest.approx(0.975, abs=1e-7)
    assert t_probability(-reach, freedom) == pytest.approx(0.025, abs=1e-7)
    assert t_probability(0.0, freedom) == 0.5


def test_an_estimate_worked_out_by_hand() -> None:
    # Mean 1; squared deviations 4 + 0 + 4 + 0 + 0 = 8, variance 8 / 4 = 2, of the mean 2 / 5 = 0.4.
    found = estimate([3, 1, -1, 1, 1])
    assert found is not None
    assert found.boards == 5
    assert found.mean == 1
    assert found.low == pytest.approx(1 - 2.7764451 * 0.6324555, abs=1e-6)
    assert found.high == pytest.approx(1 + 2.7764451 * 0.6324555, abs=1e-6)


def test_one_board_has_a_mean_and_no_interval_and_none_has_nothing() -> None:
    assert estimate([2.5]) == Estimate(1, 2.5, None, None)
    assert estimate([]) is None


def test_the_order_of_the_boards_changes_not_a_bit() -> None:
    values = [random.Random(seed).choice([0.1, -0.3, 1 / 3, 2.0]) for seed in range(200)]
    shuffled = random.Random(1).sample(values, len(values))
    assert estimate(values) == estimate(shuffled)


def test_verdicts() -> None:
    assert verdict(Estimate(10, 0.5, 0.1, 0.9)) is Verdict.BEATS
    assert verdict(Estimate(10, -0.5, -0.9, -0.1)) is Verdict.LOSES
    assert verdict(Estimate(10, 0.5, 0.0, 1.0)) is Verdict.NOT_APART
    assert verdict(Estimate(9, 0.5, 0.1, 0.9)) is Verdict.TOO_FEW
    assert verdict(Estimate(1, 0.5, None, None)) is Verdict.TOO_FEW
    assert verdict(None) is Verdict.TOO_FEW


def test_the_opposite_of_an_estimate() -> None:
    assert Estimate(10, 0.5, 0.1, 0.9).negated() == Estimate(10, -0.5, -0.9, -0.1)
    assert Estimate(1, 0.5, None, None).negated() == Estimate(1, -0.5, None, None)


@pytest.mark.parametrize("draw", MEANS)
@pytest.mark.parametrize("boards", [10, 40, 200])
def test_about_95_of_100_intervals_hold_the_true_mean(draw: Draw, boards: int) -> None:
    lots = random.Random(boards)
    rounds = 2000
    held = 0
    for _ in range(rounds):
        found = estimate([draw(lots) for _ in range(boards)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= MEANS[draw] <= found.high
    # The standard deviation of this share is half a hundredth; skewed boards cost a little while they are few.
    least = 0.935 if boards >= 40 else 0.91
    assert least <= held / rounds <= 0.97
