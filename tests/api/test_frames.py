"""Streams of frames: numbered, acknowledged, growing by themselves; clients that misbehave harm only themselves."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as api
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.api.play import PlaySession
from euchre_referee.api.reading import decision_of
from tests.api.callers import Caller, Frames, decision, told
from tests.api.nearby import nearby
from tests.conftest import Server
from tests.referee.tables import new_table
from tests.rules.games import rules_of
from tests.store.until import until

SLOW: Final = 15
"""Seconds within which anything that has to come comes."""

Frame = api.PlayResponse


class Stream:
    """A client's end of a stream, which keeps everything that it was sent."""

    def __init__(self, caller: Caller) -> None:
        self.call: Frames = caller.play()
        self.frames: list[Frame] = []

    @property
    def numbered(self) -> list[Frame]:
        """The frames with turns."""
        return [frame for frame in self.frames if frame.number]

    @property
    def turns(self) -> list[pb.Turn]:
        """All turns."""
        return [turn for frame in self.frames for turn in frame.turns]

    @property
    def verdicts(self) -> list[pb.Verdict]:
        """All verdicts."""
        return [verdict for frame in self.frames for verdict in frame.verdicts]

    @property
    def ends(self) -> list[pb.GameEnd]:
        """All ends."""
        return [end for frame in self.frames for end in frame.ends]

    @property
    def received(self) -> int:
        """The highest number."""
        return max((frame.number for frame in self.frames), default=0)

    async def send(self, decisions: Iterable[pb.Decision] = (), *, acknowledged: int = 0, open_frames: int = 0) -> None:
        """A frame of the client."""
        await self.call.write(api.PlayRequest(acknowledged=acknowledged, decisions=decisions, open_frames=open_frames))

    async def until(self, condition: Callable[[], object]) -> None:
        """Reads until the condition holds."""
        async with asyncio.timeout(SLOW):
            while not condition():
                frame = await self.call.read()
                assert isinstance(frame, Frame), await self.call.code()
                self.frames.append(frame)

    async def nothing_but_verdicts(self, decisions: Sequence[pb.Decision]) -> None:
        """Sends decisions and reads their verdicts; no turn comes although there are some."""
        before, turns = len(self.verdicts), len(self.turns)
        await self.send(decisions)
        await self.until(lambda: len(self.verdicts) == before + len(decisions))
        assert len(self.turns) == turns


async def games_for(operator: Caller, session: str, number: int, **fields: int) -> list[str]:
    """Games in which the session holds every seat; one deal each, without limits unless they are given."""
    fields.setdefault("max_deals", 1)
    return list(await asyncio.gather(*(operator.create([session] * 4, "buck", **fields) for _ in range(number))))


async def test_turns_wait_for_the_acknowledgement_and_gather_meanwhile(
    operator: Caller, bot: Caller, session: str
) -> None:
    games = await games_for(operator, session, 5)
    stream = Stream(bot)
    await stream.send()
    await stream.until(lambda: stream.turns)
    first = stream.numbered[0]
    assert first.number == 1
    # Verdicts wait for nothing; the turns that follow do.
    await stream.nothing_but_verdicts([decision(turn) for turn in first.turns])
    await stream.send(acknowledged=1)
    await stream.until(lambda: stream.received == 2)
    assert {turn.game for turn in stream.turns} == set(games)
    for number in range(2, 6):
        latest = stream.numbered[-1]
        assert latest.number == number
        await stream.send([decision(turn) for turn in latest.turns], acknowledged=number)
        await stream.until(lambda: stream.received == number + 1)  # noqa: B023
    assert len(stream.numbered[-1].turns) == 5
    stream.call.cancel()


async def test_two_frames_may_be_open_if_the_client_says_so(operator: Caller, bot: Caller, session: str) -> None:
    await games_for(operator, session, 3)
    stream = Stream(bot)
    await stream.send(open_frames=2)
    await stream.until(lambda: stream.turns)
    await stream.send([decision(stream.turns[0])])
    await stream.until(lambda: stream.received == 2 and len(stream.verdicts) == 1)
    await stream.nothing_but_verdicts([decision(stream.turns[-1])])
    stream.call.cancel()


