"""What a bot's stream makes of refusals, ends and the clock."""

import threading

import grpc

from euchre.v1.game_pb2 import Turn, Verdict
from euchre_client import Played
from tests.client.players import accept_and_end, forever, passes, scripted
from tests.client.scripted import (
    Stream,
    accepted,
    ended,
    refused,
    turn,
)


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


async def test_a_refusal_that_names_no_seat_finds_its_decision_too() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a", seat=2))
        (decision,) = await stream.until_decided(1)
        verdict = refused(decision, "STORE_UNAVAILABLE", retry_ms=1)
        verdict.ClearField("seat")
        await stream.answer(verdict)
        first, again = await stream.until_decided(2)
        assert first == again
        await stream.answer(accepted(again))
        await stream.context.write(ended("a"))
        await forever(stream)

    async with scripted(script) as client:
        assert (await client.play(passes, games=1)).decisions == 1


async def test_a_late_verdict_on_a_lost_history_does_not_touch_the_decision_on_the_new_one() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a", version=5, head=b"1" * 16))
        (lost,) = await stream.until_decided(1)
        await stream.send(turn("a", version=5, head=b"2" * 16), number=2)
        _, made = await stream.until_decided(2)
        await stream.answer(refused(lost, "HISTORY_CHANGED"), refused(made, "STORE_UNAVAILABLE", retry_ms=1))
        *_, again = await stream.until_decided(3)
        assert again == made
        await stream.answer(accepted(again))
        await stream.context.write(ended("a"))
        await forever(stream)

    async with scripted(script) as client:
        assert (await client.play(passes, games=1)).decisions == 1


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
