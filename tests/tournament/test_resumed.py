"""The same command again goes on where it was, and with nothing else."""

import asyncio
import signal
from pathlib import Path

import pytest

from euchre_referee.cli.tournament import main
from euchre_referee.cli.tournament_check import check_directory
from euchre_referee.tournament.archive import GAMES
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.killing import PATIENT, deals
from tests.tournament.runs import DEADLINE, alive, begin, descendants, ended, order, run

ASKED = ("--rules", "euchre-two-handed", "--bots", "first,greedy", "--boards", "60", "--seed", "again", *PATIENT)

pytestmark = pytest.mark.timeout(4 * DEADLINE)


async def interrupted(directory: Path, number: signal.Signals, *reaching: str) -> int:
    """A run that is ended by a signal when some boards are over; its exit status."""
    process = await begin(directory, *ASKED, *reaching)
    games = directory / GAMES
    await until(lambda: process.returncode is not None or (games.exists() and games.stat().st_size), DEADLINE)
    started = descendants(process.pid)
    process.send_signal(number)
    found = await ended(process, directory)
    await until(lambda: not alive(started), DEADLINE)
    return found.code


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
async def test_a_run_that_was_ended_goes_on(
    number: signal.Signals, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "out"
    assert await interrupted(directory, number) == code
    found = await run(directory)
    assert found.code == 0, found.out + found.err
    assert [(place["board"], place["table"]) for place, _ in deals(found)] == [
        (board, table) for board in range(1, 61) for table in (1, 2)
    ]
    assert check_directory(directory) == 0, capsys.readouterr().out
    assert not (directory / "run" / "store").exists()
    again = await run(directory, *ASKED)
    assert again.code == 0
    assert again.out.startswith("Nothing is left to play: ")


async def test_a_run_at_a_server_goes_on_there(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "out"
    reaching = ("--server", server.address, "--token", server.operator_token)
    assert await interrupted(directory, signal.SIGKILL, *reaching) == -9
    found = await run(directory, "--token", server.operator_token)
    assert found.code == 0, found.out + found.err
    assert check_directory(directory) == 0, capsys.readouterr().out


async def test_another_configuration_and_another_runner_are_refused(tmp_path: Path) -> None:
    directory = tmp_path / "out"
    process = await begin(directory, *ASKED)
    await until(lambda: process.returncode is not None or (directory / "run" / "referee.json").exists(), DEADLINE)
    other, second = await asyncio.gather(
        run(directory, *ASKED, "--boards", "61", "--format", "gauntlet"), run(directory, *ASKED)
    )
    assert other.code == 2
    assert f"{directory} holds another tournament: boards: it was begun with 60, not with 61" in other.err
    assert "format: it was begun with round-robin, not with gauntlet" in other.err
    assert second.code == 2
    assert "a tournament is being played into it by another process" in second.err
    await order(directory, "cancel")
    await ended(process, directory)


def test_what_cannot_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path)]) == 2
    assert f"{tmp_path} holds no tournament to go on with" in capsys.readouterr().err
    assert main(["run", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "leave one of the two out" in capsys.readouterr().err
