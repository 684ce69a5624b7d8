"""The likelihood ratio against figures that fishtest published for chess: [losses ... wins] of games or pairs of them.

Those of pairs are on the pages of the tests at tests.stockfishchess.org/tests/view/<id>, those of fastchess in its
`app/tests/sprt_test.cpp`, which checks it against fishtest.
"""

import math
from collections.abc import Sequence

import pytest

from euchre_referee.tournament.statistics.likelihood_ratio import of_deviations, of_means

NORMALIZED_ELO = 800 / math.log(10)
HUNDREDTH = 0.006
"""They are published to two places; for many games the normal distribution is within a thousandth of all of them."""


def logistic(results: Sequence[int], elo0: float, elo1: float) -> float:
    """fishtest's `LLR_logistic`."""
    counts = {place / (len(results) - 1): count for place, count in enumerate(results)}
    return of_means(counts, *(1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1)))


def normalized(results: Sequence[int], elo0: float, elo1: float) -> float:
    """fishtest's `LLR_normalized`: deviations of one game, of which two make a pair."""
    size = sum(results)
    scores = [place / (len(results) - 1) for place in range(len(results))]
    mean = sum(count * score for count, score in zip(results, scores, strict=True)) / size
    variance = sum(count * (score - mean) ** 2 for count, score in zip(results, scores, strict=True)) / size
    games = (len(results) - 1) / 2
    ratios = (math.sqrt(games) * elo / NORMALIZED_ELO for elo in (elo0, elo1))
    return of_deviations(size, mean - 0.5, math.sqrt(variance), *ratios)


@pytest.mark.parametrize(
    ("test", "results", "elo0", "elo1", "published"),
    [
        ("5fe50b9d3932f79192d3973c", [292, 5905, 28939, 6129, 299], -0.25, 1.25, 2.95),
        ("5fe552e43932f79192d39744", [5, 418, 6043, 506, 12], 0.25, 1.25, 2.92),
        ("fastchess, logistic trinomial 1", [21184, 40708, 21404], 0.5, 2.5, -1.57),
        ("fastchess, logistic trinomial 2", [57030, 106593, 57433], 0, 2, -2.59),
        ("fastchess, logistic pentanomial 1", [223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        ("fastchess, logistic pentanomial 2", [871, 26175, 55983, 26678, 821], 0, 2, -4.98),
    ],
)
def test_logistic_elo(test: str, results: Sequence[int], elo0: float, elo1: float, published: float) -> None:
    assert logistic(results, elo0, elo1) == pytest.approx(published, abs=HUNDREDTH), test


@pytest.mark.parametrize(
    ("test", "results", "elo0", "elo1", "published"),
    [
        ("6983867b473df9d1d24a9148", [291, 10353, 21899, 10175, 306], 0, 2, -3.08),
        ("698432f5473df9d1d24a926d", [99, 3323, 8399, 3606, 109], 0, 2, 2.98),
        ("69839ed7473df9d1d24a91ae", [326, 12015, 26044, 12357, 362], 0, 2, 2.93),
        ("6982cf46eb87369ff4d0c888", [59, 6427, 15570, 6693, 91], 0, 2, 2.94),
        ("69840701473df9d1d24a924f", [328, 12094, 26412, 11964, 338], 0, 2, -2.93),
        ("697e32ae5f56030af97b59c9", [900, 30596, 67292, 30899, 809], 0, 2, -2.96),
        ("6983946d473df9d1d24a916d", [45, 8506, 25934, 8883, 57], 0.5, 2.5, 2.94),
        ("69843133473df9d1d24a9269", [14, 6935, 20257, 7273, 30], 0.5, 2.5, 2.95),
        ("697f19db5f56030af97b5b01", [105, 19880, 51075, 20005, 108], 0.5, 2.5, -2.94),
        ("698154f56362aee5c8a5544d", [68, 15448, 39104, 15441, 94], 0.5, 2.5, -2.94),
        ("69827c6beb87369ff4d0c7d5", [41, 5118, 12924, 5334, 31], -1.75, 0.25, 2.94),
        ("6980e5846362aee5c8a55396", [36, 5804, 14811, 5986, 39], -1.75, 0.25, 2.94),
        ("64997934dc7002ce609d01e3", [310, 13250, 33553, 13686, 305], 0, 2, 2.98),
        ("649a1c5ddc7002ce609d0bff", [54, 13691, 44552, 14197, 52], 0.5, 2.5, 2.94),
        ("63448f4f4bc7650f07541987", [371, 10263, 24989, 10642, 379], 0, 2, 2.95),
        ("fastchess, normalized trinomial 1", [36027, 68692, 36433], 0, 2, 0.92),
        ("fastchess, normalized trinomial 2", [10650, 20431, 10871], -1.75, 0.25, 2.30),
        ("fastchess, normalized pentanomial 1", [365, 16618, 36229, 16974, 390], 0, 2, 2.25),
        ("fastchess, normalized pentanomial 2", [127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.01),
    ],
)
def test_normalized_elo(test: str, results: Sequence[int], elo0: float, elo1: float, published: float) -> None:
    assert normalized(results, elo0, elo1) == pytest.approx(published, abs=HUNDREDTH), test


def test_an_outcome_that_never_came_takes_part() -> None:
    # Three wins under a fair coin are worth 3 log 2; the hypothesis of 0.75 makes them 3 log 0.75.
    found = of_means({0.0: 0, 1.0: 3}, 0.5, 0.75)
    assert found == pytest.approx(3 * (math.log(0.75) - math.log(0.5)), abs=2e-3)


def test_for_two_outcomes_it_is_wald_s_ratio() -> None:
    found = of_means({0.0: 40, 1.0: 60}, 0.5, 0.55)
    assert found == pytest.approx(60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5))


def test_no_mean_beyond_the_outcomes() -> None:
    with pytest.raises(ValueError, match="a mean of 2 is not between the outcomes -1 and 1"):
        of_means({-1.0: 3, 1.0: 4}, 0, 2)


def test_a_mean_of_more_than_a_deviation_is_one() -> None:
    most = of_deviations(100, 1.0, 1.0, 0.0, 0.1)
    assert most == of_deviations(100, 5.0, 1.0, 0.0, 0.1) == of_deviations(100, 0.5, 0.0, 0.0, 0.1)
    assert most > of_deviations(100, 0.9, 1.0, 0.0, 0.1)
    assert of_deviations(100, 0.0, 0.0, 0.0, 0.1) == pytest.approx(-50 * math.log(1.01))
