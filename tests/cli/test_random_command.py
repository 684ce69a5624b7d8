"""`euchre random`: complete games that adjudication accepts, the same again for the same seed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient
from euchre_referee.bots import BOTS
from euchre_referee.cli.random_games import MOST_DEALS
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.presets import PRESETS
from tests.cli.commands import euchre
from tests.conftest import Server


def records(text: str) -> list[dict[str, Any]]:
    """The records of some output."""
    return [json.loads(line) for line in text.splitlines()]


def command(*arguments: str) -> Sequence[str]:
    """`euchre` as a process."""
    return [sys.executable, "-m", "euchre_referee.cli.main", *arguments]


@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_every_preset_are_complete(capsys: pytest.CaptureFixture[str], preset: str) -> None:
    said = euchre(capsys, "random", preset, "-n", "8", "--seed", "11")
    assert (said.status, said.err) == (0, "")
    played = records(said.out)
    assert [record["id"] for record in played] == [f"{preset}/11/{number}" for number in range(1, 9)]
    for record in played:
        judged = adjudicate(record)
        assert judged["error"] is None
        assert judged["finished"] is True
        assert len(record["players"]) == PRESETS[preset].players


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_can_be_seated(capsys: pytest.CaptureFixture[str], bot: str) -> None:
    said = euchre(capsys, "random", "buck", "--set", "max_deals=1", "--bot", bot, "--seed", "3")
    (record,) = records(said.out)
    assert record["players"] == [bot] * 4
    assert adjudicate(record)["finished"] is True


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(capsys: pytest.CaptureFixture[str]) -> None:
    first, again, other = [
        euchre(capsys, "random", "dirty-clubs", "-n", "5", "--seed", seed).out for seed in ("7", "7", "8")
    ]
    assert first == again
    assert {json.dumps(record["deals"]) for record in records(first)}.isdisjoint(
        json.dumps(record["deals"]) for record in records(other)
    )


def test_more_games_go_on_where_fewer_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    few, many = [euchre(capsys, "random", "euchre", "-n", number, "--seed", "7").out for number in ("2", "4")]
    assert many.startswith(few)


def test_options_are_kept_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(
        capsys, "random", "buck", "-n", "3", "--seed", "1", "--set", "max_deals=2", "--set", "sweep_wins=false"
    )
    for record in records(said.out):
        assert record["ruleset"] == {"preset": "buck", "options": {"max_deals": 2, "sweep_wins": False}}
        assert adjudicate(record)["ended_by"] == "max_deals"


async def test_the_cards_are_those_of_the_boards_of_a_run_with_this_seed(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    third = records(euchre(capsys, "random", "euchre", "-n", "3", "--seed", "7").out)[2]
    seats = [SeatReservation(name="A", session="on a board")] * 4
    async with AsyncClient(server.address, server.operator_token) as host:
        board = (await host.create_boards(3, seed=(7).to_bytes(32, "big")))[2]
        game = (await host.create_game("euchre", seats=seats, board=board.id)).game
        await host.abort_game(game, "only the cards are wanted")
        record = json.loads(await host.get_record(game))
    assert record["deals"][0] | {"actions": []} == third["deals"][0] | {"actions": []}


def test_a_game_without_an_end_is_given_up_and_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = [
        "--set",
        "penalty=0",
        "--set",
        "start_score=1000",
        "--set",
        "target_score=-1000",
        "--set",
        "sweep_wins=false",
    ]
    said = euchre(capsys, "random", "buck", *nothing, "--set", "withdraw=off", "-n", "1", "--seed", "1")
    assert said.status == 1
    assert f"1 of 1 games were given up after {MOST_DEALS} deals; --set max_deals=N" in said.err
    (record,) = records(said.out)
    assert record["end"]["termination"] == "abandoned"
    judged = adjudicate(record)
    assert judged["error"] is None
    assert judged["finished"] is False
    assert judged["end"] == record["end"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["whist"], "no such preset: whist"),
        (["buck", "-n", "0"], "a number of games is a whole number from 1, not '0'"),
        (["buck", "-n", "many"], "a number of games is a whole number from 1, not 'many'"),
        (["buck", "--seed", "-1"], "a seed is a whole number from 0 to 2^256 - 1"),
        (["buck", "--bot", "bob"], "invalid choice: 'bob' (choose from"),
        (["buck", "--set", "penalty=-1"], "penalty: the value is not allowed; allowed: a whole number from 0 to 100"),
    ],
)
def test_what_cannot_be_played_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    said = euchre(capsys, "random", *arguments)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err


@pytest.mark.parametrize("arguments", [("random", "buck", "-n", "1000000"), ("rules", "buck"), ("deal", "buck")])
def test_a_reader_that_goes_away_ends_it_without_a_word(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command(*arguments), stdout=writing, stderr=subprocess.PIPE, check=False, timeout=100)
    os.close(writing)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_games_are_not_kept() -> None:
    def played(games: int) -> tuple[int, int]:
        """What came out, and the most that the process held, in bytes."""
        program = (
            "import re, sys; from euchre_referee.cli.random_games import main; main(sys.argv[1:]); "
            "print(re.search('VmHWM:.*?([0-9]+)', open('/proc/self/status').read())[1], file=sys.stderr)"
        )
        asked = ["euchre-two-handed", "-n", str(games), "--seed", "1"]
        done = subprocess.run([sys.executable, "-c", program, *asked], capture_output=True, check=True)
        return len(done.stdout), int(done.stderr) * 1024

    few, held_for_few = played(200)
    many, held_for_many = played(1000)
    # Beside the texts, which are the least that could pile up, only the tables of the rules grow, and they fill soon.
    assert held_for_many - held_for_few < (many - few) // 2
