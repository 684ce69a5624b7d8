"""A bot's stream: acknowledging, answering, breaking and going on."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import grpc
import pytest

from euchre.v1.game_pb2 import Action, ActionKind, LegalAction, Turn, Verdict
from euchre.v1.player_service_pb2 import Drain, PlayResponse
from euchre_client import AsyncClient, Client, NotAnAnswer, Played, Reason, Refused, StopPlaying, Unreachable
from tests.client.scripted import (
    Script,
    ScriptedReferee,
    Stream,
    accepted,
    ended,
    refuse,
    refused,
    serving,
    turn,
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


async def test_the_first_frame_comes_at_once_and_says_how_many_frames_may_be_open() -> None:
    async def script(stream: Stream) -> None:
        first = await stream.receive()
        assert (first.acknowledged, len(first.decisions), first.open_frames) == (0, 0, 2)
        assert ("authorization", "Bearer token") in tuple(stream.context.invocation_metadata() or ())
        await stream.send(turn("a"))
        await accept_and_end(stream)

    async with scripted(script) as client:
        played = await client.play(passes, games=1, open_frames=2)
    assert played == Played(games=1, decisions=1, refused=0, reconnects=0)


async def test_a_decision_names_what_the_turn_named() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a", version=7, seat=3, head=b"x" * 16))
        (decision,) = await stream.until_decided(1)
        assert (decision.game, decision.version, decision.seat, decision.head) == ("a", 7, 3, b"x" * 16)
        assert decision.text == "pass"
        await accept_and_end(stream)

    async with scripted(script) as client:
        await client.play(passes, games=1)


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        ("play Jd", "play Jd"),
        (LegalAction(text="order", action=Action(kind=ActionKind.ACTION_KIND_ORDER)), "order"),
        (Action(kind=ActionKind.ACTION_KIND_ORDER), Action(kind=ActionKind.ACTION_KIND_ORDER)),
    ],
)
async def test_every_form_of_answer(answer: str | Action | LegalAction, sent: str | Action) -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        (decision,) = await stream.until_decided(1)
        assert (decision.text if decision.WhichOneof("choice") == "text" else decision.action) == sent
        await accept_and_end(stream)

    async with scripted(script) as client:
        await client.play(lambda _: answer, games=1)


async def test_a_frame_is_acknowledged_although_the_bot_still_thinks() -> None:
    may_answer = asyncio.Event()

    async def thoughtful(_: Turn) -> str:
        await may_answer.wait()
        return "pass"

    async def script(stream: Stream) -> None:
        for number in (1, 2, 3):
            await stream.send(turn(f"game {number}"), number=number)
            while stream.acknowledged < number:
                await stream.receive()
        assert stream.decisions == []
        may_answer.set()
        await accept_and_end(stream, 3)

    async with scripted(script) as client:
        assert (await client.play(thoughtful, games=3)).decisions == 3


async def test_a_slow_game_holds_up_no_other() -> None:
    others_over = asyncio.Event()

    async def bot(to_decide: Turn) -> str:
        if to_decide.game == "slow":
            await others_over.wait()
        return "pass"

    async def script(stream: Stream) -> None:
        await stream.send(turn("slow"), *(turn(f"game {number}") for number in range(63)))
        assert {decision.game for decision in await stream.until_decided(63)}.isdisjoint({"slow"})
        others_over.set()
        await accept_and_end(stream, 64)

    async with scripted(script) as client:
        assert (await client.play(bot, games=64)).games == 64


async def test_threads_let_a_plain_function_wait() -> None:
    both_here = threading.Barrier(2, timeout=30)

    def bot(_: Turn) -> str:
        both_here.wait()
        return "pass"

    async def script(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b"))
        await accept_and_end(stream, 2)

    async with scripted(script) as client:
        assert (await client.play(bot, games=2, threads=2)).decisions == 2


async def test_the_turns_of_a_frame_are_answered_together() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(*(turn(f"game {number}") for number in range(64)))
        await stream.until_decided(64)
        await stream.send(*(turn(f"game {number}", version=2) for number in range(64)), number=2)
        del stream.decisions[:]
        frames = 0
        while len(stream.decisions) < 64:
            await stream.receive()
            frames += 1
        assert frames < 32
        await accept_and_end(stream, 64)

    async with scripted(script) as client:
        await client.play(passes, games=64)


async def test_a_bot_that_decides_slowly_acknowledges_first_and_sends_what_is_ready() -> None:
    def bot(_: Turn) -> str:
        time.sleep(0.01)
        return "pass"

    async def script(stream: Stream) -> None:
        await stream.receive()
        await stream.send(turn("a"), turn("b"))
        sizes = [len((await stream.receive()).decisions) for _ in range(3)]
        assert sizes == [0, 1, 1]
        await accept_and_end(stream, 2)

    async with scripted(script) as client:
        await client.play(bot, games=2)


async def test_more_decisions_than_a_frame_holds_go_in_several() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(*(turn(f"game {number}") for number in range(600)))
        await stream.receive()
        while len(stream.decisions) < 600:
            assert len((await stream.receive()).decisions) <= 256
        await accept_and_end(stream, 600)

    async def together(_: Turn) -> str:
        return "pass"

    async with scripted(script) as client:
        assert (await client.play(together, games=600)).decisions == 600


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


async def test_a_busy_referee_gets_the_same_decision_again() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        (decision,) = await stream.until_decided(1)
        await stream.answer(refused(decision, "BUSY", retry_ms=1))
        first, again = await stream.until_decided(2)
        assert first == again
        await stream.answer(accepted(again))
        await stream.context.write(ended("a"))
        await forever(stream)

    asked: list[Turn] = []

    def bot(to_decide: Turn) -> str:
        asked.append(to_decide)
        return "pass"

    async with scripted(script) as client:
        played = await client.play(bot, games=1)
    assert len(asked) == 1
    assert (played.decisions, played.refused) == (1, 0)


async def test_another_decision_on_record_is_no_fault() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        (decision,) = await stream.until_decided(1)
        await stream.answer(refused(decision, "ALREADY_DECIDED"))
        await stream.context.write(ended("a"))
        await forever(stream)

    refusals: list[Verdict] = []
    async with scripted(script) as client:
        played = await client.play(passes, games=1, on_refusal=refusals.append)
    assert refusals == []
    assert (played.decisions, played.refused) == (0, 0)


async def test_a_refused_decision_may_be_taken_back() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        (decision,) = await stream.until_decided(1)
        await stream.answer(refused(decision, "MUST_FOLLOW_SUIT"))
        _, another = await stream.until_decided(2)
        assert (another.text, another.version, another.head) == ("order", 1, b"h" * 16)
        await stream.answer(accepted(another))
        await stream.context.write(ended("a"))
        await forever(stream)

    verdicts: list[Verdict] = []
    async with scripted(script) as client:
        played = await client.play(passes, games=1, on_refusal=lambda verdict: "order", on_verdict=verdicts.append)
    assert [verdict.WhichOneof("outcome") for verdict in verdicts] == ["refusal", "accepted"]
    assert (played.decisions, played.refused) == (1, 1)


async def test_the_same_refused_answer_is_not_sent_for_ever() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b"))
        for decision in await stream.until_decided(2):
            await stream.answer(refused(decision, "MUST_FOLLOW_SUIT" if decision.game == "a" else "TIME_OVER"))
        await stream.send(turn("c"), number=2)
        assert (await stream.until_decided(3))[-1].game == "c"
        await stream.context.write(ended("c"))
        await forever(stream)

    told: list[str] = []

    def again(verdict: Verdict) -> str:
        told.append(verdict.refusal.reason)
        return "pass" if verdict.game == "a" else "order"

    async with scripted(script) as client:
        await client.play(passes, games=1, on_refusal=again)
    assert told == ["MUST_FOLLOW_SUIT", "TIME_OVER"]


async def test_a_thought_that_the_clock_overtook_is_given_up() -> None:
    versions: list[int] = []
    go_on = threading.Event()

    def bot(to_decide: Turn) -> str:
        versions.append(to_decide.version)
        assert go_on.wait(timeout=30)
        return "pass"

    async def script(stream: Stream) -> None:
        for number, each in enumerate((turn("first", 1), turn("a", 2), turn("a", 9)), 1):
            await stream.send(each, number=number)
            while stream.acknowledged < number:
                await stream.receive()
        go_on.set()
        await accept_and_end(stream, 2)

    async with scripted(script) as client:
        await client.play(bot, games=2, threads=1)
    assert versions == [1, 9]


async def test_a_turn_that_the_clock_overtook_is_not_asked_about() -> None:
    versions: list[int] = []

    def bot(to_decide: Turn) -> str:
        versions.append(to_decide.version)
        return "pass"

    async def script(stream: Stream) -> None:
        await stream.send(turn("a", 2), turn("a", 9))
        await accept_and_end(stream)

    async with scripted(script) as client:
        await client.play(bot, games=1)
    assert versions == [9]


async def test_an_end_that_is_told_twice_counts_once() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b"))
        for game in ("a", "a", "b"):
            await stream.context.write(ended(game))
        await forever(stream)

    told: list[str] = []
    async with scripted(script) as client:
        assert (await client.play(passes, games=2, on_end=lambda end: told.append(end.game))).games == 2
        assert client.unfinished == set()
    assert told == ["a", "b"]


async def test_games_that_ended_before_do_not_count_but_are_told() -> None:
    async def script(stream: Stream) -> None:
        for game in ("old", "older"):
            await stream.context.write(ended(game))
        await stream.send(turn("new"))
        await stream.context.write(ended("old"))
        await accept_and_end(stream)

    told: list[str] = []
    async with scripted(script, script) as client:
        for _ in range(2):
            played = await client.play(passes, games=1, on_end=lambda end: told.append(end.game))
            assert (played.games, played.decisions) == (1, 1)
    assert told == ["old", "older", "new"] * 2


async def test_an_end_missed_in_a_break_counts_when_it_is_told() -> None:
    async def breaks(stream: Stream) -> None:
        await stream.send(turn("a"), turn("b"))
        await stream.until_decided(2)
        await stream.context.write(ended("b"))
        await stream.context.abort(grpc.StatusCode.UNAVAILABLE, "the referee went away")

    async def tells_what_ended(stream: Stream) -> None:
        for game in ("old", "b", "a"):
            await stream.context.write(ended(game))
        await forever(stream)

    async with scripted(breaks, tells_what_ended) as client:
        played = await client.play(passes, games=2)
    assert (played.games, played.reconnects) == (2, 1)


async def test_a_game_that_the_client_knows_counts_without_a_turn() -> None:
    async def script(stream: Stream) -> None:
        await stream.context.write(ended("old"))
        await stream.context.write(ended("known"))
        await forever(stream)

    async with scripted(script) as client:
        client.unfinished.add("known")
        assert await client.play(passes, games=1) == Played(games=1)


async def test_no_answer_leaves_the_decision_to_the_clock() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("silent"), turn("a"))
        (decision,) = await stream.until_decided(1)
        assert decision.game == "a"
        await accept_and_end(stream)

    async with scripted(script) as client:
        await client.play(lambda to_decide: "pass" if to_decide.game == "a" else None, games=1)


async def one_turn(stream: Stream) -> None:
    await stream.send(turn("a"))
    await forever(stream)


async def test_a_bot_may_end_the_play() -> None:
    def tired(_: Turn) -> str:
        raise StopPlaying

    async with scripted(one_turn) as client:
        assert await client.play(tired) == Played()


@pytest.mark.parametrize("threads", [0, 1])
async def test_what_a_bot_raises_comes_out(threads: int) -> None:
    def broken(_: Turn) -> str:
        raise LookupError("no idea")

    async with scripted(one_turn) as client:
        with pytest.raises(LookupError, match="no idea"):
            await client.play(broken, threads=threads)


async def test_what_an_async_bot_raises_comes_out() -> None:
    async def broken(_: Turn) -> str:
        raise LookupError("no idea")

    async with scripted(one_turn) as client:
        with pytest.raises(LookupError, match="no idea"):
            await client.play(broken)


async def test_what_is_no_answer_is_named_with_game_and_version() -> None:
    async with scripted(one_turn) as client:
        with pytest.raises(NotAnAnswer, match="game a, version 1: the bot returned int"):
            await client.play(lambda _: 3)  # type: ignore[arg-type]


async def test_play_can_be_cancelled() -> None:
    async with scripted(one_turn) as client:
        asked = asyncio.Event()

        async def thoughtful(_: Turn) -> str:
            asked.set()
            await asyncio.Event().wait()
            return "pass"

        play = asyncio.create_task(client.play(thoughtful))
        await asked.wait()
        play.cancel()
        with pytest.raises(asyncio.CancelledError):
            await play


async def test_the_blocking_client_plays_too() -> None:
    threads: list[int] = []

    def bot(_: Turn) -> str:
        threads.append(threading.get_ident())
        return "pass"

    def play(address: str) -> tuple[Played, int]:
        with Client(address, "token") as client:
            return client.play(bot, games=1), threading.get_ident()

    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        await accept_and_end(stream)

    async with serving(ScriptedReferee(scripts=[script])) as address:
        played, here = await asyncio.to_thread(play, address)
    assert played.decisions == 1
    assert threads == [here]
