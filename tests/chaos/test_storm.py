"""The short form of the long test in `tests.chaos.run`."""

from collections import Counter

import pytest

from tests.chaos.storm import storm
from tests.faults.kinds import Kind

WAYS = ("bot to referee", "referee to store")


def enough(faults: Counter[str], acknowledged: int) -> bool:
    """Every kind of fault has come on every way, and decisions all the time."""
    killed = faults["referee killed"] >= 2 and faults["store killed"] >= 1
    return killed and acknowledged > 300 and all(faults[f"{way}: {kind}"] > 0 for way in WAYS for kind in Kind)


@pytest.mark.timeout(480)
async def test_nothing_that_breaks_loses_or_doubles_a_decision_and_every_game_ends() -> None:
    tally = await storm(8, seed=2, games_at_once=16, enough=enough)
    assert tally.clean, f"{tally}\n{tally.faults_found()}"
    assert enough(tally.faults, tally.acknowledged), tally
    assert tally.with_animals > 0