async def test_a_client_that_only_acknowledges_is_sent_each_turn_once(
    operator: Caller, bot: Caller, session: str
) -> None:
    games = await games_for(operator, session, 20)
    stream = Stream(bot)
    await stream.send()
    while len(stream.turns) < 20:
        await stream.until(lambda: stream.received > len(stream.numbered) - 1)
        await stream.send(acknowledged=stream.received)
        if len(stream.turns) < 20:
            seen = stream.received
            await stream.until(lambda: stream.received > seen)  # noqa: B023
    for number in (0, 1, stream.received, 4_000_000_000, 1):
        await stream.send(acknowledged=number)
    # Everything sent so far has been read when this is answered.
    await stream.send([pb.Decision(game="none")])
    await stream.until(lambda: stream.verdicts)
    assert sorted(turn.game for turn in stream.turns) == sorted(games)
    stream.call.cancel()


async def test_a_client_that_answers_one_of_64_plays_that_game_to_its_end(
    operator: Caller, bot: Caller, session: str
) -> None:
    games = await games_for(operator, session, 64)
    chosen = games[17]
    stream = Stream(bot)
    await play(stream, lambda turn: turn.game == chosen, lambda: bool(stream.ends))
    assert [end.game for end in stream.ends] == [chosen]
    assert {turn.game for turn in stream.turns} == set(games)
    others = [turn.game for turn in stream.turns if turn.game != chosen]
    assert len(others) == len(set(others)) == 63
    waiting = await bot.call(bot.player.ListTurns, api.ListTurnsRequest())
    assert {turn.game for turn in waiting.turns} == set(games) - {chosen}
    stream.call.cancel()


async def test_one_slow_game_holds_up_none_of_64(operator: Caller, bot: Caller, session: str) -> None:
    games = await games_for(operator, session, 64)
    slow = games[5]
    stream = Stream(bot)
    await play(stream, lambda turn: turn.game != slow, lambda: len(stream.ends) == 63)
    assert {end.game for end in stream.ends} == set(games) - {slow}
    assert max(len(frame.turns) for frame in stream.frames) > 8
    waiting = [turn for turn in stream.turns if turn.game == slow]
    assert len(waiting) == 1
    await stream.send([decision(waiting[0])])
    await play(stream, lambda turn: True, lambda: len(stream.ends) == 64, begun=True)
    assert len(stream.verdicts) == len(stream.turns)
    assert all(verdict.HasField("accepted") for verdict in stream.verdicts)
    stream.call.cancel()


async def play(
    stream: Stream, answers: Callable[[pb.Turn], bool], enough: Callable[[], bool], *, begun: bool = False
) -> None:
    """Acknowledges every frame and answers some of the turns until it is enough."""
    if not begun:
        await stream.send()
    while not enough():
        read = len(stream.frames)
        await stream.until(lambda: len(stream.frames) > read)  # noqa: B023
        frame = stream.frames[-1]
        if frame.number:
            made = [decision(turn, turn.legal[-1].text) for turn in frame.turns if answers(turn)]
            await stream.send(made, acknowledged=frame.number)


async def test_a_client_that_never_answers_loses_its_turns_to_the_clock(
    operator: Caller, bot: Caller, session: str
) -> None:
    (game,) = await games_for(operator, session, 1, limit_ms=50)
    stream = Stream(bot)
    await stream.send()
    await stream.until(lambda: stream.turns)
    first = stream.turns[0]
    assert first.time_left_ms <= 50
    # It never acknowledges either, and is held back no longer than the turn that it was sent.
    await stream.until(lambda: len(stream.turns) > 1)
    assert stream.turns[1].version > first.version
    await stream.send([decision(first)])
    await stream.until(lambda: stream.verdicts)
    refusal = stream.verdicts[0].refusal
    assert refusal.reason == "TIME_OVER"
    assert refusal.on_record.seat == first.seat
    assert not refusal.HasField("retry_ms")
    watch = bot.referee.Watch(referee.WatchRequest(game=game), metadata=bot.metadata)
    async for answer in watch:
        kinds = {event.WhichOneof("what") for event in answer.events}
        if "default_action" in kinds:
            break
    stream.call.cancel()


