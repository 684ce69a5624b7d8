"""A bot's stream that breaks, and goes on."""

import asyncio
from collections.abc import Awaitable, Callable

import grpc
import pytest

from euchre.v1.game_pb2 import Turn
from euchre.v1.player_service_pb2 import Drain, PlayResponse
from euchre_client import AsyncClient, Played, Reason, Refused, Unreachable
from tests.client.players import accept_and_end, passes, scripted
from tests.client.scripted import (
    Stream,
    refuse,
    refused,
    turn,
)


async def test_after_a_break_a_turn_sent_again_meets_the_decision_made_before() -> None:
    asked: list[tuple[str, int]] = []

    def bot(to_decide: Turn) -> str:
        asked.append((to_decide.game, to_decide.version))
        return "pass"

    async def breaks(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b"))
        await stream.until_decided(2)
        await stream.context.abort(grpc.StatusCode.UNAVAILABLE, "the referee went away")

    async def goes_on(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b", version=5))
        await accept_and_end(stream, 2)

    async with scripted(breaks, goes_on) as client:
        played = await client.play(bot, games=2)
    assert asked == [("a", 1), ("b", 1), ("b", 5)]
    assert played == Played(games=2, decisions=2, refused=0, reconnects=1)


async def test_a_turn_of_another_history_is_asked_anew() -> None:
    heads: list[bytes] = []

    def bot(to_decide: Turn) -> str:
        heads.append(to_decide.head)
        return "pass"

    async def loses_a_tail(stream: Stream) -> None:
        await stream.send(turn("a", version=5, head=b"1" * 16))
        (decision,) = await stream.until_decided(1)
        await stream.answer(refused(decision, "HISTORY_CHANGED"))
        await stream.send(turn("a", version=5, head=b"2" * 16), number=2)
        del stream.decisions[:]
        await accept_and_end(stream)

    async with scripted(loses_a_tail) as client:
        played = await client.play(bot, games=1)
    assert heads == [b"1" * 16, b"2" * 16]
    assert (played.decisions, played.refused) == (1, 0)


async def test_a_thought_survives_a_break_of_the_stream() -> None:
    may_answer = asyncio.Event()
    asked: list[str] = []

    async def thoughtful(to_decide: Turn) -> str:
        asked.append(to_decide.game)
        await may_answer.wait()
        return "pass"

    async def breaks(stream: Stream) -> None:
        await stream.send(turn("a"))
        while stream.acknowledged < 1:
            await stream.receive()
        await stream.context.abort(grpc.StatusCode.UNAVAILABLE, "the referee went away")

    async def goes_on(stream: Stream) -> None:
        await stream.send(turn("a"))
        while stream.acknowledged < 1:
            await stream.receive()
        may_answer.set()
        await accept_and_end(stream)

    async with scripted(breaks, goes_on) as client:
        await client.play(thoughtful, games=1)
    assert asked == ["a"]


async def drains(stream: Stream) -> None:
    await stream.context.write(PlayResponse(drain=Drain(closes_in_ms=0)))


async def refuses_to_drain(stream: Stream) -> None:
    await refuse(stream.context, grpc.StatusCode.UNAVAILABLE, "DRAINING")


async def is_busy(stream: Stream) -> None:
    await refuse(stream.context, grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY", retry_s=0)


async def crashes(stream: Stream) -> None:
    await stream.context.abort(grpc.StatusCode.UNKNOWN, "a fault of the referee")


@pytest.mark.parametrize("breaks", [drains, refuses_to_drain, is_busy, crashes])
async def test_the_player_comes_back(breaks: Callable[[Stream], Awaitable[None]]) -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        await accept_and_end(stream)

    async with scripted(breaks, script) as client:
        played = await client.play(passes, games=1)
    assert played.reconnects == 1


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.ABORTED, Reason.SUPERSEDED),
        (grpc.StatusCode.UNAUTHENTICATED, Reason.UNAUTHENTICATED),
        (grpc.StatusCode.PERMISSION_DENIED, Reason.PERMISSION_DENIED),
    ],
)
async def test_the_player_stops_where_it_is_not_wanted(code: grpc.StatusCode, reason: Reason) -> None:
    async def script(stream: Stream) -> None:
        await refuse(stream.context, code, reason.value)

    async with scripted(script) as client:
        with pytest.raises(Refused) as refusal:
            await client.play(passes)
    assert refusal.value.reason is reason


async def test_without_a_referee_the_player_gives_up_in_the_end() -> None:
    async with AsyncClient("127.0.0.1:1") as client:
        with pytest.raises(Unreachable):
            await client.play(passes, patience=0)
