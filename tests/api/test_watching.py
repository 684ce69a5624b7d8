"""Following a game over the network."""

import asyncio

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from tests.api.callers import Caller, new_game, told


def watch(caller: Caller, game: str, version: int = 0, head: bytes = b"") -> "Watch":
    """A stream of what happens."""
    request = api.WatchRequest(game=game, from_version=version, from_head=head)
    return caller.referee.Watch(request, metadata=caller.metadata, timeout=30)


Watch = grpc.aio.UnaryStreamCall[api.WatchRequest, api.WatchResponse]


async def play_on(bot: Caller, game: str, most: int = 1000) -> None:
    """Every seat does the last thing that is legal, until the game is over or so many actions were made."""
    seat = (await bot.view(game, 0)).view.to_act
    for _ in range(most):
        seen = await bot.view(game, seat)
        if seen.HasField("end"):
            return
        await bot.act(seen.turn, seen.turn.legal[-1].text)
        seat = (await bot.view(game, 0)).view.to_act


async def test_a_spectator_is_told_everything_public_in_order(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4, max_deals=2, all_pass="stick_dealer")
    await play_on(bot, game, 3)
    playing: asyncio.Task[None] | None = None
    answers = []
    async for answer in watch(operator, game):
        playing = playing or asyncio.create_task(play_on(bot, game))
        answers.append(answer)
    assert playing is not None
    await playing
    events = [event for answer in answers for event in answer.events]
    versions = [event.version for event in events]
    assert versions == sorted(versions)
    kinds = [event.WhichOneof("what") for event in events]
    assert kinds[0] == "dealt"
    assert kinds[-1] == "game_over"
    assert kinds.count("deal_over") == 2
    assert kinds.count("trick_taken") <= 10
    assert all(not answer.view.hand and not answer.view.HasField("viewer") for answer in answers)
    assert answers[-1].view.finished
    # Whoever comes later, or comes back, is told the same from there on.
    for start in (answers[0], answers[len(answers) // 2]):
        again = [event async for answer in watch(operator, game, start.version, start.head) for event in answer.events]
        assert again == [event for event in events if event.version > start.version]
    whole = [event async for answer in watch(operator, game) for event in answer.events]
    assert whole == events


async def test_a_watch_from_another_history_is_refused(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4)
    await play_on(bot, game, 1)
    version = (await bot.view(game, 0)).version
    for wrong, head in ((version + 1, b""), (version, bytes(16)), (version - 1, b"x"), (4_000_000_000, b"")):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await watch(operator, game, wrong, head).read()
        assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.ABORTED, "HISTORY_CHANGED")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await watch(operator, "nothing").read()
    assert told(raised.value).reason == "GAME_NOT_FOUND"


async def test_players_are_seen_to_sit_down(anybody: Caller) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    call = watch(anybody, game)
    assert isinstance(await call.read(), api.WatchResponse)
    for name in ("Ann", "Bo"):
        request = api.JoinGameRequest(request_id=f"{game} {name}", game=game, name=name)
        await anybody.call(anybody.referee.JoinGame, request)
    seated: list[pb.SeatTaken] = []
    while len(seated) < 2:
        answer = await call.read()
        assert isinstance(answer, api.WatchResponse)
        seated += [event.seat_taken for event in answer.events]
    assert [(taken.seat, taken.name) for taken in seated] == [(0, "Ann"), (1, "Bo")]
    call.cancel()


async def test_a_game_is_followed_as_a_seat_with_its_hand_and_its_turns(
    operator: Caller, bot: Caller, session: str
) -> None:
    game = await operator.create([session] * 4, max_deals=1, all_pass="stick_dealer")
    request = api.WatchRequest(game=game, own=True, seat=0)
    call = bot.referee.Watch(request, metadata=bot.metadata, timeout=30)
    turns = 0
    async for news in call:
        assert (news.view.viewer, news.view.HasField("viewer")) == (0, True)
        seen = await bot.view(game, 0)
        if seen.version == news.version:
            assert news.view == seen.view
            assert news.turn.legal == seen.turn.legal
        if news.HasField("turn"):
            turns += 1
            await bot.act(news.turn)
        elif news.view.HasField("to_act"):
            await bot.act((await bot.view(game, news.view.to_act)).turn)
    assert turns


async def test_only_who_holds_a_seat_follows_as_one(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 2 + ["other"] * 2)
    for caller, request, reason in (
        (bot, api.WatchRequest(game=game, own=True), "SEAT_REQUIRED"),
        (bot, api.WatchRequest(game=game, own=True, seat=2), "NOT_SEATED"),
        (bot, api.WatchRequest(game=game, own=True, seat=0, full=True), "INVALID_REQUEST"),
        (bot, api.WatchRequest(game=game, seat=0), "INVALID_REQUEST"),
        (operator, api.WatchRequest(game=game, own=True), "NOT_SEATED"),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await caller.referee.Watch(request, metadata=caller.metadata, timeout=30).read()
        assert told(raised.value).reason == reason
