"""Programs of other languages, and programs that join by themselves, in real tournaments."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from euchre_client import AsyncClient, Played
from euchre_referee.cli.tournament import main
from tests.cli.stdio.scripts import FIRST_LEGAL, HIGH_CARD, command_line
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.runs import DEADLINE, Run, begin, run
from tests.tournament.test_runner import in_order

JOINER = """
import os
from euchre_client import Client
with Client(os.environ["EUCHRE_SERVER"], os.environ["EUCHRE_TOKEN"]) as client:
    client.play(lambda turn: turn.legal[-1])
"""


async def played(directory: Path, server: Server, *arguments: str) -> Run:
    reaching = ("--server", server.address, "--token", server.operator_token)
    return await run(directory, *arguments, *reaching)


async def test_a_script_of_the_shell_and_one_in_javascript_meet(tmp_path: Path, server: Server) -> None:
    bots = ("--bot", f"shell=stdio:{FIRST_LEGAL}", "--bot", f"script=stdio:{HIGH_CARD}")
    found = await played(tmp_path / "out", server, "--rules", "american-belote-two", *bots, "--boards", "2")
    assert found.code == 0, found.out + found.err
    in_order(found)
    assert [record["players"] for record in found.records][:2] == [["shell", "script"], ["script", "shell"]]
    rows = {row["name"]: row["figures"] for row in found.standings["standings"]}  # type: ignore[attr-defined]
    assert all(row["default_actions"] == 0 for row in rows.values())
    assert not (found.directory / "bots.log").exists()


async def test_a_program_that_joins_by_itself(tmp_path: Path, server: Server) -> None:
    (tmp_path / "joiner.py").write_text(JOINER)
    bots = f"first,joins=program:{sys.executable} joiner.py"
    found = await played(tmp_path / "out", server, "--rules", "euchre-two-handed", "--bots", bots, "--boards", "2")
    assert found.code == 0, found.out + found.err
    in_order(found)


async def test_a_remote_program_joins_with_the_token_that_is_written_down(tmp_path: Path, server: Server) -> None:
    directory = tmp_path / "out"
    reaching = ("--server", server.address, "--token", server.operator_token)
    bots = ("--bots", "first,away=remote", "--rules", "american-belote-two", "--boards", "2")
    process = await begin(directory, *bots, *reaching)
    invitations = directory / "invitations.jsonl"
    await until(lambda: invitations.exists() and len(invitations.read_text().splitlines()) == 2, DEADLINE)
    assert invitations.stat().st_mode & 0o077 == 0
    async with AsyncExitStack() as stack:
        for invitation in map(json.loads, invitations.read_text().splitlines()):
            assert invitation["entrant"] == "away"
            client = await stack.enter_async_context(AsyncClient(invitation["server"], invitation["token"]))
            playing = asyncio.create_task(client.play(lambda turn: turn.legal[-1]))
            stack.push_async_callback(_cancelled, playing)
        out, err = await asyncio.wait_for(process.communicate(), DEADLINE)
    found = Run(process.returncode or 0, out.decode(), err.decode(), directory)
    assert found.code == 0, found.out + found.err
    in_order(found)
    assert not invitations.exists()
    assert "away (pairing 1, table 1, seat 1) is waited for; its token stands in" in found.out
    assert "collusion of remote programs cannot be prevented" in found.out


async def _cancelled(task: "asyncio.Task[Played]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_nonsense_is_struck_told_and_named_in_the_end(tmp_path: Path, server: Server) -> None:
    # Sound on trial, which has a name of its own.
    nonsense = 'n=$n.; echo "I pass$n"'
    script = f'while read -r turn; do case $turn in *\'"game":"trial"\'*) legal "$turn";; *) {nonsense};; esac; done'
    (tmp_path / "few.toml").write_text("concurrency = 2\n")
    found = await played(
        tmp_path / "out", server, str(tmp_path / "few.toml"), "--rules", "american-belote-two", "--boards", "30",
        "--bots", "first", "--bot", f"mad=stdio:{command_line(script)}", "--action-limit-ms", "300",
    )  # fmt: skip
    assert found.code == 1, found.out + found.err
    log = (found.directory / "bots.log").read_text()
    assert "it answered 'I pass.', which was refused, MALFORMED_ACTION" in log
    assert "the turn is lost: it answered 'I pass" in log
    assert "turns in a row were lost" in log
    assert "mad is paused: " in found.out
    rows = {row["name"]: row["figures"] for row in found.standings["standings"]}  # type: ignore[attr-defined]
    # On a slow machine the other one may be late as well, but not always.
    assert rows["mad"]["default_actions"] > rows["first"]["default_actions"]


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("stdio:no-such-program", "the command 'no-such-program' cannot be run: there is no program no-such-program"),
        ("stdio:sh -c 'echo lost >&2; exit 7'", "the program ended with exit code 7: lost"),
        ("stdio:cat", 'it answered \'{"euchre":1,'),
        ("program:sh -c 'exit 7'", "the program ended with exit code 7"),
    ],
)
def test_what_does_not_play_on_trial_is_named_before_anything_is_played(
    program: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EUCHRE_SERVER", raising=False)
    assert main(["run", "--rules", "buck", "--bots", "first", "--bot", f"bad={program}", "--boards", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"bots: 'bad' cannot be used: {why}" in err
    assert list(tmp_path.iterdir()) == []


pytestmark = pytest.mark.timeout(2 * DEADLINE)
