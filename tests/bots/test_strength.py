"""The ladder of the bots: each rung beats the one below beyond the 95 % interval of a few hundred boards."""

import pytest

from euchre_referee.bots import make_bot
from tests.bots.strength import edge
from tests.bots.tables import rule_set


@pytest.mark.parametrize("preset", ["euchre", "buck"])
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("careful", "greedy")])
def test_the_better_bot_wins(preset: str, better: str, worse: str) -> None:
    found = edge(rule_set(preset, {"max_deals": 1}), make_bot(better, 1), make_bot(worse, 2), boards=300)
    assert found.beyond_chance, found
