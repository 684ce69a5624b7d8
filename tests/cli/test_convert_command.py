"""`euchre convert`: between records and Euchre Game Notation, with files and with pipes."""

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.cli.adjudicate import main as adjudicate
from euchre_referee.cli.convert import main as convert
from tests.rules.egn.played import played, record_of
from tests.rules.games import rules_of

RULES = rules_of("euchre")


def records(tmp_path: Path, count: int) -> Path:
    """A file of so many records, each of a game of its own."""
    file = tmp_path / "games.jsonl"
    games = [{**record_of(RULES, played(RULES, seed)), "id": f"game {seed}"} for seed in range(count)]
    file.write_text("\n".join(map(json.dumps, games)), encoding="utf-8")
    return file


def judged(capsys: pytest.CaptureFixture[str], *names: str) -> list[dict[str, Any]]:
    """The verdicts on these files."""
    capsys.readouterr()
    adjudicate(names)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_there_and_back_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out, back = records(tmp_path, 3), tmp_path / "egn", tmp_path / "back"
    assert convert([str(file), "--out", str(out)]) == 0
    games = sorted(map(str, out.iterdir()))
    assert [Path(name).name for name in games] == ["game_0.egn", "game_1.egn", "game_2.egn"]
    assert convert([*games, "--out", str(back)]) == 0
    wanted = judged(capsys, str(file))
    assert judged(capsys, *sorted(map(str, back.iterdir()))) == wanted
    for verdict, record in zip(judged(capsys, *games), wanted, strict=True):
        assert {key: verdict[key] for key in record} == record


def test_standard_output_gets_a_game_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = records(tmp_path, 2)
    assert convert([str(file)]) == 0
    told = capsys.readouterr().out
    lines = tmp_path / "egn.jsonl"
    lines.write_text(told, encoding="utf-8")
    assert [verdict["id"] for verdict in judged(capsys, str(lines))] == ["game 0", "game 1"]
    assert convert([str(lines), "--to", "egn"]) == 0
    assert capsys.readouterr().out == told


def test_games_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    record = json.dumps({"id": "../a", "ruleset": {"preset": "euchre"}, "deals": []})
    file, out = tmp_path / "games.jsonl", tmp_path / "egn"
    file.write_text(f"{record}\n{record}\n", encoding="utf-8")
    assert convert([str(file), "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["_a-2.egn", "_a.egn"]


def test_what_is_there_already_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = records(tmp_path, 1), tmp_path / "egn"
    assert convert([str(file), "--out", str(out)]) == 0
    assert convert([str(file), "--out", str(out)]) == 1
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ('{"ruleset": {"preset": "buck"}, "deals": []}', 1, "preset: EGN has no way to write buck"),
        ('{"ruleset": {"preset": "euchre", "options": {"slam": true}}, "deals": []}', 1, "slam: EGN cannot express it"),
        ('{"ruleset": {"preset": "euchre"}, "deals": [', 2, "not JSON"),
        ("[]", 2, "a game is a JSON object"),
        ('{"fileType": "Euchre Game Notation", "version": "9"}', 2, "version must be"),
    ],
)
def test_what_cannot_be_told_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, status: int, told: str
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"ruleset": {"preset": "euchre"}, "deals": []}\n' + line + "\n", encoding="utf-8")
    assert convert([str(file)]) == status
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    assert f"{file}:2: " in printed.err
    assert told in printed.err
