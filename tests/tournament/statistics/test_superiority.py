"""The likelihood of superiority against fishtest's, and as a promise: it is right as often as it says."""

import random

import pytest

from euchre_referee.tournament.statistics import superiority


def test_it_is_the_los_that_fishtest_published() -> None:
    # Stockfish, "Introduce dynamic contempt": ELO: 1.45 +-2.9 (95%) LOS: 84.0%, W: 3350 L: 3269 D: 12750.
    assert superiority([1] * 3350 + [0] * 12750 + [-1] * 3269) == pytest.approx(0.840, abs=0.0006)
    # Stockfish, "Retire eval margin and gains": ELO: 0.82 +-2.1 (95%) LOS: 77.3%, W: 7939 L: 7845 D: 24216.
    assert superiority([1] * 7939 + [0] * 24216 + [-1] * 7845) == pytest.approx(0.773, abs=0.0006)


def test_boards_that_all_came_out_alike() -> None:
    assert superiority([1.5] * 3) == 1
    assert superiority([-1.5] * 3) == 0
    assert superiority([0.0] * 3) == 0.5
    assert superiority([1.0]) is None
    assert superiority([]) is None


def test_the_other_way_round_it_is_the_rest() -> None:
    lots = random.Random(1)
    values = [lots.choice([0, 0.5, -0.5, 2]) for _ in range(60)]
    forth, back = superiority(values), superiority([-value for value in values])
    assert forth is not None
    assert back is not None
    assert forth + back == pytest.approx(1)


def test_of_equals_it_says_95_percent_once_in_twenty_times() -> None:
    lots, rounds = random.Random(7), 2000
    sure = sum(
        (superiority([lots.choice([-1, -0.5, 0, 0, 0.5, 1]) for _ in range(60)]) or 0) > 0.95 for _ in range(rounds)
    )
    # The standard deviation of this share is half a hundredth.
    assert sure / rounds == pytest.approx(0.05, abs=0.015)
