"""The operator's word, while a tournament is played and while it is not."""

import json
from pathlib import Path

import pytest

from euchre_referee.cli.tournament import main
from euchre_referee.cli.tournament_check import check_directory
from euchre_referee.tournament.archive import GAMES
from euchre_referee.tournament.fields import mapping
from tests.conftest import Server
from tests.tournament.holding import CONFIGURATION, held, hold_up, let_go
from tests.tournament.runs import DEADLINE, Run, ended, order, run

BREAKS = "def bot():\n    return lambda turn: 1 / 0\n"

pytestmark = pytest.mark.timeout(4 * DEADLINE)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Where the results go."""
    (tmp_path / "breaks.py").write_text(BREAKS)
    return hold_up(tmp_path)


@pytest.fixture
def reaching(server: Server) -> tuple[str, ...]:
    """A referee that runs already."""
    return ("--server", server.address, "--token", server.operator_token)


def ids(found: Run) -> list[tuple[object, object]]:
    return [(mapping(record["tournament"], "")["board"], record["id"]) for record in found.records]


def lines(directory: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (directory / GAMES).read_text().splitlines()]


async def test_an_entrant_is_paused_and_goes_on_and_a_game_is_played_again(
    directory: Path, reaching: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    process = await held(directory, *reaching)
    before = lines(directory)[0]
    place = ("--pairing", "1", "--board", "1", "--table", "1")
    for word, asked, said in (
        ("pause", ("held", "--cause", "dinner"), "held is paused\n"),
        ("resume", ("held", "--cause", "dessert"), "held goes on\n"),
        ("restart", (*place, "--cause", "a dispute"), "pairing 1, board 1, table 1 is played again: attempt 2\n"),
    ):
        given = await order(directory, word, *asked, *reaching)
        assert (given.code, given.out) == (0, said), given.err
    let_go(directory)
    found = await ended(process, directory)
    assert found.code == 0, found.out + found.err
    told = found.out.splitlines()
    assert "held is paused: dinner" in told
    assert "held goes on: dessert" in told
    assert "pairing 1, board 1, table 1 is played again, attempt 2: a dispute" in told
    assert [each["cause"] for each in found.standings["incidents"]] == ["dinner", "dessert", "a dispute"]  # type: ignore[attr-defined]
    assert before["id"] not in [record["id"] for record in found.records]
    assert [board for board, _ in ids(found)] == [1, 1, 2, 2, 3, 3]
    assert check_directory(directory) == 0, capsys.readouterr().out


async def test_a_replacement_takes_its_places_at_once(
    directory: Path, reaching: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    process = await held(directory, *reaching)
    given = await order(directory, "replace", "held=greedy", "--cause", "it hangs", *reaching)
    assert (given.code, given.out) == (0, "held is played by greedy from now on\n"), given.err
    found = await ended(process, directory)
    assert found.code == 0, found.out + found.err
    assert "held is played by greedy from now on: it hangs" in found.out
    assert check_directory(directory) == 0, capsys.readouterr().out


async def test_a_bot_that_keeps_failing_is_paused_named_and_replaced(
    directory: Path, reaching: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    # Far more boards than the service lets it fail on in a row.
    asked = (CONFIGURATION, "--bots", "first,broken=breaks:bot", "--boards", "12", "--action-limit-ms", "300")
    stopped = await run(directory, *asked, *reaching)
    assert stopped.code == 1, stopped.out + stopped.err
    assert "broken is paused: " in stopped.out
    assert f"  euchre tournament replace {directory} broken=PROGRAM" in stopped.out
    assert "ZeroDivisionError" in (directory / "bots.log").read_text()
    given = await order(directory, "replace", "broken=first", "--cause", "it divides by zero", *reaching)
    assert given.code == 0, given.err
    found = await run(directory, *reaching)
    assert found.code == 0, found.out + found.err
    assert check_directory(directory) == 0, capsys.readouterr().out


@pytest.mark.parametrize("keep", [True, False])
async def test_a_tournament_is_ended_before_its_time(keep: bool, directory: Path, reaching: tuple[str, ...]) -> None:
    process = await held(directory, *reaching)
    given = await order(directory, "cancel", "--cause", "rain", *reaching, *(("--keep-results",) if keep else ()))
    assert given.code == 0, given.err
    found = await ended(process, directory)
    assert found.code == 1, found.out + found.err
    assert "the tournament was ended: rain" in found.out
    assert found.standings["complete"] is False
    again = await order(directory, "cancel", *reaching)
    assert again.code == 2
    assert "is over" in again.err


def test_words_that_cannot_be(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pause", str(directory), "first"]) == 2
    assert f"{directory} holds no tournament that has begun" in capsys.readouterr().err
    assert main(["replace", str(directory), "first"]) == 2
    assert "'first' is no NAME=PROGRAM; allowed programs: " in capsys.readouterr().err
    assert main(["replace", str(directory), "first=nobody"]) == 2
    assert "'first=nobody' is no NAME=PROGRAM" in capsys.readouterr().err
