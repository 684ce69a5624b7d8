"""The leak test finds leaks: each of these is put in, and must be found."""

import random

import pytest

from euchre_referee.store import Embedded
from tests.leak.comparing import Worlds, worlds_at
from tests.leak.planted import PLANTED
from tests.leak.positions import SITUATIONS, position_of
from tests.leak.test_leak import unique
from tests.leak.worlds import Leak

WORLDS = 4


@pytest.mark.parametrize("told", PLANTED)
async def test_a_leak_that_is_put_in_is_found(embedded: Embedded, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = PLANTED[told]
    planted.plant(monkeypatch)
    async with worlds_at(embedded.url) as worlds:
        with pytest.raises(Leak):
            await compare_all(worlds, planted.hidden, random.Random(told))


async def compare_all(worlds: Worlds, hidden: str, rng: random.Random) -> None:
    """Compares what everybody is told who must not know what is hidden. Raises Leak."""
    for position in position_of(SITUATIONS[hidden], rng, unique("planted")):
        await worlds.compare(position, rng, WORLDS)