async def test_a_client_that_floods_and_does_not_read_is_read_no_further(bot: Caller, anybody: Caller) -> None:
    stream, sent, enough = Stream(bot), 0, False

    async def flood() -> None:
        nonlocal sent
        wrong = [pb.Decision(game="n" * 200, version=99, text="pass", seat=0)] * 1000
        # What lies on the way in both directions is some ten thousand; so many is a gigabyte of answers.
        while not enough and sent < 2_000_000:
            await stream.send(wrong)
            sent += len(wrong)

    flooding = asyncio.create_task(flood())
    # The others are served as if nothing were.
    for _ in range(20):
        assert (await anybody.call(anybody.referee.ListPresets, referee.ListPresetsRequest())).presets
    stood = -1
    while stood != sent and not flooding.done():
        stood = sent
        await asyncio.sleep(1)
    assert not flooding.done(), "the referee read everything that nobody reads the answers of"
    enough = True
    answered = 0
    while answered < sent or not flooding.done():
        frame = await stream.call.read()
        assert isinstance(frame, Frame)
        assert len(frame.verdicts) <= 512
        answered += len(frame.verdicts)
    assert answered == sent
    stream.call.cancel()


async def test_what_is_too_long_is_not_kept(operator: Caller, bot: Caller, session: str) -> None:
    (game,) = await games_for(operator, session, 1)
    long = 100_000 * "x"
    stream = Stream(bot)
    await stream.send([pb.Decision(game=long, text="pass"), pb.Decision(game=game + long, text="pass")])
    await stream.until(lambda: len(stream.verdicts) == 2)
    assert {verdict.refusal.reason for verdict in stream.verdicts} == {"GAME_NOT_FOUND"}
    assert {verdict.game for verdict in stream.verdicts} == {long[:64], (game + long)[:64]}
    await stream.until(lambda: stream.turns)
    turn = stream.turns[0]
    for head, text, reason in (
        (turn.head + b"x", turn.legal[0].text, "HISTORY_CHANGED"),
        (turn.head, turn.legal[0].text + long, "MALFORMED_ACTION"),
    ):
        made = decision(turn, text)
        made.head = head
        await stream.nothing_but_verdicts([made])
        assert stream.verdicts[-1].refusal.reason == reason
    read = decision_of(pb.Decision(game=long, text=long, head=long.encode()))
    assert max(len(read.game), len(read.words), len(read.head)) == 64
    stream.call.cancel()


async def test_a_decision_on_another_history_brings_the_turn_anew(operator: Caller, bot: Caller, session: str) -> None:
    await games_for(operator, session, 1)
    stream = Stream(bot)
    await stream.send()
    await stream.until(lambda: stream.turns)
    made = decision(stream.turns[0])
    made.head = bytes(16)
    await stream.send([made], acknowledged=1)
    await stream.until(lambda: stream.verdicts and len(stream.turns) == 2)
    assert stream.verdicts[0].refusal.reason == "HISTORY_CHANGED"
    first, anew = stream.turns
    assert (anew.game, anew.version, anew.head) == (first.game, first.version, first.head)
    # Once: whoever goes on like that must not keep the referee busy.
    await stream.send(acknowledged=2)
    await stream.nothing_but_verdicts([made, made])
    await stream.send([decision(anew)])
    await stream.until(lambda: stream.verdicts[-1].HasField("accepted"))
    stream.call.cancel()


