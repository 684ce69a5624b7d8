"""Who wins a game that a seat forfeits."""

import pytest

from euchre_referee.rules.engine import between_deals
from euchre_referee.rules.losing import forfeit_winners
from tests.rules.games import rules_of


@pytest.mark.parametrize(
    ("preset", "scores", "offender", "winners"),
    [
        ("euchre", (9, 0, 9, 0), 0, (1, 3)),
        ("euchre", (9, 0, 9, 0), 2, (1, 3)),
        ("euchre", (9, 0, 9, 0), 3, (0, 2)),
        ("buck", (3, 9, 20, 5), 0, (3,)),
        ("buck", (3, 9, 20, 5), 2, (0,)),
        ("buck", (3, 5, 20, 5), 0, (1, 3)),
        ("euchre-cutthroat", (3, 9, 5), 1, (2,)),
        ("euchre-cutthroat", (5, 9, 5), 1, (0, 2)),
        ("euchre-two-handed", (5, 9), 1, (0,)),
    ],
)
def test_the_best_of_the_other_sides_win(
    preset: str, scores: tuple[int, ...], offender: int, winners: tuple[int, ...]
) -> None:
    assert forfeit_winners(between_deals(rules_of(preset), scores, 0, 1, 1), offender) == winners
