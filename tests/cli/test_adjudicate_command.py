"""`euchre adjudicate` with files in Euchre Game Notation, tables, and files that are no records at all."""

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.cli.adjudicate import main
from euchre_referee.cli.record_files import GREATEST_LINE
from tests.rules.egn.played import played, record_of, seen, standard
from tests.rules.games import rules_of

EGN = Path(__file__).parent.parent / "rules" / "egn"
EMPTY = '{"id": "empty", "ruleset": {"preset": "euchre"}, "deals": []}'
BOUND = 700 * 1024 * 1024
"""Bytes of address space for a process that judges: enough for a line of the greatest length, not for a great file."""


def run(content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str = "games.jsonl") -> list[Any]:
    """The answers to a file."""
    file = tmp_path / name
    file.write_bytes(content)
    main([str(file)])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_file_in_the_notation_is_one_game_over_many_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = (EGN / "old-names.egn").read_bytes()
    for name in ("game.egn", "GAME.EGN", "game.json", "game"):
        (answer,) = run(told, capsys, tmp_path, name)
        assert answer["error"] == {"deal": 1, "action": None, "reason": "MUST_FOLLOW_SUIT"}
        assert answer["place"] == str(tmp_path / name)


def test_so_it_is_on_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = b"\xef\xbb\xbf\n" + (EGN / "bowers-and-nines.egn").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told[4:])))
    assert main([]) == 0
    assert json.loads(capsys.readouterr().out)["scores"] == [5, 4, 5, 4]


def test_games_in_the_notation_may_stand_between_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = json.dumps(seen(standard(), played(standard(), 1)))
    answers = run(f"{EMPTY}\n{game}\n{EMPTY}\n".encode(), capsys, tmp_path)
    assert [answer["error"] for answer in answers] == [None, None, None]
    assert "faults" in answers[1]


@pytest.mark.parametrize(
    ("content", "details"),
    [
        (b"{\n" + EMPTY.encode() + b"\n", ["not JSON", None]),
        (b'{"fileType": "Euchre Game Notation",\n"version": "1.4"\n', ["not JSON", "not JSON"]),
        (b'{"a": 1,\n"b": 2}\n' + EMPTY.encode(), ["not JSON", "not JSON", None]),
        (b'{"ruleset": {"preset": "euchre"},\n "deals": []}', ["not JSON", "not JSON"]),
        (b"\xef\xbb\xbf" + EMPTY.encode() + b"\n\n" + EMPTY.encode(), [None, "not JSON", None]),
        (b"\x00\x01\xff\n\x7fELF", ["not UTF-8", "not JSON"]),
        (b'{"id": "a", "id": "b"}', ["an object has the key 'id' twice"]),
        (b'{"id": "\\ud800", "ruleset": 1}', ["deals must be a list"]),
        (b'{"ruleset": {}, "deals": [{"dealer": 1' + b"0" * 5000 + b"}]}", ["not JSON: Exceeds the limit"]),
        (b'{"ruleset": {"preset": "euchre"}, "deals": [], "end": {"seat": 1e999}}', ["end.seat must be"]),
        (b"", []),
        (b"\n", ["not JSON"]),
    ],
)
def test_every_line_has_exactly_one_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, details: list[str | None]
) -> None:
    answers = run(content, capsys, tmp_path)
    assert len(answers) == len(details)
    for number, (answer, detail) in enumerate(zip(answers, details, strict=True), 1):
        assert (answer["error"] is None) == (detail is None)
        if detail is not None:
            assert detail in answer["detail"]
            assert answer["place"].endswith(f"games.jsonl:{number}")


def test_an_empty_file_in_the_notation_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = run(b"", capsys, tmp_path, "game.egn")
    assert answer["error"]["reason"] == "UNREADABLE_RECORD"


def test_an_error_in_a_file_over_many_lines_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = run(b'{\n "fileType": "Euchre Game Notation",\n "version" 1\n}', capsys, tmp_path, "game.egn")
    assert answer["detail"].endswith("at line 3, column 12")


@pytest.mark.parametrize(
    ("change", "reason", "told"),
    [
        ({"hands": ["A\u2660 Ks 9d Tc Jc"]}, "CARD_NOT_IN_DECK", "hands[0]: 'A\u2660' is no card; write As"),
        ({"hands": ["As Ks 9d 10c Jc"]}, "CARD_NOT_IN_DECK", "hands[0]: '10c' is no card; write Tc"),
        ({"hands": ["7s Ks 9d Tc Jc"]}, "CARD_NOT_IN_DECK", "hands[0]: 7s is not in this deck"),
        ({"talon": "Qh Kh 9h As"}, "DUPLICATE_CARD", "talon: As is already in hands[0]"),
        ({"dealer": 4}, "WRONG_DEALER", "must be a seat from 0 to 3"),
        ({"actions": ["0 pass", "7 pass"]}, "MALFORMED_ACTION", "There is no seat 7"),
        ({"actions": ["0 pass", "1 order", "3 discard J\u2666"]}, "MALFORMED_ACTION", "is written Jd"),
    ],
)
def test_what_is_wrong_with_a_deal_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], reason: str, told: str
) -> None:
    hands = ["As Ks 9d Tc Jc", "Jh Ah 9s Kd 9c", "Ad Qd Td Qs Ts", "Jd Th Ac Kc Js"]
    deal: dict[str, Any] = {"dealer": 3, "hands": hands, "talon": "Qh Kh 9h Qc", **change}
    deal["hands"] = [*deal["hands"], *hands[len(deal["hands"]) :]]
    record = {"ruleset": {"preset": "euchre"}, "deals": [deal]}
    (answer,) = run(json.dumps(record).encode(), capsys, tmp_path)
    assert answer["error"]["reason"] == reason
    assert told in answer["detail"]


