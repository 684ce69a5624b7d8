"""The short form of the long test in `tests.chaos.run`."""

import pytest

from tests.chaos.storm import storm
from tests.faults.kinds import Kind


@pytest.mark.timeout(240)
async def test_nothing_that_breaks_loses_or_doubles_a_decision_and_every_game_ends() -> None:
    tally = await storm(12, seed=2, games_at_once=16)
    assert tally.clean, f"{tally}\n{tally.faults_found()}"
    assert tally.faults["referee killed"] >= 2
    assert tally.faults["store killed"] >= 1
    for way in ("bot to referee", "referee to store"):
        assert all(tally.faults[f"{way}: {kind}"] > 0 for kind in Kind), tally
    assert tally.with_animals > 0
    assert tally.acknowledged > 300
