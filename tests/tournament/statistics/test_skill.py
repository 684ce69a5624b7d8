"""Skills against the examples that openskill.py publishes in its README, and what their order depends on.

The examples let skills stand still; since version 5 the library lets them drift a little before each meeting, which
changes the figures by less than a thousandth.
"""

import pytest

from euchre_referee.tournament.statistics import Skill, skills


def test_four_players_in_another_order() -> None:
    # README, "Artificial Ranks": rank=[4, 1, 3, 2].
    found = skills(4, [[(0, -4), (1, -1), (2, -3), (3, -2)]])
    published = [
        (20.96265504062538, 8.083731307186588),
        (27.795084971874736, 8.263160757613477),
        (24.68943500312503, 8.083731307186588),
        (26.552824984374855, 8.179213704945203),
    ]
    for skill, figures in zip(found, published, strict=True):
        assert tuple(skill) == pytest.approx(figures, abs=6e-4)


def test_equal_scores_are_a_draw() -> None:
    # README, "Artificial Ranks": score=[37, 19, 37, 42].
    found = skills(4, [[(0, 37), (1, 19), (2, 37), (3, 42)]])
    published = [
        (24.68943500312503, 8.179213704945203),
        (22.826045021875203, 8.179213704945203),
        (24.68943500312503, 8.179213704945203),
        (27.795084971874736, 8.263160757613477),
    ]
    for skill, figures in zip(found, published, strict=True):
        assert tuple(skill) == pytest.approx(figures, abs=6e-4)


def test_two_players() -> None:
    winner, loser = skills(2, [[(0, 1), (1, 0)]])
    assert tuple(winner) == pytest.approx((27.635389493140497, 8.06590141354368))
    assert tuple(loser) == pytest.approx((22.364610506859503, 8.06590141354368))


def test_the_ordinal() -> None:
    # README, "Ranks": ordinal(mu=43.07, sigma=2.42) is 35.81.
    assert Skill(43.07, 2.42).ordinal == pytest.approx(35.81)


def test_without_a_meeting_everybody_is_where_all_begin() -> None:
    assert skills(2, []) == (Skill(25.0, 25 / 3), Skill(25.0, 25 / 3))


def test_only_who_took_part_is_moved() -> None:
    beginner = Skill(25.0, 25 / 3)
    assert skills(3, [[(0, 1.5), (2, 0.5)]])[1] == beginner
