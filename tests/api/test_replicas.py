"""Two referees on one store: sessions move between them, many turns wait, and one goes away in good order."""

import asyncio
import json
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any, Final

import grpc
import pytest
from grpc_health.v1 import health_pb2

from euchre.v1 import player_service_pb2 as api
from euchre_referee.cli.local import LocalStack
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.entries import NOBODY, Clocks, Conduct, Created, Reservation, SeedMode
from euchre_referee.referee.game import Game
from euchre_referee.referee.judge import create
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.settings import Settings
from euchre_referee.store import Committer, Outcome, connect, game_id
from tests.api.callers import Caller, decision, told
from tests.api.test_frames import Stream, drained, games_for
from tests.chaos.replica import Replica
from tests.rules.games import rules_of

PENDING: Final = 10_000


@pytest.fixture
async def stack() -> AsyncIterator[LocalStack]:
    """Two referees that a test may stop."""
    async with LocalStack(referees=2) as running:
        yield running


async def test_a_stream_at_another_referee_supersedes_and_turns_follow_the_session(stack: LocalStack) -> None:
    operator = Caller(stack.address, stack.operator_token)
    token = await operator.token_for("mover")
    here, there = (Caller(address, token) for address in stack.addresses)
    async with operator, here, there:
        games = await games_for(operator, "mover", 5)
        older = Stream(here)
        await older.send()
        await older.until(lambda: older.turns)
        newer = Stream(there)
        await newer.send()
        await newer.until(lambda: newer.turns)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await drained(older)
        assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.ABORTED, "SUPERSEDED")
        # And back again: the first referee's folds are behind by then.
        await newer.send([decision(turn) for turn in newer.turns], acknowledged=newer.received)
        await newer.until(lambda: newer.verdicts)
        assert all(verdict.HasField("accepted") for verdict in newer.verdicts)
        back = Stream(here)
        await back.send(open_frames=2)
        while {turn.game for turn in back.turns} != set(games):
            read = len(back.frames)
            await back.until(lambda: len(back.frames) > read)  # noqa: B023
            await back.send(acknowledged=back.received)
        made = [decision(turn) for turn in back.turns]
        await back.send(made)
        await back.until(lambda: len(back.verdicts) == len(made))
        assert all(verdict.HasField("accepted") for verdict in back.verdicts)
        back.call.cancel()


async def test_players_at_different_referees_play_a_game_and_both_are_told_of_its_end(stack: LocalStack) -> None:
    operator = Caller(stack.address, stack.operator_token)
    sessions = ["left", "right", "left", "right"]
    left = Caller(stack.addresses[0], await operator.token_for("left"))
    right = Caller(stack.addresses[1], await operator.token_for("right"))
    async with operator, left, right:
        game = await operator.create(sessions, "buck", max_deals=1, all_pass="stick_dealer")
        streams = [Stream(left), Stream(right)]

        async def play(stream: Stream) -> None:
            await stream.send()
            while not stream.ends:
                read = len(stream.frames)
                await stream.until(lambda: len(stream.frames) > read)  # noqa: B023
                latest = stream.frames[-1]
                if latest.number:
                    made = [decision(turn, turn.legal[-1].text) for turn in latest.turns]
                    await stream.send(made, acknowledged=latest.number)

        await asyncio.gather(*map(play, streams))
        assert streams[0].ends == streams[1].ends
        assert streams[0].ends[0].game == game
        assert all(verdict.HasField("accepted") for stream in streams for verdict in stream.verdicts)
        views = [await Caller(address, stack.operator_token).view(game) for address in stack.addresses]
        assert views[0] == views[1]


async def write_games(url: str, session: str, number: int) -> set[str]:
    """Games in which the session holds every seat, written into the store in groups as large as it takes."""
    rules = rules_of("euchre")
    names: set[str] = set()
    store = connect(url)
    committer = Committer(store)
    committer.start()
    scribe, outcomes = Scribe(committer, Settings()), asyncio.Queue[Outcome]()
    for n in range(number):
        seed = sha256(b"%d" % n).digest()
        created = Created(
            game_id(seed), seed, rules.canonical, seed, SeedMode.PROVABLE, commitment(seed), "", (), NOBODY,
            Clocks(), Conduct(), tuple(Reservation(session, "n") for _ in range(4)), n,
        )  # fmt: skip
        game = Game(created, rules)
        scribe.opening(game, create(game, created), [(session, seat) for seat in range(4)], outcomes.put_nowait)
        names.add(game.id)
        if n % 1000 == 999:
            await asyncio.sleep(0)
    for _ in range(number):
        assert type(await outcomes.get()).__name__ == "Committed"
    await committer.aclose()
    await store.aclose()
    return names


async def test_a_reconnect_with_ten_thousand_turns_pending_is_sent_them_all(stack: LocalStack) -> None:
    games = await write_games(stack.store.url, "many", PENDING)
    async with Caller(stack.address, stack.operator_token) as operator:
        token = await operator.token_for("many")
    for address in stack.addresses:
        async with Caller(address, token) as bot:
            found: set[str] = set()
            call = bot.play()
            await call.write(api.PlayRequest())
            number = 0
            async with asyncio.timeout(60):
                while len(found) < PENDING:
                    frame = await call.read()
                    assert isinstance(frame, api.PlayResponse)
                    if not frame.number:
                        continue
                    number += 1
                    assert frame.number == number
                    assert len(frame.turns) <= 256
                    assert frame.ByteSize() < 300_000
                    found.update(turn.game for turn in frame.turns)
                    await call.write(api.PlayRequest(acknowledged=number))
            assert found == games
            # They come in large frames: turns gather while one is on its way.
            assert number < PENDING / 20
            call.cancel()


async def test_a_referee_that_drains_says_so_answers_all_and_loses_nothing() -> None:
    async with LocalStack() as stack:
        replica = Replica(stack.store.url, stack.keys, "--drain-seconds", "2", "--log-level", "info")
        await replica.start()
        operator = Caller(stack.address, stack.operator_token)
        token = await operator.token_for("stayer")
        bot, elsewhere, fresh = Caller(replica.address, token), Caller(stack.address, token), Caller(replica.address)
        async with operator, bot, elsewhere, fresh:
            await games_for(operator, "stayer", 8)
            stream = Stream(bot)
            await stream.send()
            await stream.until(lambda: stream.turns)
            watch: Any = fresh.channel.unary_stream(
                "/grpc.health.v1.Health/Watch",
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            health = watch(health_pb2.HealthCheckRequest(service="euchre.v1.PlayerService"))
            assert (await health.read()).status == health_pb2.HealthCheckResponse.SERVING
            replica.ask_to_stop()
            await stream.until(lambda: any(frame.HasField("drain") for frame in stream.frames))
            notice = next(frame.drain for frame in stream.frames if frame.HasField("drain"))
            assert notice.closes_in_ms == 2000
            assert (await health.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
            await stream.send([decision(turn) for turn in stream.turns], acknowledged=stream.received)
            await stream.until(lambda: stream.verdicts)
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await drained(stream)
            assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            refused = told(raised.value)
            assert refused.retry is not None
            lines = [json.loads(line) for line in (await replica.said()).splitlines()]
            await replica.stop()
            for verdict in stream.verdicts:
                view = await elsewhere.view(verdict.game, 0)
                assert view.version >= verdict.accepted.next_version
        assert any("draining" in line["message"] for line in lines)
        assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
        assert not [line for line in lines if line["level"] == "error"]
