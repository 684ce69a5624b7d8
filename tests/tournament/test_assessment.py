"""Ratings, duels and the sequential test from boards made by hand."""

import random

import pytest

from euchre_referee.tournament.assessment import USUAL_TEST, Duel, assess, duel
from euchre_referee.tournament.boards import BoardResult, differences
from euchre_referee.tournament.statistics import Status


def boards(strengths: dict[str, float], count: int, size: int = 2, seed: int = 3) -> tuple[BoardResult, ...]:
    """On each board as many as meet at a time, drawn by lot; the stronger do better on the average."""
    lots = random.Random(seed)
    found = []
    for board in range(1, count + 1):
        there = sorted(lots.sample(sorted(strengths), size))
        points = [round(2 * lots.gauss(strengths[name], 1)) / 2 for name in there]
        mean = sum(points) / size
        found.append(BoardResult(1, board, tuple(there), tuple(each - mean for each in points)))
    return tuple(found)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_stronger_is_rated_higher_by_both_ratings_however_many_meet(size: int) -> None:
    strengths = {"a": 0.9, "b": 0.3, "c": -0.3, "d": -0.9}
    played = boards(strengths, 400, size)
    found = assess(tuple("dbca"), played, differences(played)).strengths
    elo = [each.elo.mean for name in "abcd" if (each := found[name]).elo]
    mu = [each.skill.mu for name in "abcd" if (each := found[name]).skill]
    assert elo == sorted(elo, reverse=True)
    assert mu == sorted(mu, reverse=True)
    assert len(elo) == len(mu) == 4
    assert sum(elo) == pytest.approx(0, abs=1e-6)


def test_who_has_no_board_has_no_strength() -> None:
    played = boards({"a": 0.5, "b": 0}, 20)
    found = assess(("a", "b", "c"), played, differences(played))
    assert found.strengths["c"].elo is None
    assert found.strengths["c"].skill is None
    assert ("a", "c") not in found.duels
    assert found.tested is None


def test_before_the_first_board() -> None:
    found = assess(("a", "b"), (), {})
    assert {each.elo for each in found.strengths.values()} == {None}
    assert found.duels == {}
    assert found.log_likelihood == 0
    assert found.tested is not None
    assert found.tested.result.status is Status.CONTINUE


def test_a_duel_worked_out_by_hand() -> None:
    found = duel([1.5, -0.5, 0.0, 0.0, 2.0])
    assert (found.won, found.even, found.lost) == (2, 2, 1)
    assert found.elo is not None
    assert found.elo.mean > 0
    assert found.superiority is not None
    assert 0.5 < found.superiority < 1
    assert duel([1.0]) == Duel(1, 0, 0, None, None)


def test_what_misses_zero_by_a_last_bit_is_even() -> None:
    assert duel([0.1 + 0.2 - 0.3] * 3).even == 3


def test_two_alone_are_tested_whichever_of_them_stands_first() -> None:
    played = boards({"a": 1.0, "b": 0.0}, 200)
    met = differences(played)
    forth, back = assess(("a", "b"), played, met).tested, assess(("b", "a"), played, met).tested
    assert forth is not None
    assert back is not None
    assert (forth.first, forth.second, forth.test) == ("a", "b", USUAL_TEST)
    assert forth.result.status is Status.H1
    assert back.result.status is Status.H0
