"""A program that shares its partner's hand and remembers boards wins where it may, and gains nothing in a tournament,
where each seat of each table is a process of its own."""

import json
import shutil
from pathlib import Path
from typing import Final

import pytest

from euchre_referee.api.encoding import turn_message
from euchre_referee.rules.actions import parse_action
from euchre_referee.tournament.fields import Json, mapping, sequence
from tests.conftest import Server
from tests.leak import cheats
from tests.leak.cheats import Cheat, Honest
from tests.referee.tables import new_table
from tests.rules.games import rules_of
from tests.tournament.runs import Run, run

BOARDS: Final = 150
REAL_BOARDS: Final = 20
LEFT: Final = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""By suit, the other one of its colour."""
Program = type[Honest] | type[Cheat]


def lead(board: int, even: Program, odd: Program) -> int:
    """By how much the even seats win a board whose seats are all played in this process."""
    table = new_table(rules_of("euchre", max_deals=1), board, strike_limit=0)
    bots = [program() for program in (even, odd, even, odd)]
    while not table.over:
        code = parse_action(bots[table.state.to_act](turn_message(table.game, None)))
        assert code is not None
        table.act(code)
    return table.state.scores[0] - table.state.scores[1]


def gain(program: Program, monkeypatch: pytest.MonkeyPatch) -> float:
    """Points of a program over an honest one, of a board at two tables."""
    won = 0
    for board in range(BOARDS):
        monkeypatch.setattr(cheats, "SEEN", {})
        won += lead(board, program, Honest) - lead(board, Honest, program)
    return won / BOARDS


def test_in_one_process_the_cheat_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gain(Honest, monkeypatch) == 0
    assert gain(Cheat, monkeypatch) > 0.1


def folder(within: Path, name: str) -> Path:
    """A directory with the programs in it."""
    made = within / name
    made.mkdir()
    shutil.copy(cheats.__file__, made)
    return made


async def played(directory: Path, program: str, server: Server) -> Run:
    """A tournament of a program against an honest one."""
    found = await run(
        directory / "out", "--rules", "euchre", "--bots", f"one=cheats:{program},other=cheats:Honest",
        "--boards", str(REAL_BOARDS), "--seed", "2026", "--server", server.address, "--token", server.operator_token,
    )  # fmt: skip
    assert found.code == 0, found.err
    return found


def tempted(record: Json) -> int:
    """In how many deals the cheat would have ordered what is turned up, had it seen its partner's hand."""
    players, deals = sequence(record["players"], "players"), sequence(record["deals"], "deals")
    found = 0
    for deal in (mapping(each, "deal") for each in deals):
        hands, (turn_up, *_) = (
            [str(hand).split() for hand in sequence(deal["hands"], "hands")],
            str(deal["talon"]).split(),
        )
        left = "J" + LEFT[turn_up[1]]
        for first in (seat for seat in range(2) if players[seat] == "one"):
            side = (first, first + 2)
            held = [card for seat in side for card in hands[seat] if card[1] == turn_up[1] or card == left]
            found += len(held) + (deal["dealer"] in side) >= cheats.ENOUGH
    return found


async def test_in_a_tournament_the_cheat_plays_as_if_it_were_honest(tmp_path: Path, server: Server) -> None:
    honest = await played(folder(tmp_path, "honest"), "Honest", server)
    cheating = await played(folder(tmp_path, "cheating"), "Cheat", server)
    assert [record["deals"] for record in cheating.records] == [record["deals"] for record in honest.records]
    assert len(honest.records) == 2 * REAL_BOARDS
    assert sum(map(tempted, honest.records))
    terms, others = (json.dumps(found.standings["terms"]) for found in (cheating, honest))
    assert terms.replace("cheats:Cheat", "cheats:Honest") == others
    assert "local" in terms