async def test_a_flood_that_is_read_is_answered_to_the_last_decision(
    operator: Caller, bot: Caller, session: str
) -> None:
    await games_for(operator, session, 1)
    stream = Stream(bot)
    await stream.send()
    await stream.until(lambda: stream.turns)
    turn = stream.turns[0]
    flood = [decision(turn, text) for text in ("bid 1", turn.legal[0].text, "nonsense") * 700]

    async def send() -> None:
        for start in range(0, len(flood), 300):
            await stream.send(flood[start : start + 300])
        await stream.call.done_writing()

    sending = asyncio.create_task(send())
    await stream.until(lambda: len(stream.verdicts) == len(flood))
    await sending
    taken = {verdict.SerializeToString() for verdict in stream.verdicts if verdict.HasField("accepted")}
    assert len(taken) == 1
    refused = [verdict.refusal.reason for verdict in stream.verdicts if verdict.HasField("refusal")]
    assert set(refused) <= {"ACTION_NOT_ALLOWED_NOW", "MALFORMED_ACTION", "ALREADY_DECIDED"}
    assert len(refused) == 1400
    # The client has said that it sends no more: once all is answered the stream ends in order.
    assert await stream.call.code() is grpc.StatusCode.OK


async def test_a_newer_stream_ends_the_older_one_and_is_sent_all_turns(
    operator: Caller, bot: Caller, session: str
) -> None:
    games = await games_for(operator, session, 3)
    older = Stream(bot)
    await older.send()
    await older.until(lambda: older.turns)
    newer = Stream(bot)
    await newer.send(open_frames=2)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await drained(older)
    assert (told(raised.value).code, told(raised.value).reason) == (grpc.StatusCode.ABORTED, "SUPERSEDED")
    while len({turn.game for turn in newer.turns}) < 3:
        read = len(newer.frames)
        await newer.until(lambda: len(newer.frames) > read)  # noqa: B023
        await newer.send(acknowledged=newer.received)
    assert {turn.game for turn in newer.turns} == set(games)
    newer.call.cancel()


async def drained(stream: Stream) -> None:
    """Reads a stream to its end."""
    while True:
        frame = await stream.call.read()
        if not isinstance(frame, Frame):
            return
        stream.frames.append(frame)


async def test_many_streams_of_one_session_at_once_leave_one(operator: Caller, bot: Caller, session: str) -> None:
    (game,) = await games_for(operator, session, 1)
    streams = [Stream(bot) for _ in range(12)]
    sent = await asyncio.gather(*(stream.send() for stream in streams), return_exceptions=True)
    # A stream may be superseded before its first frame is out.
    for error in sent:
        assert error is None or (isinstance(error, grpc.aio.AioRpcError) and told(error).reason == "SUPERSEDED")
    reading = [asyncio.create_task(drained(stream)) for stream in streams]
    left: set[asyncio.Task[None]] = set(reading)
    async with asyncio.timeout(SLOW):
        while len(left) > 1:
            ended, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                error = task.exception()
                assert isinstance(error, grpc.aio.AioRpcError)
                assert told(error).reason == "SUPERSEDED"
    (last,) = [stream for stream, task in zip(streams, reading, strict=True) if task in left]
    await until(lambda: last.turns)
    assert last.turns[0].game == game
    last.call.cancel()
    await asyncio.wait(left)


async def test_a_stream_tells_of_ends_that_came_while_nobody_listened(
    operator: Caller, bot: Caller, session: str
) -> None:
    (game,) = await games_for(operator, session, 1)
    await operator.call(operator.referee.AbortGame, referee.AbortGameRequest(game=game, cause="why not"))
    stream = Stream(bot)
    await stream.send()
    await stream.until(lambda: stream.ends)
    assert [(end.game, end.cause) for end in stream.ends] == [(game, "why not")]
    stream.call.cancel()


async def test_ends_that_were_told_are_remembered_for_so_many_games(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("euchre_referee.api.play.MOST_OVER", 3)
    tables = [new_table(rules_of("euchre"), seed) for seed in range(5)]
    for table in tables:
        table.end()
    async with nearby(server.store) as near:
        session = PlaySession("s-0", near.referee, "en", 10)

        async def told_again(*places: int) -> list[str]:
            for place in places:
                session.ended(tables[place].game)
            session.drain(0)
            return [end.game for end in Frame.FromString(await session.frame()).ends]

        names = [table.game.id for table in tables]
        assert await told_again(0, 1, 2, 3, 4) == names
        assert await told_again(2, 3, 4) == []
        # What is forgotten is told again, which clients know how to take.
        assert await told_again(0) == names[:1]
