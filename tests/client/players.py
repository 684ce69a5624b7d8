"""Scripted referees and the players that tests set before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from euchre.v1.game_pb2 import Turn
from euchre_client import AsyncClient
from tests.client.scripted import (
    Script,
    ScriptedReferee,
    Stream,
    accepted,
    ended,
    serving,
)


@asynccontextmanager
async def scripted(*scripts: Script) -> AsyncIterator[AsyncClient]:
    """A client of a referee that plays these scripts, one a stream, and ends without failures."""
    referee = ScriptedReferee(scripts=list(scripts))
    async with serving(referee) as address, AsyncClient(address, "token") as client:
        yield client
    assert referee.failures == []
    assert referee.scripts == []


def passes(_: Turn) -> str:
    return "pass"


async def accept_and_end(stream: Stream, count: int = 1) -> None:
    """Accepts what was decided and ends those games."""
    for decision in await stream.until_decided(count):
        await stream.answer(accepted(decision))
        await stream.context.write(ended(decision.game))
    await forever(stream)


async def forever(stream: Stream) -> None:
    """Holds the stream until the player leaves it."""
    async for _ in stream.requests:
        pass
