"""Whole tournaments: a real store, a real referee, and a process for every place."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from euchre_referee.cli import adjudicate, verify
from euchre_referee.tournament.fields import mapping
from euchre_referee.tournament.recount import recount
from euchre_referee.tournament.results import judge
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.runs import DEADLINE, Run, alive, begin, descendants, order, run


def in_order(found: Run) -> None:
    """The files bear each other out."""
    games = str(found.directory / "games.jsonl")
    assert adjudicate.main([games]) == 0
    assert verify.main([games]) == 0
    assert recount(found.standings, [judge(record) for record in found.records]) == ()


async def test_a_provable_tournament_whose_files_bear_each_other_out(tmp_path: Path) -> None:
    found = await run(tmp_path / "out", "--rules", "euchre", "--bots", "random,greedy", "--boards", "4")
    assert found.code == 0, found.err
    in_order(found)
    assert found.standings["complete"] is True
    numbers = [mapping(record["tournament"], "") for record in found.records]
    assert [(each["board"], each["table"]) for each in numbers] == [(b, t) for b in range(1, 5) for t in (1, 2)]
    first, second = (mapping(record["proof"], "") for record in found.records[:2])
    assert first["seed_mode"] == "provable"
    assert first["nonces"] == second["nonces"]
    assert [len(nonce) for nonce in first["nonces"]] == [64, 64]  # type: ignore[attr-defined]
    assert "greedy" in (found.directory / "report.html").read_text()
    told_in_plain_lines(found)


def told_in_plain_lines(found: Run) -> None:
    """As it is where there is no terminal."""
    assert "\x1b" not in found.out
    lines = found.out.splitlines()
    commitment = mapping(mapping(found.standings["terms"], "")["seeds"], "")["commitment"]
    assert lines[0].startswith("commitment to the seed that all boards come from: ")
    assert lines[1] == f"commitment to all boards: {commitment}"
    assert any(line.startswith("100 % | 8 of 8 games, 4 of 4 boards") for line in lines)
    assert any(line.startswith("  Provable: the referee drew the seeds") for line in lines)
    assert any("euchre verify" in line for line in lines)


async def test_a_chosen_seed_gives_the_same_games_again(tmp_path: Path, server: Server) -> None:
    configuration = tmp_path / "random.toml"
    configuration.write_text(
        'rules = "euchre-two-handed"\nbots = ["random", "other=random"]\nboards = 9\nseed = 2026\n'
    )
    reaching = ("--server", server.address, "--token", server.operator_token)
    arguments = ("--rules", "euchre-two-handed", "--bots", "random,other=random", "--boards", "9", "--seed", "2026")
    # One after the other: a busy machine is slow enough as it is.
    one = await run(tmp_path / "one", *arguments, *reaching)
    other = await run(tmp_path / "other", str(configuration), *reaching)
    assert (one.code, other.code) == (0, 0), one.err + other.err
    in_order(one)
    assert [record["deals"] for record in one.records] == [record["deals"] for record in other.records]
    assert one.standings == other.standings
    # The two of one name draw for themselves: else every board would be a draw.
    assert len({json.dumps(record["deals"]) for record in one.records}) == 18


async def test_rounds_follow_each_other_with_processes_of_their_own(tmp_path: Path, server: Server) -> None:
    arguments = ("--rules", "euchre-two-handed", "--bots", "random,greedy,first", "--boards", "2", "--no-duplicate")
    reaching = ("--server", server.address, "--token", server.operator_token)
    found = await run(tmp_path / "out", *arguments, "--format", "swiss", "--rounds", "2", *reaching)
    assert found.code == 0, found.out + found.err
    in_order(found)
    assert any(line.startswith("round 2: ") and "; byes: " in line for line in found.out.splitlines())
    form = mapping(mapping(found.standings["terms"], "")["form"], "")
    assert (form["format"], form["rounds"], form["duplicate"]) == ("swiss", 2, False)
    numbers = [mapping(record["tournament"], "") for record in found.records]
    assert [(each["pairing"], each["board"], each["table"]) for each in numbers] == [
        (1, 1, 1),
        (1, 2, 2),
        (2, 3, 1),
        (2, 4, 2),
    ]


async def test_an_interrupt_stops_every_process_and_keeps_what_was_played(tmp_path: Path) -> None:
    process = await begin(tmp_path / "out", "--rules", "buck", "--bots", "first,second=first", "--boards", "9999")
    games = tmp_path / "out" / "games.jsonl"
    await until(lambda: games.exists() and games.stat().st_size, DEADLINE)
    started = descendants(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = await asyncio.wait_for(process.communicate(), DEADLINE)
    await until(lambda: not alive(started), DEADLINE)
    assert process.returncode == 130, err
    assert len(started) >= 10, "a store, a referee and eight bots"
    found = Run(130, out.decode(), err.decode(), tmp_path / "out")
    assert found.standings["complete"] is False
    assert recount({**found.standings, "terms": _without_commitment(found)}, map(judge, found.records)) == ()
    assert "Incomplete" in (tmp_path / "out" / "report.html").read_text()


def _without_commitment(found: Run) -> object:
    """The terms without the commitment to all boards, which cannot be checked on some of them."""
    terms = mapping(found.standings["terms"], "")
    return {**terms, "seeds": {**mapping(terms["seeds"], ""), "commitment": ""}}


async def test_bots_do_not_outlive_a_runner_that_is_killed(tmp_path: Path, server: Server) -> None:
    arguments = ("--rules", "euchre-two-handed", "--bots", "first,greedy", "--boards", "9999")
    reaching = ("--server", server.address, "--token", server.operator_token)
    process = await begin(tmp_path / "out", *arguments, *reaching)
    games = tmp_path / "out" / "games.jsonl"
    await until(lambda: games.exists() and games.stat().st_size, DEADLINE)
    started = descendants(process.pid)
    assert len(started) == 4
    process.kill()
    await process.communicate()
    await until(lambda: not alive(started), DEADLINE)
    # Nobody plays it any more, but the service would wait for somebody.
    assert (await order(tmp_path / "out", "cancel", *reaching)).code == 0


async def test_a_process_that_ends_is_started_again_and_nothing_is_lost(tmp_path: Path, server: Server) -> None:
    (tmp_path / "mortal.py").write_text(
        "import os, pathlib\n"
        "class Once:\n"
        "    def __call__(self, turn):\n"
        "        if not (mark := pathlib.Path('died')).exists():\n"
        "            mark.touch()\n"
        "            os._exit(3)\n"
        "        return turn.legal[0]\n"
    )
    arguments = ("--rules", "euchre-two-handed", "--bots", "first,once=mortal:Once", "--boards", "2")
    found = await run(tmp_path / "out", *arguments, "--server", server.address, "--token", server.operator_token)
    assert found.code == 0, found.out + found.err
    assert (tmp_path / "died").exists()
    assert "its process ended with exit code 3; started again" in (found.directory / "bots.log").read_text()
    in_order(found)


async def test_the_clock_plays_for_a_bot_that_breaks_and_the_end_says_so(tmp_path: Path, server: Server) -> None:
    (tmp_path / "broken.py").write_text("def bot():\n    return lambda turn: 1 / 0\n")
    configuration = tmp_path / "few.toml"
    configuration.write_text("concurrency = 4\n")
    found = await run(
        tmp_path / "out", str(configuration), "--rules", "euchre-two-handed", "--bots", "first,broken=broken:bot",
        "--boards", "30", "--action-limit-ms", "200", "--server", server.address, "--token", server.operator_token,
    )  # fmt: skip
    assert found.code == 1, found.out + found.err
    assert "broken is paused: " in found.out
    (missing,) = (line for line in found.out.splitlines() if line.startswith("Not complete: "))
    assert missing.startswith("Not complete: pairing 1 (first, broken), boards ")
    assert "ZeroDivisionError" in (found.directory / "bots.log").read_text()
    assert found.standings["complete"] is False
    rows = {row["name"]: row["figures"] for row in found.standings["standings"]}  # type: ignore[attr-defined]
    # On a slow machine the other one may be late as well, but not always.
    assert rows["broken"]["timeouts"] > rows["first"]["timeouts"]
    assert all("end" not in record for record in found.records), "the clock played every game to its end"


async def test_a_server_that_refuses_is_named(tmp_path: Path, server: Server) -> None:
    arguments = ("--rules", "euchre", "--bots", "first,greedy", "--boards", "2")
    found = await run(tmp_path / "out", *arguments, "--server", server.address, "--token", "nonsense")
    assert found.code == 1
    assert "UNAUTHENTICATED" in found.err
    assert "Traceback" not in found.err
    assert not found.directory.exists()


pytestmark = pytest.mark.timeout(2 * DEADLINE)
