"""A bot's stream: acknowledging and answering, ending and failing."""

import asyncio
import threading
import time

import pytest

from euchre.v1.game_pb2 import Action, ActionKind, LegalAction, Turn
from euchre_client import Client, NotAnAnswer, Played, StopPlaying
from tests.client.players import accept_and_end, forever, passes, scripted
from tests.client.scripted import (
    ScriptedReferee,
    Stream,
    serving,
    turn,
)


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
