"""Nothing that is answered tells anything of hidden cards: in another world with other ones it is the same, byte by
byte, except for heads."""

import random
import uuid
from typing import Final

import pytest

from euchre_referee.api.tokens import Role
from euchre_referee.rules.presets import PRESETS
from euchre_referee.store import Embedded
from tests.leak.comparing import worlds_at
from tests.leak.positions import SITUATIONS, Position, position_of, random_table
from tests.rules.games import random_rules

TABLES: Final = 3
"""At random for each preset."""
VIEWERS: Final = 2
"""Of each of these tables."""
WORLDS: Final = 2
"""Beside the first, where they are many."""
SPECTATORS: Final = (None, Role.PLAYER, Role.SPECTATOR, Role.OPERATOR)


def unique(name: str) -> str:
    """A session that no other test has."""
    return f"{name}-{uuid.uuid4().hex[:8]}"


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_the_same_is_answered_whatever_the_hidden_cards(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    compared = 0
    async with worlds_at(embedded.url) as worlds:
        for _ in range(TABLES):
            table = random_table(random_rules(preset, rng)[0], rng, unique("leak"))
            for viewer in rng.sample((None, *range(table.rules.players)), VIEWERS):
                role = rng.choice(SPECTATORS) if viewer is None else None
                compared += await worlds.compare(Position(table, viewer), rng, WORLDS, role)
    assert compared >= TABLES * VIEWERS


@pytest.mark.parametrize("hidden", SITUATIONS)
async def test_nobody_is_told(embedded: Embedded, hidden: str) -> None:
    rng = random.Random(hidden)
    compared = 0
    async with worlds_at(embedded.url) as worlds:
        for position in position_of(SITUATIONS[hidden], rng, unique("hidden")):
            compared += await worlds.compare(position, rng, WORLDS)
    assert compared
