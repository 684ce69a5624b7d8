"""A program on standard input and output at a real table, all seats of it: what is refused, late or broken."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from euchre.v1.game_pb2 import Turn
from euchre_client import AsyncClient, ruleset
from euchre_referee.api.encoding import legal_messages, view_message
from euchre_referee.cli.bot_guard import BrokenBot, Guard
from euchre_referee.cli.stdio.player import StdioPlayer
from euchre_referee.cli.stdio.program import Program
from tests.cli.stdio.scripts import shell
from tests.cli.stdio.test_program import asking
from tests.conftest import Server

SOUND = 'while read -r turn; do legal "$turn"; done'


@asynccontextmanager
async def seated(server: Server, action_limit_ms: int = 60_000) -> AsyncIterator[tuple[AsyncClient, str]]:
    """A client that has both seats of a game of one deal, and the game."""
    async with AsyncClient(server.address) as client:
        made = await client.create_game(
            ruleset("american-belote-two", {"max_deals": 1}), action_limit_ms=action_limit_ms, strike_limit=3
        )
        for seat in range(2):
            await client.join_game(made.game, "program", seat=seat)
        yield client, made.game


async def played(server: Server, script: str, action_limit_ms: int = 60_000) -> tuple[dict[str, Any], list[str]]:
    """The record of a game that a program played against itself, and what was remarked."""
    remarks: list[str] = []
    async with seated(server, action_limit_ms) as (client, game):
        program = Program(shell(script), remarks.append)
        try:
            await program.begin()
            await client.play(Guard(StdioPlayer(program, client, remarks.append)).bot, games=1)
        finally:
            await program.stop()
        return json.loads(await client.get_record(game)), remarks


async def test_a_whole_game(server: Server) -> None:
    record, remarks = await played(server, SOUND)
    assert record["deals"]
    assert "marks" not in record
    assert remarks == []


async def test_a_refused_answer_is_a_strike_and_the_turn_is_asked_again(server: Server) -> None:
    nonsense = "while read -r turn; do case $turn in *refused*) legal \"$turn\";; *) echo 'play my best';; esac; done"
    record, remarks = await played(server, nonsense)
    actions = sum(len(deal["actions"]) for deal in record["deals"])
    struck = [mark for mark in record["marks"] if mark["mark"] == "strike"]
    assert [mark["action"] for mark in struck] == list(range(actions))
    assert {mark["refused"] for mark in struck} == {"play my best"}
    # Every third strike of a seat is one too many, and the default action follows.
    assert sum(mark["mark"] == "strikes" for mark in record["marks"]) == sum(
        sum(mark["seat"] == seat for mark in struck) // 3 for seat in range(2)
    )
    assert remarks
    assert all("it answered 'play my best', which was refused, MALFORMED_ACTION" in remark for remark in remarks)


async def test_a_process_that_ends_is_followed_by_another_on_the_same_turn(server: Server, tmp_path: Path) -> None:
    once = f"[ -e {tmp_path}/mark ] || {{ : > {tmp_path}/mark; read -r turn; exit 5; }}; " + SOUND
    record, remarks = await played(server, once)
    assert "marks" not in record
    assert [remark.partition(": ")[2] for remark in remarks] == ["the program ended with exit code 5; started again"]


async def test_three_turns_lost_in_a_row_are_enough(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BrokenBot, match="3 turns in a row were lost; the last: the program "):
        await played(server, "exit 5", 500)
    assert capsys.readouterr().err.count("the turn is lost: the program ") == 3


async def test_what_was_not_asked_in_time_is_nobodys_fault(server: Server) -> None:
    async with AsyncClient(server.address) as client:
        program = Program(shell(SOUND), print)
        turn = Turn(game="g", version=1, time_left_ms=0)
        seen = asking().seen
        turn.view.CopyFrom(view_message(seen))
        turn.legal.extend(legal_messages(seen.legal))
        assert await StdioPlayer(program, client, print)(turn) is None
        await program.stop()
