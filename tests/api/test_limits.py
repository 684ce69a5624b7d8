"""Whoever asks for too much is told to come back; everybody else is served."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.api.limits import Limits
from tests.api.callers import Caller, Method, Told, new_game, told
from tests.api.nearby import Nearby, nearby
from tests.api.test_frames import Stream
from tests.api.test_server import read_all
from tests.conftest import Server

FEW: Final = Limits(streams=1, watches=1, open_watches=1, waiting_games=1)
MANY: Final = 20_000


@pytest.fixture
async def narrow(server: Server) -> AsyncIterator[Nearby]:
    """A referee that has room for one of each kind."""
    async with nearby(server.store, FEW) as referee:
        yield referee


async def watch(caller: Caller, game: str) -> grpc.aio.UnaryStreamCall[api.WatchRequest, api.WatchResponse]:
    """A stream that has begun."""
    call = caller.referee.Watch(api.WatchRequest(game=game), metadata=caller.metadata, timeout=30)
    assert isinstance(await call.read(), api.WatchResponse)
    return call


def busy(refused: Told) -> bool:
    """Refused, with the time to wait."""
    return refused.reason == "BUSY" and refused.code is grpc.StatusCode.RESOURCE_EXHAUSTED and refused.retry is not None


async def test_whoever_only_looks_keeps_no_player_out(narrow: Nearby, session: str) -> None:
    operator, anybody, bot = narrow.caller("op", operator=True), narrow.caller(), narrow.caller(session)
    async with operator, anybody, bot:
        game = await operator.create([session] * 4)
        open_watch, watching = await watch(anybody, game), await watch(bot, game)
        playing = Stream(bot)
        await playing.send()
        await playing.until(lambda: playing.turns)
        assert narrow.access.streams == 3
        for begin in (lambda: watch(anybody, game), lambda: watch(operator, game), operator.play().read):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await begin()
            assert busy(told(raised.value))
        assert narrow.counted("euchre_calls_refused_total", method="RefereeService.Watch", reason="BUSY") == 2
        assert narrow.counted("euchre_calls_refused_total", method="PlayerService.Play", reason="BUSY") == 1
        for call in (open_watch, watching, playing.call):
            call.cancel()


async def test_games_that_nobody_joins_do_not_fill_the_store(narrow: Nearby) -> None:
    anybody, operator = narrow.caller(), narrow.caller("op", operator=True)
    async with anybody, operator:
        await anybody.call(anybody.referee.CreateGame, new_game())
        narrow.access.waiting_games = 1
        assert busy(await anybody.refused(anybody.referee.CreateGame, new_game()))
        await operator.call(operator.referee.CreateGame, new_game())
        narrow.access.waiting_games = 0
        await anybody.call(anybody.referee.CreateGame, new_game())


def paced_calls(caller: Caller) -> list[tuple[Method[Any, Any], Any]]:
    """Calls that need no game."""
    rules = Ruleset(preset="euchre")
    stub = caller.referee
    return [
        (stub.ListPresets, api.ListPresetsRequest()),
        (stub.DescribeRules, api.DescribeRulesRequest(ruleset=rules)),
        (stub.CheckRuleset, api.CheckRulesetRequest(ruleset=rules)),
        (stub.ListGames, api.ListGamesRequest(stage=api.STAGE_WAITING)),
        (stub.Adjudicate, api.AdjudicateRequest()),
        (stub.Verify, api.VerifyRequest()),
        (caller.player.ListTurns, player.ListTurnsRequest()),
    ]


async def test_every_call_is_paced_but_an_operators(server: Server, session: str) -> None:
    async with nearby(server.store, Limits(calls_per_second=1, calls_burst=1)) as slow:
        async with slow.caller("op", operator=True) as operator:
            for method, request in paced_calls(operator) * 2:
                await operator.call(method, request)
        for number in range(len(paced_calls(operator))):
            async with slow.caller(f"{session}-{number}") as hasty:
                method, request = paced_calls(hasty)[number]
                # So quickly that the second one comes within the second.
                answers = await asyncio.gather(*(hasty.call(method, request) for _ in range(9)), return_exceptions=True)
                errors = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
                assert errors
                assert len(errors) < 9
                assert all(busy(told(error)) for error in errors)


async def test_streams_are_paced_when_they_begin(server: Server, session: str) -> None:
    async with nearby(server.store, Limits(calls_per_second=1, calls_burst=1)) as slow, slow.caller(session) as bot:
        calls = [bot.play() for _ in range(9)]
        reading = [asyncio.create_task(read_all(call)) for call in calls]
        ended, _ = await asyncio.wait(reading, timeout=30, return_when=asyncio.FIRST_EXCEPTION)
        errors = [task.exception() for task in ended]
        assert errors
        assert all(isinstance(error, grpc.aio.AioRpcError) and busy(told(error)) for error in errors)
        for call in calls:
            call.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def test_a_frame_of_many_decisions_is_judged_some_at_a_time(server: Server, session: str) -> None:
    async with nearby(server.store) as referee, referee.caller(session) as bot:
        stream = Stream(bot)
        await stream.send([pb.Decision()] * MANY)
        most, answered = 0, 0
        while answered < MANY:
            frame = await asyncio.wait_for(stream.call.read(), 30)
            assert isinstance(frame, player.PlayResponse)
            answered += len(frame.verdicts)
            most = max(most, len(asyncio.all_tasks()))
        assert answered == MANY
        assert most < 2 * Limits().decisions_in_flight
        stream.call.cancel()