def test_tables_are_plain_lines_where_there_is_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_of("euchre")
    file = tmp_path / "games.jsonl"
    record = {**record_of(rules, played(rules, 1, most=2)), "id": "a\x1b[31m\ud800"}
    record["deals"][1]["actions"].append("0 pass")
    file.write_text(f"{json.dumps(record)}\nnonsense\n", encoding="utf-8")
    assert main(["--table", str(file), str(EGN / "old-names.egn")]) == 2
    told = capsys.readouterr().out
    assert told.startswith(f"{file}:1  a?[31m?\ndeal  dealer  maker")
    assert "error: deal 1, action " in told
    assert "DEAL_OVER: The deal is over; nobody is to act. (RULES 3)" in told
    assert f"{file}:2\nerror: UNREADABLE_RECORD" in told
    assert "\x1b" not in told


def test_tables_are_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["--table", str(EGN / "old-names.egn")]) == 1
    told = capsys.readouterr().out
    assert "\x1b[1m" in told
    assert "EUCHRED" in told


def judged_within_bounds(pieces: Iterable[bytes], tmp_path: Path) -> tuple[int, list[Any], int]:
    """Judges what is piped into a process of bounded memory: its exit status, its answers, its peak in bytes."""
    program = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({BOUND}, {BOUND}))
from euchre_referee.cli.adjudicate import main
from euchre_referee.cli.record_files import GREATEST_LINE
status = main([])
# Not getrusage: its peak counts what the process was before it became this program.
(peak,) = (line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(peak, file=sys.stderr)
sys.exit(status)
"""
    answers = tmp_path / "answers.jsonl"
    with answers.open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=told, stderr=subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stderr is not None
        with process.stdin as sink:
            for piece in pieces:
                sink.write(piece)
        errors = process.stderr.read()
        process.stderr.close()
    assert errors.strip().isdigit(), errors[-2000:]
    return process.wait(), list(map(json.loads, answers.read_text().splitlines())), int(errors) * 1024


def test_a_line_of_100_mb_is_passed_over_without_being_held(tmp_path: Path) -> None:
    megabyte = b"x" * 1024 * 1024
    pieces = [b'{"id": "', *[megabyte] * 100, b'"}\n', EMPTY.encode()]
    status, answers, peak = judged_within_bounds(pieces, tmp_path)
    assert status == 2
    assert "longer than 16777216 bytes" in answers[0]["detail"]
    assert answers[1]["id"] == "empty"
    assert peak < 160 * 1024 * 1024


@pytest.mark.parametrize("piece", [b"[],", b"{},", b'"",', b"1.5,", b'{"dealer":1,"hands":["As"],"talon":""},'])
def test_the_longest_line_that_is_read_fits_into_bounded_memory(tmp_path: Path, piece: bytes) -> None:
    begin, end = b'{"ruleset":{"preset":"euchre"},"deals":[', b"0]}\n"
    count = (GREATEST_LINE - len(begin) - len(end)) // len(piece)
    status, answers, _ = judged_within_bounds([begin, piece * count, end, EMPTY.encode()], tmp_path)
    assert status == 2
    assert [answer["id"] for answer in answers] == [None, "empty"]


def test_very_many_deals_in_one_game_are_judged(tmp_path: Path) -> None:
    rules = rules_of("euchre", all_pass="redeal")
    passed = played_passes(24_000)
    line = json.dumps({**record_of(rules, []), "deals": passed}, separators=(",", ":")).encode()
    assert 4_000_000 < len(line) < GREATEST_LINE
    status, answers, _ = judged_within_bounds([line, b"\n"], tmp_path)
    assert (status, len(answers[0]["deals"])) == (0, 24_000)


def played_passes(count: int) -> list[dict[str, Any]]:
    """Deals that nobody wants."""
    hands = ["As Ks 9d Tc Jc", "Jh Ah 9s Kd 9c", "Ad Qd Td Qs Ts", "Jd Th Ac Kc Js"]
    deals = []
    for number in range(count):
        dealer = number % 4
        actions = [f"{(dealer + 1 + at) % 4} pass" for at in range(8)]
        deals.append({"dealer": dealer, "hands": hands, "talon": "Qh Kh 9h Qc", "actions": actions})
    return deals


def test_very_many_lines_need_no_more_than_one(tmp_path: Path) -> None:
    lines = [EMPTY.encode() + b"\n", b"nonsense\n"] * 5_000
    status, answers, peak = judged_within_bounds(lines, tmp_path)
    assert (status, len(answers)) == (2, 10_000)
    assert peak < 60 * 1024 * 1024


def test_lines_that_may_be_one_game_are_held_only_so_long(tmp_path: Path) -> None:
    """A brace that never closes, and then nothing but line ends."""
    status, answers, peak = judged_within_bounds([b"{\n", b"\n" * 20_000, EMPTY.encode()], tmp_path)
    assert (status, len(answers)) == (2, 20_002)
    assert answers[-1]["id"] == "empty"
    assert peak < 100 * 1024 * 1024


def test_an_answer_is_out_before_the_next_line_comes() -> None:
    command = [sys.executable, "-m", "euchre_referee.cli.main", "adjudicate"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(EMPTY.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == "empty"
        process.stdin.close()
    assert process.returncode == 0


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(EMPTY + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "euchre_referee.cli.main", "adjudicate", str(file)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=100)
    assert done.returncode == 2
    assert b"the answers cannot be written: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_closed_standard_input_is_told() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m euchre_referee.cli.main adjudicate <&-', sys.executable],
        capture_output=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 2
    assert b"standard input is closed" in done.stderr
