"""The same command again goes on where it was, and with nothing else."""

import asyncio
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from euchre_referee.cli.tournament import main
from euchre_referee.cli.tournament_check import check_directory
from euchre_referee.tournament.runner.folder import Folder
from euchre_referee.tournament.runner.plan import Plan
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.holding import ASKED, held, hold_up, let_go
from tests.tournament.killing import deals
from tests.tournament.runs import DEADLINE, alive, descendants, ended, order, run

pytestmark = pytest.mark.timeout(4 * DEADLINE)


async def interrupted(directory: Path, number: signal.Signals, *reaching: str) -> int:
    """A run that is ended by a signal when one of its boards is over; its exit status."""
    process = await held(directory, *reaching)
    started = descendants(process.pid)
    process.send_signal(number)
    found = await ended(process, directory)
    await until(lambda: not alive(started), DEADLINE)
    let_go(directory)
    return found.code


async def test_a_run_that_was_killed_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = hold_up(tmp_path)
    assert await interrupted(directory, signal.SIGKILL) == -signal.SIGKILL
    given = await order(directory, "restart", "--pairing", "1", "--board", "1", "--table", "2")
    assert given.code == 0, given.err
    found = await run(directory)
    assert found.code == 0, found.out + found.err
    assert [(place["board"], place["table"]) for place, _ in deals(found)] == [
        (board, table) for board in range(1, 4) for table in (1, 2)
    ]
    assert check_directory(directory) == 0, capsys.readouterr().out
    assert not (directory / "run" / "store").exists()
    again = await run(directory)
    assert (again.code, again.out[:24]) == (0, "Nothing is left to play:"), again.err


async def test_a_run_at_a_server_goes_on_there_with_what_it_was_begun_with(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = hold_up(tmp_path)
    token = ("--token", server.operator_token)
    assert await interrupted(directory, signal.SIGTERM, "--server", server.address, *token) == 128 + signal.SIGTERM
    with Folder(directory).claimed():
        other, second = await asyncio.gather(
            run(directory, *ASKED, "--boards", "4", "--format", "gauntlet", *token), run(directory, *ASKED, *token)
        )
    assert other.code == 2
    assert f"{directory} holds another tournament: boards: it was begun with 3, not with 4" in other.err
    assert "format: it was begun with round-robin, not with gauntlet" in other.err
    assert second.code == 2
    assert "a tournament is being played into it by another process" in second.err
    found = await run(directory, *ASKED, *token)
    assert found.code == 0, found.out + found.err
    assert check_directory(directory) == 0, capsys.readouterr().out


def test_what_cannot_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path)]) == 2
    assert f"{tmp_path} holds no tournament to go on with" in capsys.readouterr().err
    assert main(["run", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "leave one of the two out" in capsys.readouterr().err


def test_what_is_secret_goes_once_nothing_is_left_to_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "standings.json").write_text('{"complete": true}')
    folder.store.mkdir(parents=True)
    plan = Plan.drawn({"rules": "euchre", "bots": ["greedy", "random"], "boards": 1}, None)
    folder.keep(replace(plan, over=True))
    assert main(["run", str(tmp_path)]) == 0
    assert "Nothing is left to play" in capsys.readouterr().out
    assert not folder.store.exists()
