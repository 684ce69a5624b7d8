"""What happens at a board's table is withheld: at another table the same cards may still be in play (DESIGN 7)."""

import random

import pytest

from euchre_referee.api.tokens import Role
from euchre_referee.store import Embedded
from tests.leak.asking import Questions, as_it_is
from tests.leak.comparing import Worlds, worlds_at
from tests.leak.positions import Position, random_table
from tests.leak.test_delay import futures
from tests.leak.test_leak import unique
from tests.referee.tables import Table
from tests.rules.games import rules_of

OUTSIDERS = (None, Role.PLAYER, Role.SPECTATOR)


def other_game(table: Table, rng: random.Random, *, to_the_end: bool) -> list[bytes]:
    """A log of another play of the same game."""
    other = Table(table.game.created, table.rules)
    other.play(rng, 10_000 if to_the_end else rng.randrange(30))
    return other.log


@pytest.mark.parametrize("preset", ["american-belote-three", "buck", "euchre"])
async def test_outsiders_are_told_nothing_of_a_boards_games(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    async with worlds_at(embedded.url) as worlds:
        table = random_table(rules_of(preset, max_deals=2), rng, unique("board"), strikes=False, board="7")
        going = [table.log, *futures(table, table.log, rng, (1, 2)), other_game(table, rng, to_the_end=False)]
        over = [other_game(table, rng, to_the_end=True) for _ in range(2)]
        for role in OUTSIDERS:
            await told_the_same(worlds, table, going, role)
            await told_the_same(worlds, table, over, role)


async def told_the_same(worlds: Worlds, table: Table, logs: list[list[bytes]], role: Role | None) -> None:
    """Raises Leak."""
    position, questions = Position(table, None), Questions(as_it_is)
    first = await worlds.told(position, logs[0], role, questions)
    assert b"RECORD_WITHHELD" in first["view"]
    for log in logs[1:]:
        worlds.check_same(first, await worlds.told(position, log, role, questions), position)


@pytest.mark.parametrize("preset", ["american-belote-four", "buck", "euchre-railroad"])
async def test_seats_are_told_at_the_end_no_more_than_what_they_saw(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    async with worlds_at(embedded.url) as worlds:
        table = random_table(rules_of(preset, max_deals=1), rng, unique("board"), strikes=False, board="7")
        table.play(rng)
        assert table.over
        compared = 0
        for seat in range(table.rules.players):
            compared += await worlds.compare(Position(table, seat), rng, 1)
    assert compared
