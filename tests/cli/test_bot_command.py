"""`euchre bot` as a process of its own: what it prints, how it ends, and what it survives."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import pytest

from tests.cli import zoo
from tests.client.scripted import Script, ScriptedReferee, Stream, accepted, ended, refuse, refused, serving, turn

COMMAND = "import sys; from euchre_referee.cli.bot import main; sys.exit(main(sys.argv[1:]))"


@dataclass(frozen=True)
class Ended:
    """What a finished command left behind."""

    status: int
    said: str
    complained: str


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The command, running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMMAND, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def finished(process: asyncio.subprocess.Process) -> Ended:
    """Waits for the command's end."""
    said, complained = await process.communicate()
    assert process.returncode is not None
    return Ended(process.returncode, said.decode(), complained.decode())


async def run(*arguments: str) -> Ended:
    """The command from beginning to end."""
    async with started(*arguments) as process:
        return await finished(process)


async def plays(bot: str, *scripts: Script, games: int = 1) -> Ended:
    """The command against a referee that plays these scripts."""
    referee = ScriptedReferee(scripts=list(scripts))
    async with serving(referee) as address:
        done = await run(bot, "--server", address, "--token", "t", "--games", str(games))
    assert referee.failures == []
    return done


def named(bot: Callable[..., object]) -> str:
    """How the command line names a class or function."""
    return f"{bot.__module__}:{bot.__name__}"


async def one_game(stream: Stream) -> None:
    """One turn, accepted, and the end."""
    await stream.send(turn("a"))
    (decision,) = await stream.until_decided(1)
    await stream.answer(accepted(decision))
    await stream.context.write(ended("a"))
    async for _ in stream.requests:
        pass


@pytest.mark.parametrize("bot", [zoo.FirstLegal, zoo.awaited])
async def test_a_bot_of_ones_own_plays_and_the_command_ends_after_its_games(bot: Callable[[], object]) -> None:
    done = await plays(named(bot), one_game)
    assert done == Ended(0, "1 games, 1 decisions, 0 refused\n", "")


async def test_a_refused_decision_is_told() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        (decision,) = await stream.until_decided(1)
        await stream.answer(refused(decision, "MUST_FOLLOW_SUIT"))
        await stream.context.write(ended("a"))
        async for _ in stream.requests:
            pass

    done = await plays(named(zoo.FirstLegal), script)
    assert done == Ended(0, "1 games, 0 decisions, 1 refused\n", "game a, version 1: MUST_FOLLOW_SUIT: no\n")


async def test_a_bot_that_raises_goes_on_in_other_games() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("x1"), turn("x2"), turn("a"), turn("x3"))
        (decision,) = await stream.until_decided(1)
        assert decision.game == "a"
        await stream.context.write(ended("a"))
        async for _ in stream.requests:
            pass

    done = await plays(named(zoo.Stumbles), script)
    assert done.status == 0
    assert done.complained.splitlines() == [
        f"game {game}, version 1: the bot raised LookupError: no such trick" for game in ("x1", "x2", "x3")
    ]


async def test_a_bot_that_raises_three_times_in_a_row_is_broken() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("x1"), turn("x2"), turn("x3"))
        async for _ in stream.requests:
            pass

    done = await plays(named(zoo.Stumbles), script)
    assert done.status == 1
    assert done.complained.endswith(
        "euchre bot: the bot raised 3 times in a row; the last was LookupError: no such trick\n"
    )


async def test_a_bot_that_answers_nonsense_is_told_so() -> None:
    async def script(stream: Stream) -> None:
        await stream.send(turn("a"))
        async for _ in stream.requests:
            pass

    done = await plays(named(zoo.Mute), script)
    assert done.status == 1
    assert done.complained.startswith("euchre bot: game a, version 1: the bot returned object, not a text")


async def test_a_refusal_ends_the_command_with_its_reason() -> None:
    async def script(stream: Stream) -> None:
        await refuse(stream.context, grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED")

    # A stream that is refused before its first frame is out may look broken to gRPC; the next one is told the same.
    done = await plays("first", script, script, script)
    assert (done.status, done.said) == (1, "")
    assert done.complained.endswith("euchre bot: UNAUTHENTICATED: UNAUTHENTICATED in words\n")


async def test_sigterm_ends_it_in_good_order() -> None:
    open_now = asyncio.Event()

    async def script(stream: Stream) -> None:
        await stream.receive()
        open_now.set()
        async for _ in stream.requests:
            pass

    async with (
        serving(ScriptedReferee(scripts=[script])) as address,
        started("first", "--server", address, "--token", "t") as process,
    ):
        await open_now.wait()
        process.send_signal(signal.SIGTERM)
        assert await finished(process) == Ended(0, "", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "choose one of random, first, greedy, careful, montecarlo, or name your own as module:Class"),
        (["no_such_module:Bot"], "No module named 'no_such_module'"),
        (["tests.cli.zoo:Nobody"], "has no attribute 'Nobody'"),
        ([named(zoo.NeedsMore)], "strength"),
        ([named(zoo.nothing)], "gives NoneType, which cannot be called with a turn"),
        (["first", "--games", "0"], "invalid"),
        (["first", "--games", "many"], "invalid"),
        ([], "required"),
    ],
)
async def test_bad_arguments_are_named(arguments: list[str], complaint: str) -> None:
    done = await run(*arguments)
    assert done.status == 2
    assert complaint in done.complained
    assert "Traceback" not in done.complained


async def test_help_is_no_fault() -> None:
    done = await run("--help")
    assert done.status == 0
    assert "module:name" in done.said
