"""The runner that other implementations use, against the commands of this one and against programs that err."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.cases import HERE

EUCHRE = f"{shlex.quote(sys.executable)} -m euchre_referee.cli.main"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The runner as a program of its own, without this repository's packages on its path."""
    command = [sys.executable, "-I", str(HERE / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)


def test_this_implementation_conforms() -> None:
    done = run(
        "--adjudicate", f"{EUCHRE} adjudicate", "--perft", f"{EUCHRE} perft", "--presets", f"{EUCHRE} rules --json"
    )
    assert done.stdout.splitlines() == [
        "worked.jsonl: 122 cases, all as expected",
        "random.jsonl: 1032 cases, all as expected",
        "perft.jsonl: 78 cases, all as expected",
        "presets.json: 13 presets, all as expected",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def program(folder: Path, body: str) -> str:
    """A program that reads records from standard input, one a line."""
    file = folder / "program.py"
    file.write_text(f"import json, sys\nfor number, line in enumerate(sys.stdin):\n    {body}\n")
    return shlex.join([sys.executable, str(file)])


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (
            "print(json.dumps({'id': json.loads(line)['id'], 'nodes': []}))",
            "perft-euchre-0: nodes is [], expected [4, ",
        ),
        ("print('{\"id\": 1}')", 'perft-euchre-0: id is 1, expected "perft-euchre-0"'),
        ("print('{\"id\": 1}')", "perft-euchre-0: nodes is missing, expected [4, "),
        ("print('what?')", "perft-euchre-0: the answer is no JSON object: what?"),
        ("print('[]')", "perft-euchre-0: the answer is no JSON object: []"),
        ("print('{}') if number else None", "perft-american-belote-four-5: no answer"),
        ("print('{}'), number or print('{}')", "line 79: an answer more than there are cases"),
        ("assert 'nodes' not in line; assert 'expect' not in line; print(line[:0])", "is no JSON object: "),
    ],
)
def test_what_a_program_gets_wrong_is_told(tmp_path: Path, body: str, complaint: str) -> None:
    done = run("--perft", program(tmp_path, body), "--most", "1000")
    assert done.returncode == 1
    assert complaint in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" differences")


def test_one_wrong_key_of_one_answer_is_found(tmp_path: Path) -> None:
    answers = [json.loads(line)["expect"] for line in (HERE / "worked.jsonl").read_text().splitlines()]
    answers[3]["game_value"] = True
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    done = run("--adjudicate", f"cat {shlex.quote(str(file))}", "--most", "1")
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == [
        "worked.jsonl: E-6b: game_value is true, expected 1",
        "worked.jsonl: 122 cases, 1 differences",
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a command"),
        (["--perft", "/no/such/program"], "/no/such/program: No such file or directory"),
        (["--perft", '"'], "No closing quotation"),
    ],
)
def test_what_cannot_be_run_is_named(arguments: list[str], complaint: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
