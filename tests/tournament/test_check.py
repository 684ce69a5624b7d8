"""`euchre tournament check` finds whatever was changed in a tournament's files, and says so in words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from euchre_referee.cli.tournament import main
from tests.conftest import Server
from tests.tournament.runs import DEADLINE, run

Records = list[dict[str, Any]]
Document = dict[str, Any]

pytestmark = pytest.mark.timeout(2 * DEADLINE)


def write(directory: Path, records: Records, document: Document) -> None:
    """Writes a tournament's files, as if they had always been so."""
    directory.mkdir()
    (directory / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    (directory / "standings.json").write_text(json.dumps(document))


def better_figures(records: Records, document: Document) -> None:
    document["standings"][0]["score"]["mean"] += 1


def another_commitment(records: Records, document: Document) -> None:
    document["terms"]["seeds"]["commitment"] = "ab" * 32


def a_missing_board(records: Records, document: Document) -> None:
    del records[2:4]


def a_game_twice(records: Records, document: Document) -> None:
    records.append(records[0])


def tables_exchanged(records: Records, document: Document) -> None:
    records[0]["tournament"], records[2]["tournament"] = records[2]["tournament"], records[0]["tournament"]


def another_action(records: Records, document: Document) -> None:
    records[1]["deals"][0]["actions"][0] += "!"


def another_seed(records: Records, document: Document) -> None:
    records[0]["proof"]["seed"] = "00" * 32


def a_seed_twice(records: Records, document: Document) -> None:
    records[2]["proof"]["seed"] = records[0]["proof"]["seed"]


def no_proof(records: Records, document: Document) -> None:
    del records[0]["proof"]


CHANGES: Final[dict[Callable[[Records, Document], None], str]] = {
    better_figures: "Standings: 1 that the games do not bear out:\n  `standings` is ",
    another_commitment: f"not to the published {'ab' * 32}",
    a_missing_board: '`games` is {"planned": 6, "played": 6}, but the records add up to {"planned": 6, "played": 4}',
    a_game_twice: "its pairing, board and table occur a second time",
    tables_exchanged: "Boards: 4 not dealt alike:\n",
    another_action: "Play: 1 against the rules:\n",
    another_seed: f'(line 1): proof.seed: "{"00" * 32}", the entries give "',
    a_seed_twice: "Deals: 1 of boards that are alike:\n",
    no_proof: "(line 1): proof: the record has none",
}


async def test_what_was_changed_is_found_and_named(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--rules", "euchre", "--bots", "random,greedy", "--boards", "3")
    found = await run(tmp_path / "out", *arguments, "--server", server.address, "--token", server.operator_token)
    assert found.code == 0, found.err
    assert f"euchre tournament check {tmp_path / 'out'}" in found.out
    assert main(["check", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "6 games of 6, 3 boards, 2 entrants" in said
    assert "Proofs: cards, first dealers and histories follow from the seeds" in said
    assert "Deals: no two boards are alike." in said
    assert "Standings: they are what the games add up to" in said
    for change, expected in CHANGES.items():
        records: Records = json.loads(json.dumps(found.records))
        document: Document = json.loads(json.dumps(found.standings))
        change(records, document)
        directory = tmp_path / change.__name__
        write(directory, records, document)
        assert main(["check", str(directory)]) == 1, change.__name__
        assert expected in capsys.readouterr().out, change.__name__
    games = tmp_path / "out" / "games.jsonl"
    games.write_text(games.read_text() + "no JSON\n[]\n")
    assert main(["check", str(tmp_path / "out")]) == 2
    assert "Records: 2 cannot be read:\n  line 7: not JSON" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "NaN"])
def test_a_directory_without_a_tournament_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "name the directory of a tournament's results" in capsys.readouterr().err
    (tmp_path / "standings.json").write_text(text)
    (tmp_path / "games.jsonl").write_text("")
    assert main(["check", str(tmp_path)]) == 2
    assert "standings.json" in capsys.readouterr().err
