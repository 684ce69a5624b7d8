"""Elo against `choix` on random comparisons, its error bars by simulation, and what the prior is for."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

import choix
import numpy as np
import pytest

from euchre_referee.tournament.statistics import Comparison, bradley_terry
from euchre_referee.tournament.statistics.bradley_terry import ELO

Board = Sequence[Comparison]
TRUE = (150.0, 60.0, 0.0, -50.0, -160.0)


def played(elo: Sequence[float], boards: int, lots: random.Random, met: float = 1.0) -> list[Board]:
    """Boards on which a share of all pairs met; the better of the day wins, nearly equal days are a draw.

    One day a board for each entrant, so that its comparisons there hang together.
    """
    found: list[Board] = []
    for _ in range(boards):
        days = [strength / ELO - math.log(-math.log(lots.random())) for strength in elo]
        pairs = [pair for pair in combinations(range(len(elo)), 2) if lots.random() < met]
        found.append([Comparison(*pair, _score(days[pair[0]] - days[pair[1]])) for pair in pairs])
    return found


def _score(lead: float) -> float:
    if abs(lead) < 0.5:
        return 0.5
    return float(lead > 0)


def by_choix(entrants: int, boards: Sequence[Board]) -> list[float]:
    """choix's most likely strengths in Elo; it has no draws, so each board goes in twice, a draw once each way.

    The prior's drawn boards are played against one more entrant, which is then held at zero.
    """
    reference = entrants
    wins = [pair for each in range(entrants) for pair in ((each, reference), (reference, each))]
    for first, second, score in (comparison for board in boards for comparison in board):
        wins += [(first, second)] * round(2 * score) + [(second, first)] * round(2 - 2 * score)
    found = choix.opt_pairwise(entrants + 1, wins, method="Newton-CG", tol=1e-12)
    strengths = [float(each - found[reference]) for each in found[:entrants]]
    mean = sum(strengths) / entrants
    return [ELO * (each - mean) for each in strengths]


@pytest.mark.parametrize("seed", range(6))
def test_ratings_are_those_of_choix_on_random_comparisons(seed: int) -> None:
    lots = random.Random(seed)
    elo = [lots.gauss(0, 250) for _ in range(3 + seed)]
    boards = played(elo, 40, lots, met=0.4)
    assert bradley_terry(len(elo), boards).elo == pytest.approx(by_choix(len(elo), boards), abs=1e-3)


def test_the_likelihood_is_that_of_choix_and_nothing_is_likelier_with_the_prior() -> None:
    boards = [[Comparison(0, 1, 1.0), Comparison(1, 2, 0.0)], [Comparison(0, 1, 0.0), Comparison(0, 2, 1.0)]] * 9
    fit = bradley_terry(3, boards)
    wins = [(0, 1), (2, 1), (1, 0), (0, 2)] * 9
    strengths = np.array(fit.elo) / ELO
    assert fit.log_likelihood == pytest.approx(choix.log_likelihood_pairwise(wins, strengths))


def test_for_two_it_is_the_elo_of_their_score() -> None:
    # fishtest's `get_elo` of 600 wins, 250 draws and 150 losses: the score is 0.725, its Elo 168.4 +- 17.9.
    fit = bradley_terry(2, [[Comparison(0, 1, score)] for score in [1.0] * 600 + [0.5] * 250 + [0.0] * 150])
    found = fit.difference(0, 1)
    assert found.mean == pytest.approx(-400 * math.log10(1 / 0.725 - 1), abs=0.3)
    variance = 0.6 * 0.275**2 + 0.25 * 0.225**2 + 0.15 * 0.725**2
    reach = 1.96 * math.sqrt(variance / 1000) * ELO / (0.725 * 0.275)
    assert found.low is not None
    assert found.mean - found.low == pytest.approx(reach, rel=0.02)


def test_who_is_first_in_a_comparison_and_the_order_of_boards_do_not_matter() -> None:
    boards = played(TRUE, 30, random.Random(1))
    turned = [[Comparison(second, first, 1 - score) for first, second, score in board] for board in boards]
    one, other = bradley_terry(5, boards), bradley_terry(5, turned[::-1])
    assert one.elo == pytest.approx(other.elo)
    assert one.covariance is not None
    assert other.covariance is not None
    for mine, theirs in zip(one.covariance, other.covariance, strict=True):
        assert mine == pytest.approx(theirs)


def test_ratings_have_a_mean_of_zero_and_so_has_the_covariance() -> None:
    fit = bradley_terry(5, played(TRUE, 30, random.Random(2)))
    assert sum(fit.elo) == pytest.approx(0, abs=1e-9)
    assert fit.covariance is not None
    for row in fit.covariance:
        assert sum(row) == pytest.approx(0, abs=1e-6)


def test_a_perfect_score_is_finite_and_not_sure() -> None:
    fits = [bradley_terry(2, [[Comparison(0, 1, 1.0)]] * boards) for boards in (10, 100, 1000)]
    differences = [fit.difference(0, 1) for fit in fits]
    means = [found.mean for found in differences]
    assert means == sorted(means)
    assert 400 < means[0] < means[-1] < 2500
    for found in differences:
        assert found.low is not None
        assert found.mean - found.low > 250


def test_entrants_that_never_met_are_compared_through_the_prior_and_nothing_is_sure_of_them() -> None:
    apart = [[Comparison(0, 1, 1.0), Comparison(2, 3, score)] for score in (1.0, 0.0)] * 20
    fit = bradley_terry(5, apart)
    assert fit.elo[0] > fit.elo[2] > fit.elo[1]
    assert fit.elo[2] == pytest.approx(fit.elo[3], abs=1e-6)
    across, within = fit.difference(0, 2), fit.difference(2, 3)
    assert across.low is not None
    assert within.low is not None
    assert across.low < 0
    assert across.mean - across.low > 2 * (within.mean - within.low)
    nobody = fit.rating(4)
    assert nobody.low is not None
    assert nobody.mean - nobody.low > 500


def test_before_the_second_board_there_are_no_error_bars() -> None:
    assert bradley_terry(2, []).rating(0).low is None
    found = bradley_terry(2, [[Comparison(0, 1, 1.0)]]).difference(0, 1)
    assert found.low is None
    assert found.mean > 0


@pytest.mark.parametrize("boards", [30, 150])
def test_about_95_of_100_error_bars_hold_the_true_rating(boards: int) -> None:
    # Half of what is true is what very many boards say: draws pull all ratings of this model together.
    truth = bradley_terry(5, played(TRUE, 30_000, random.Random(0))).elo
    lots, rounds = random.Random(boards), 250
    held = [0] * 6
    for _ in range(rounds):
        fit = bradley_terry(5, played(TRUE, boards, lots))
        for entrant in range(5):
            found = fit.rating(entrant)
            assert found.low is not None
            assert found.high is not None
            held[entrant] += found.low <= truth[entrant] <= found.high
        duel = fit.difference(0, 1)
        assert duel.low is not None
        assert duel.high is not None
        held[5] += duel.low <= truth[0] - truth[1] <= duel.high
    # The standard deviation of one share is 1.4 hundredths, and there are six of them.
    assert min(held) / rounds >= 0.95 - 0.045
    assert max(held) / rounds <= 0.95 + 0.045
