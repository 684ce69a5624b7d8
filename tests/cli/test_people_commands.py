"""`euchre play` and `euchre watch` as people use them, as processes with a keyboard."""

import asyncio
import sys
from collections.abc import Sequence

import pytest

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.cli.bot import built_in
from tests.cli.test_bot_command import Ended, finished
from tests.conftest import Server


async def run(arguments: Sequence[str], typed: str = "") -> Ended:
    """`euchre` with these arguments and this at its keyboard, from beginning to end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "euchre_referee.cli.main",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    try:
        assert process.stdin is not None
        process.stdin.write(typed.encode())
        process.stdin.close()
        return await finished(process)
    finally:
        if process.returncode is None:
            process.kill()


PLAY = ("play", "--rules", "buck", "--option", "max_deals=2", "--option", "all_pass=stick_dealer")


async def test_a_person_plays_a_game_to_its_result(server: Server) -> None:
    # A chosen seed: in one game of a hundred or so the first deal is the last.
    chosen = ("--seed", "7", "--server", server.address, "--token", server.operator_token)
    done = await run([*PLAY, *chosen, "--bots", "careful,greedy,first"], "1\n" * 40)
    assert (done.status, done.complained) == (0, "")
    assert "Ann is careful.\nBo is greedy.\nCy is first.\n" in done.said
    assert "Your cards: " in done.said
    assert "\nDeal 2. " in done.said
    last = done.said.rstrip().splitlines()[-1]
    assert last.startswith("The game is over: ")
    assert "Scores: you " in last


async def test_without_a_server_everything_is_started_and_the_same_seed_gives_the_same_game() -> None:
    first, second = [(await run([*PLAY, "--seed", "7"], "1\n" * 40)).said.split("\n", 1)[1] for _ in range(2)]
    assert first == second
    assert "The game is over: " in first


async def test_nonsense_is_refused_politely_and_a_person_may_leave(server: Server) -> None:
    done = await run([*PLAY, "--server", server.address], "what?\n99\n?\nq\n")
    assert (done.status, done.complained) == (0, "")
    assert done.said.count("That is not on the list.") == 2
    assert done.said.endswith("You leave the table.\n")


async def test_the_end_of_the_keyboard_is_leaving(server: Server) -> None:
    done = await run([*PLAY, "--server", server.address])
    assert (done.status, done.complained) == (0, "")
    assert done.said.endswith("You leave the table.\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--rules", "whist"], "no such preset: whist"),
        (["--option", "start_score"], "start_score: an option needs a value; allowed: OPTION=VALUE"),
        (["--option", "colour=blue"], "colour: euchre has no such option"),
        (["--set", "laps=maybe", "--set", "slam=1"], "slam: the value is not allowed; allowed: one of false, true"),
        (["--bots", "careful,bob"], "no built-in bot is called 'bob'; choose among random, first, greedy, careful"),
        (["--seed", "-1"], "a seed is a whole number from 0 to 2^256 - 1"),
    ],
)
async def test_bad_arguments_are_named(arguments: list[str], complaint: str) -> None:
    done = await run(["play", *arguments])
    assert done.status == 2
    assert complaint in " ".join(done.complained.split())
    assert "Traceback" not in done.complained


async def test_a_game_is_watched_to_its_end(server: Server) -> None:
    async with AsyncClient(server.address, server.operator_token) as host:
        session = "a watched table"
        seats = [SeatReservation(name=name, session=session) for name in ("Ann", "Bo", "Cy", "Di")]
        game = (await host.create_game(ruleset("buck", {"max_deals": 2}), seats=seats)).game
        watching = asyncio.create_task(run(["watch", game, "--server", server.address]))
        async with AsyncClient(server.address, await host.issue_token(session)) as client:
            await client.play(built_in("careful", 1), games=1)
        done = await watching
    assert (done.status, done.complained) == (0, "")
    told = done.said.strip().splitlines()
    assert told[0].startswith("Deal 1. ")
    assert told[-1].startswith("The game is over: ")
    assert "Ann" in done.said


async def test_a_game_that_is_not_there_cannot_be_watched(server: Server) -> None:
    done = await run(["watch", "0-aaaaaaaaaaaaaaaa", "--server", server.address])
    assert done.status == 1
    assert done.complained.startswith("euchre watch: GAME_NOT_FOUND: ")
