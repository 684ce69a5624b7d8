"""The ladder of the bots: each rung beats the one below beyond the 95 % interval of its boards."""

import pytest

from euchre_referee.bots import make_bot
from euchre_referee.bots.montecarlo import MonteCarloBot
from tests.bots.strength import edge
from tests.bots.tables import rule_set


@pytest.mark.parametrize("preset", ["euchre", "buck"])
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("careful", "greedy")])
def test_the_better_bot_wins(preset: str, better: str, worse: str) -> None:
    found = edge(rule_set(preset, {"max_deals": 1}), make_bot(better, 1), make_bot(worse, 2), boards=300)
    assert found.beyond_chance, found


@pytest.mark.parametrize("preset", ["dirty-clubs", "euchre-cutthroat"])
def test_careful_beats_greedy_also_where_nobody_has_a_partner(preset: str) -> None:
    found = edge(rule_set(preset, {"max_deals": 1}), make_bot("careful", 1), make_bot("greedy", 2), boards=400)
    assert found.beyond_chance, found


def test_a_few_worlds_are_enough_to_beat_greedy() -> None:
    rules = rule_set("dirty-clubs", {"max_deals": 1})
    found = edge(rules, MonteCarloBot(1, worlds=4), make_bot("greedy", 2), boards=20)
    assert found.beyond_chance, found
