"""Bots of the SDK at two referees over one store, in the test's own process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from euchre_client import AsyncClient
from euchre_referee.store import ReplicaWait
from tests.api.nearby import Nearby, nearby, token_of
from tests.failover.tables import SESSIONS, Tables

WITHIN: Final = 60.0
"""Seconds within which anything comes that has to come."""

Kind = TypeVar("Kind", bound=Tables)


@dataclass(frozen=True)
class Service(Generic[Kind]):
    """The games that are played, the referees, and an operator's client."""

    tables: Kind
    replicas: Sequence[Nearby]
    operator: AsyncClient


@asynccontextmanager
async def playing(
    store_url: str, tables: Callable[[AsyncClient], Kind], wait: ReplicaWait | None = None
) -> AsyncIterator[Service[Kind]]:
    """Four bots, two at each of two referees, that play whatever begins."""
    async with AsyncExitStack() as stack:
        replicas = [await stack.enter_async_context(nearby(store_url, wait=wait)) for _ in range(2)]
        operator = await stack.enter_async_context(
            AsyncClient(replicas[0].address, token_of("operator", operator=True), timeout=WITHIN)
        )
        games = tables(operator)
        plays: list[asyncio.Task[object]] = []
        for seat, session in enumerate(SESSIONS):
            bot = await stack.enter_async_context(
                AsyncClient(replicas[seat % 2].address, token_of(session), timeout=WITHIN)
            )
            plays.append(
                asyncio.create_task(bot.play(games.answer, on_verdict=games.told, on_end=games.ended, patience=WITHIN))
            )
        try:
            yield Service(games, replicas, operator)
            assert not [play.exception() for play in plays if play.done()]
        finally:
            for play in plays:
                play.cancel()
            await asyncio.gather(*plays, return_exceptions=True)
