"""The command that judges files of records."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.cli.adjudicate import main
from euchre_referee.cli.record_files import GREATEST_LINE
from tests.conformance.cases import HERE

EMPTY_GAME = b'{"id": "empty", "ruleset": {"preset": "euchre"}, "deals": []}'
MISDEALT = b'{"ruleset": {"preset": "euchre"}, "deals": [{"dealer": 0, "hands": []}]}'


def judge(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> tuple[int, list[dict[str, Any]]]:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    status = main([str(file)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_all_in_order_exits_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, answers = judge(tmp_path, capsys, EMPTY_GAME + b"\n" + EMPTY_GAME)
    assert status == 0
    assert [answer["id"] for answer in answers] == ["empty", "empty"]


def test_an_error_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, answers = judge(tmp_path, capsys, EMPTY_GAME + b"\r\n" + MISDEALT + b"\r\n")
    assert status == 1
    assert answers[1]["error"] == {"deal": 0, "action": None, "reason": "WRONG_HAND_SIZE"}
    assert "RULES 2" in answers[1]["detail"]


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (b"", "not JSON: Expecting value at character 0"),
        (b"\xff{}", "not UTF-8 at byte 0"),
        (b'{"id": "a", "rul', "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 50_000, "nested too deeply"),
        (b"1" * 10_000, "not JSON"),
        (b'{"ruleset": NaN, "deals": []}', "not JSON: NaN is no JSON number"),
        (b"[]", "a record is a JSON object"),
        (b'"' + b"x" * (GREATEST_LINE * 2) + b'"', "longer than"),
    ],
    ids=["blank", "utf-8", "cut off", "deep list", "deep object", "digits", "NaN", "no object", "huge"],
)
def test_a_broken_line_gets_its_answer_and_the_rest_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, detail: str
) -> None:
    status, answers = judge(tmp_path, capsys, line + b"\n" + EMPTY_GAME + b"\n")
    assert status == 2
    assert answers[0]["error"] == {"deal": None, "action": None, "reason": "UNREADABLE_RECORD"}
    assert detail in answers[0]["detail"]
    assert [answer["id"] for answer in answers] == [None, "empty"]


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "nowhere.jsonl"
    assert main([str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err


def test_standard_input_is_the_default(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EMPTY_GAME)))
    assert main([]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "empty"


def test_several_files_answer_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(EMPTY_GAME)
    bad.write_bytes(MISDEALT)
    assert main([str(good), str(bad), str(good)]) == 1
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ["empty", None, "empty"]


def test_a_reader_that_goes_away_ends_it_without_a_traceback() -> None:
    program = "import sys; from euchre_referee.cli.adjudicate import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, *[str(HERE / "random.jsonl")] * 5]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False, timeout=100)
    os.close(writing)
    assert done.stderr == b""
