"""Who lags behind a game is told nothing of what has happened since: not by a view, a refusal, or a wait.

Two games that were the same as far as they are shown, and went on otherwise, are told apart by nothing at all; not even
heads are left out of the comparison.
"""

import random
from typing import Final

import pytest

from euchre_referee.api.tokens import Role
from euchre_referee.referee.delay import Delay
from euchre_referee.referee.settings import Settings
from euchre_referee.store import Embedded
from tests.leak.asking import Found, Questions, as_it_is
from tests.leak.comparing import Worlds, worlds_at
from tests.leak.positions import Position, advance, random_table
from tests.leak.test_leak import SPECTATORS, unique
from tests.leak.worlds import Leak
from tests.referee.tables import Table
from tests.rules.games import random_rules

HOUR_MS: Final = 3_600_000
BEHIND: Final = 3
"""Decisions."""
PRESETS: Final = ("buck", "euchre", "euchre-auction", "american-belote-two")


def lagging(preset: str, rng: random.Random, delay: Delay) -> tuple[Table, list[bytes]]:
    """A table without strikes, and its log."""
    while True:
        table = random_table(random_rules(preset, rng)[0], rng, unique("late"), strikes=False, most=20, delay=delay)
        if table.state.to_act >= 0:
            return table, list(table.log)


def gone_on(table: Table, log: list[bytes], rng: random.Random, decisions: int) -> list[bytes] | None:
    """The log with so many decisions more, without a new deal; None if a deal or the game ends on the way."""
    copy = Table(table.game.created, table.rules)
    for raw in log[len(copy.log) :]:
        copy.log.append(raw)
        copy.game.advance(raw)
    deals = copy.game.deal_version
    for _ in range(decisions):
        advance(copy, rng, 1)
        if copy.over or copy.game.deal_version != deals:
            return None
    return copy.log


def futures(table: Table, log: list[bytes], rng: random.Random, lengths: tuple[int, ...]) -> list[list[bytes]]:
    """Different ways in which a game went on; fewer than asked for where a deal is about to end."""
    found = [gone_on(table, log, rng, length) for length in lengths for _ in range(3)]
    different = {tuple(each): each for each in found if each is not None}
    return list(different.values())[:3]


async def told_the_same(
    worlds: Worlds, table: Table, logs: list[list[bytes]], role: Role | None, *, full: bool = False
) -> None:
    """Raises Leak."""
    position, questions = Position(table, None), Questions(as_it_is, (0, 1), waits=True, full=full)
    first = seen_late(await worlds.told(position, logs[0], role, questions), full=full)
    for log in logs[1:]:
        second = seen_late(await worlds.told(position, log, role, questions), full=full)
        worlds.check_same(first, second, position)


def seen_late(found: Found, *, full: bool) -> Found:
    """Of what was told that which is to be late: where only full views lag, these."""
    return {what: content for what, content in found.items() if what.startswith("full")} if full else found


@pytest.mark.parametrize("preset", PRESETS)
async def test_what_the_last_decisions_were_is_not_told(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    compared = 0
    async with worlds_at(embedded.url) as worlds:
        while compared < len(SPECTATORS):
            table, log = lagging(preset, rng, Delay(0, BEHIND))
            logs = futures(table, log, rng, (BEHIND,))
            if len(logs) > 1:
                await told_the_same(worlds, table, logs, SPECTATORS[compared])
                compared += 1


@pytest.mark.parametrize("preset", PRESETS)
async def test_how_far_the_game_is_is_not_told(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    async with worlds_at(embedded.url) as worlds:
        for role in SPECTATORS:
            table, log = lagging(preset, rng, Delay(HOUR_MS, 0))
            logs = [log, *futures(table, log, rng, (1, 2, 3, 4))]
            # Nothing of a game that began less than an hour ago is shown, so whatever was dealt.
            await told_the_same(worlds, table, logs, role)


@pytest.mark.parametrize("preset", PRESETS[:2])
async def test_all_cards_are_shown_as_late_as_the_server_says(embedded: Embedded, preset: str) -> None:
    rng = random.Random(preset)
    settings = Settings(full_view_delay_ms=HOUR_MS)
    async with worlds_at(embedded.url, settings) as worlds:
        table, log = lagging(preset, rng, Delay())
        logs = [log, *futures(table, log, rng, (1, 2, 3))]
        await told_the_same(worlds, table, logs, Role.OPERATOR, full=True)


async def test_without_a_delay_it_is_told(embedded: Embedded) -> None:
    rng = random.Random(1)
    async with worlds_at(embedded.url) as worlds:
        table, log = lagging("euchre", rng, Delay())
        logs = [log, *futures(table, log, rng, (1, 2))]
        with pytest.raises(Leak):
            await told_the_same(worlds, table, logs, None)
        with pytest.raises(Leak):
            await told_the_same(worlds, table, logs, Role.OPERATOR, full=True)
