"""How long games are kept: single ones for the set time, a tournament's until it has ended."""

from collections.abc import AsyncIterator
from typing import Final

import pytest

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, Reason, Refused, ruleset
from euchre_referee.cli.local import LocalStack
from tests.store.until import until
from tests.tournament.hosting.organizing import PATIENT, Organizer, config, crew

SECOND: Final = str(1 / 3600)
"""In hours."""


@pytest.fixture
async def address() -> AsyncIterator[tuple[str, str]]:
    """A referee that keeps games for a second after their end, and an operator's token."""
    async with LocalStack(options=("--retention-hours", SECOND, "--house-bots", "off")) as stack:
        yield stack.address, stack.operator_token


async def test_a_boards_games_outlive_single_ones_and_a_tournaments_expire_once_it_has_ended(
    address: tuple[str, str],
) -> None:
    async with Organizer(*address) as organizer, AsyncClient(*address) as operator:
        tournament = await organizer.make(config(boards=5000, concurrency=2), ["one", "two"])
        await organizer.start(tournament)

        async def some_are_over() -> bool:
            return (await organizer.get(tournament)).games_played >= 2

        async with crew(organizer, address[0], tournament):
            await until(some_are_over, PATIENT)
        over = [game.game for game in await organizer.games(tournament) if game.over]
        (board,) = await operator.create_boards(1)
        of_a_board, single = await _aborted(operator, board.id), await _aborted(operator)
        await _expires(operator, single)
        # They ended before it did.
        for game in (*over, of_a_board):
            assert await operator.get_record(game)
        await organizer.cancel(tournament, keep_results=True)
        for game in over:
            await _expires(operator, game)
        assert await operator.get_record(of_a_board)


async def _aborted(operator: AsyncClient, board: str = "") -> str:
    """A game that is over."""
    seats = [SeatReservation(name=f"seat {seat}", session=f"seat {seat}") for seat in range(4)]
    made = await operator.create_game(ruleset("euchre"), seats=seats, board=board)
    await operator.abort_game(made.game, "seen enough")
    return made.game


async def _expires(operator: AsyncClient, game: str) -> None:
    async def is_gone() -> bool:
        try:
            await operator.get_record(game)
        except Refused as refused:
            return refused.reason is Reason.GAME_NOT_FOUND
        return False

    await until(is_gone, PATIENT)
