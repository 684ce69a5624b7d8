"""Every preset, played by every built-in bot through a referee and its store to the end."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from euchre.v1.game_pb2 import TERMINATION_NORMAL, Verdict
from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, Option, ruleset
from euchre_referee.bots import BOTS
from euchre_referee.cli.bot import built_in
from euchre_referee.cli.local import LocalStack
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.presets import PRESETS

SEED = bytes(range(32))
SEARCHING = frozenset({"montecarlo"})
"""Bots that take their time: whole games of them would take minutes."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stack() -> AsyncIterator[LocalStack]:
    """A referee and a store of this module's own: its many games stay out of others' sight."""
    async with LocalStack() as own:
        yield own


def tables(bots: Sequence[str], players: int) -> list[list[str]]:
    """As many tables as there are bots, which move on by one seat, so that each meets others everywhere."""
    return [[bots[(first + seat) % len(bots)] for seat in range(players)] for first in range(len(bots))]


async def play(
    stack: LocalStack, session: str, preset: str, seatings: Sequence[Sequence[str]], **options: Option
) -> list[str]:
    """Plays a game for every seating, all at once, one session a bot; the games' names."""
    refused: list[Verdict] = []
    async with AsyncExitStack() as clients, asyncio.TaskGroup() as group:
        host = await clients.enter_async_context(AsyncClient(stack.address, stack.operator_token))
        made = []
        for bots in seatings:
            seats = [SeatReservation(name=bot, session=f"{session} {bot}") for bot in bots]
            created = await host.create_game(ruleset(preset, options), seats=seats, seed=SEED, action_limit_ms=0)
            made.append(created.game)
        playing = []
        for bot in {bot for bots in seatings for bot in bots}:
            token = await host.issue_token(f"{session} {bot}")
            client = await clients.enter_async_context(AsyncClient(stack.address, token))
            playing.append(group.create_task(client.play(built_in(bot, 1), on_refusal=refused.append)))
        # A seat that sits a short game out may never be asked, so nobody but the host can count the ends.
        await asyncio.gather(*(over(host, game) for game in made))
        for task in playing:
            task.cancel()
    assert refused == []
    return made


async def over(host: AsyncClient, game: str) -> None:
    """Returns when the game is over."""
    async for _ in host.watch(game):
        pass


async def check_records(stack: LocalStack, games: Sequence[str]) -> None:
    """Each game is over by its rules, and its record judged and verified in order."""
    async with AsyncClient(stack.address, stack.operator_token) as host:
        for game in games:
            end = (await host.get_view(game)).end
            assert end.termination == TERMINATION_NORMAL
            record = json.loads(await host.get_record(game))
            judged = adjudicate(record)
            assert judged["error"] is None
            assert judged["finished"] is True
            assert judged["scores"] == list(end.scores)
            assert judged["winners"] == list(end.winners)
            assert verify(record) == ()


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_bot_plays_the_preset_until_the_target_is_reached(stack: LocalStack, preset: str) -> None:
    quick = [bot for bot in BOTS if bot not in SEARCHING]
    games = await play(stack, f"{preset} whole", preset, tables(quick, PRESETS[preset].players))
    await check_records(stack, games)


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_bot_plays_a_game_of_one_deal(stack: LocalStack, preset: str) -> None:
    games = await play(stack, f"{preset} short", preset, tables(list(BOTS), PRESETS[preset].players), max_deals=1)
    await check_records(stack, games)
