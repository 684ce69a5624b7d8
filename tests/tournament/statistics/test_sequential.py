"""The sequential test keeps its error rates on simulated boards, and says when it cannot begin."""

import math
import random

import pytest

from euchre_referee.tournament.statistics import Measure, SequentialResult, SequentialTest, Status
from tests.tournament.statistics.boards import MEANS, Draw, buck_boards, euchre_boards

ROUNDS = 400
LONGEST = 3000
DEVIATIONS: dict[Draw, float] = {euchre_boards: 0.7086, buck_boards: 1.4725}


def decisions(
    test: SequentialTest, draw: Draw, mean: float, seed: int, rounds: int = ROUNDS
) -> tuple[dict[Status, int], float]:
    """How often which hypothesis was taken for true where `mean` is, and the boards it took on average."""
    lots, moved = random.Random(seed), mean - MEANS[draw]
    found, boards = dict.fromkeys(Status, 0), 0
    for _ in range(rounds):
        result = test.result(draw(lots) + moved for _ in range(LONGEST))
        found[result.status] += 1
        boards += result.boards
    return found, boards / rounds


@pytest.mark.parametrize("draw", DEVIATIONS)
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.1, 0.02)])
def test_deviations_keep_both_error_rates(draw: Draw, alpha: float, beta: float) -> None:
    test = SequentialTest(0.0, 0.2, alpha, beta)
    under_h0, _ = decisions(test, draw, 0.0, 1)
    under_h1, boards = decisions(test, draw, 0.2 * DEVIATIONS[draw], 2)
    # Two and a half standard deviations of shares among so many rounds.
    assert under_h0[Status.H1] / ROUNDS <= alpha + 2.5 * (alpha * (1 - alpha) / ROUNDS) ** 0.5
    assert under_h1[Status.H0] / ROUNDS <= beta + 2.5 * (beta * (1 - beta) / ROUNDS) ** 0.5
    assert under_h0[Status.CONTINUE] == under_h1[Status.CONTINUE] == 0
    # Wald's expectation for the decision under H1, and at most a third more for the last step over the bound.
    expected = ((1 - beta) * test.upper + beta * test.lower) / (0.2**2 / 2)
    assert 0.85 * expected <= boards <= 1.35 * expected


def test_elo_keeps_both_error_rates() -> None:
    # Of 98.5 boards 18.5 are better and 20 worse.
    truth = -400 * math.log10(1 / (0.5 + (18.5 - 20) / 98.5 / 2) - 1)
    lower = SequentialTest(truth, truth + 60, measure=Measure.ELO)
    under_h0, _ = decisions(lower, euchre_boards, MEANS[euchre_boards], 3, 200)
    assert under_h0[Status.H1] / 200 <= 0.05 + 2.5 * 0.016
    upper = SequentialTest(truth - 60, truth, measure=Measure.ELO)
    under_h1, _ = decisions(upper, euchre_boards, MEANS[euchre_boards], 4, 200)
    assert under_h1[Status.H0] / 200 <= 0.05 + 2.5 * 0.016


def test_the_decision_is_the_first_one_and_later_boards_change_nothing() -> None:
    lots = random.Random(5)
    boards = [buck_boards(lots) + 1 for _ in range(400)]
    test = SequentialTest(0.0, 0.3)
    decided = test.result(boards)
    assert decided.status is Status.H1
    assert decided.boards < 200
    assert decided.ratio is not None
    assert decided.ratio >= test.upper
    assert test.result(boards[: decided.boards] + [-5.0] * 500) == decided
    assert test.result(boards[: decided.boards - 1]).status is Status.CONTINUE


OF_EACH_MEASURE = [SequentialTest(), SequentialTest(h1=40, measure=Measure.ELO)]


@pytest.mark.parametrize("test", OF_EACH_MEASURE)
def test_boards_that_are_all_even_count_for_h0_in_the_end(test: SequentialTest) -> None:
    assert test.result([0.0] * 9) == SequentialResult(9, None, Status.CONTINUE)
    assert test.result([0.0] * 20).status is Status.CONTINUE
    assert test.result([0.0] * 2000).status is Status.H0


@pytest.mark.parametrize("test", OF_EACH_MEASURE)
def test_boards_that_one_always_wins_alike_decide(test: SequentialTest) -> None:
    assert test.result([0.5] * 500).status is Status.H1
    assert test.result([-0.5] * 500).status is Status.H0


def test_bounds_are_wald_s() -> None:
    test = SequentialTest(0, 1, 0.05, 0.05)
    assert test.upper == pytest.approx(2.9444389791664403)
    assert test.lower == pytest.approx(-2.9444389791664403)


@pytest.mark.parametrize(
    ("h0", "h1", "alpha", "beta", "wrong"),
    [
        (0, 1.1, 0.05, 0.05, "h0 and h1 must lie from -1 to 1 deviations"),
        (0.1, 0.1, 0.05, 0.05, "h1 must be more than h0, not 0.1 after 0.1"),
        (0, float("nan"), 0.05, 0.05, "h1 must be more than h0"),
        (0, 0.1, 0, 0.05, "alpha must be more than 0 and less than 0.5, not 0"),
        (0, 0.1, 0.05, 0.5, "beta must be more than 0 and less than 0.5, not 0.5"),
    ],
)
def test_a_test_that_cannot_be_made_says_why(h0: float, h1: float, alpha: float, beta: float, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        SequentialTest(h0, h1, alpha, beta)
