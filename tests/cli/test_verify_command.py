"""`euchre verify`: what it prints of each record, and what of boards that are alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.cli.verify import main
from tests.referee.test_likeness import game

Record = dict[str, Any]


def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str], *records: object) -> tuple[int, list[Record]]:
    """The exit status, and the answers."""
    games = tmp_path / "games.jsonl"
    games.write_text("".join(json.dumps(record) + "\n" for record in records))
    code = main([str(games)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_records_in_order_say_what_their_cards_prove(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = game(1, "1"), game(2, "2")
    code, answers = verified(tmp_path, capsys, first, second)
    assert code == 0
    assert answers == [
        {"id": record["id"], "in_order": True, "seeds": "provable", "faults": []} for record in (first, second)
    ]


def test_a_chosen_seed_is_reproducible_not_provable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (answer,) = verified(tmp_path, capsys, game(1, chosen=True))
    assert code == 0
    assert answer["seeds"] == "reproducible, not provable"
    lying = game(1, chosen=True)
    lying["proof"]["seed_mode"] = "provable"
    code, (answer,) = verified(tmp_path, capsys, lying)
    assert code == 1
    assert answer["faults"][0].startswith("proof.seed_mode: ")


def test_boards_that_are_alike_are_told_at_the_later_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = game(1, "1")
    code, answers = verified(tmp_path, capsys, first, game(1, "1", name="another table"), game(1, "2"))
    assert code == 1
    assert answers[0]["faults"] == []
    assert answers[2]["faults"] == [f"proof.seed: board 2 has the seed of board 1 (game {first['id']}, record 1)"]


def test_what_is_no_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, answers = verified(tmp_path, capsys, [], {"id": "x"})
    assert code == 1
    assert [(answer["id"], answer["seeds"]) for answer in answers] == [(None, None), ("x", None)]
    assert all(answer["faults"] for answer in answers)
