"""The short form of the long test in `tests.chaos.run`."""

import pytest

from tests.chaos.storm import storm


@pytest.mark.timeout(240)
async def test_kills_lose_and_double_no_acknowledged_decision_and_every_game_ends() -> None:
    tally = await storm(20, seed=2, games_at_once=12)
    assert tally.clean, tally
    assert tally.referee_kills >= 3
    assert tally.store_kills >= 2
    assert tally.acknowledged > 500
