"""`euchre perft`: counts, comparisons, and errors with their places."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Said, euchre

SUITE = Path(__file__).parents[1] / "conformance" / "perft.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in SUITE.read_text().splitlines()]


def counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *lines: Any) -> Said:
    """The answers to lines that come in on standard input."""
    content = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    return euchre(capsys, "perft", "-")


def without_nodes(case: dict[str, Any], **more: object) -> dict[str, Any]:
    return {key: value for key, value in case.items() if key != "nodes"} | more


def test_the_answers_are_those_of_the_suite(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "perft", str(SUITE))
    assert (said.status, said.err) == (0, "")
    expected = [json.dumps({"id": case["id"], "nodes": case["nodes"]}) for case in CASES]
    assert said.out.splitlines() == expected


def test_the_depth_stands_in_the_record_or_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [without_nodes(case, depth=len(case["nodes"])) for case in CASES]
    said = counted(capsys, monkeypatch, *asked)
    assert [json.loads(line)["nodes"] for line in said.out.splitlines()] == [case["nodes"] for case in CASES]
    case = CASES[0]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(without_nodes(case)).encode())))
    assert json.loads(euchre(capsys, "perft", "--depth", "3").out)["nodes"] == case["nodes"][:3]


def test_without_a_depth_it_counts_seven_actions_or_to_the_end_of_the_deal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = counted(capsys, monkeypatch, *map(without_nodes, CASES))
    for line, case in zip(said.out.splitlines(), CASES, strict=True):
        nodes = json.loads(line)["nodes"]
        assert nodes[: len(case["nodes"])] == case["nodes"]
        assert nodes[-1] == 0 or len(nodes) == 7
        assert 0 not in nodes[:-1]


def test_nodes_that_differ_are_told_with_their_depth(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[0]
    wrong = [*case["nodes"][:2], 99, *case["nodes"][3:]]
    said = counted(capsys, monkeypatch, case | {"nodes": wrong}, case)
    first, second = map(json.loads, said.out.splitlines())
    assert said.status == 1
    assert first["error"] == {"depth": 3, "reason": "NODES_DIFFER"}
    assert first["place"] == "-:1"
    assert (first["nodes"], first["expected"]) == (case["nodes"], wrong)
    assert second == {"id": case["id"], "nodes": case["nodes"]}


def test_nothing_follows_the_end_of_a_deal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in CASES if case["nodes"] == [1, 0])
    said = counted(
        capsys,
        monkeypatch,
        case | {"nodes": [1, 0, 0, 0]},
        case | {"nodes": []},
        {"ruleset": {"preset": "buck"}, "deals": []},
    )
    assert said.status == 0
    assert [json.loads(line)["nodes"] for line in said.out.splitlines()] == [[1, 0, 0, 0], [], [0]]


def test_errors_are_named_with_their_places_and_the_rest_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[0]
    deal = case["deals"][0]
    illegal = case | {"deals": [deal | {"actions": [*deal["actions"][:2], "3 play B"]}]}
    problems = case | {"ruleset": {"preset": "euchre", "options": {"penalty": 1, "joker": 2}}}
    said = counted(capsys, monkeypatch, illegal, problems, b'{"id": "cut\n', case)
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.status == 2
    assert answers[0]["error"] == {"deal": 0, "action": 2, "reason": "CARD_NOT_IN_HAND"}
    assert answers[0]["nodes"] is None
    assert {problem["option"] for problem in answers[1]["problems"]} == {"penalty", "joker"}
    assert answers[2]["error"]["reason"] == "UNREADABLE_RECORD"
    assert answers[3]["nodes"] == case["nodes"]
    assert [answer.get("place") for answer in answers] == ["-:1", "-:2", "-:3", None]
    assert counted(capsys, monkeypatch, illegal).status == 1


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"nodes": 3}, "nodes must be a list of at most 100 whole numbers from 0"),
        ({"nodes": [1, True]}, "nodes must be a list"),
        ({"nodes": [1, -1]}, "nodes must be a list"),
        ({"nodes": [1] * 101}, "nodes must be a list"),
        ({"depth": 0}, "depth must be a whole number from 1 to 100"),
        ({"depth": "3"}, "depth must be a whole number from 1 to 100"),
        ({"depth": True}, "depth must be a whole number from 1 to 100"),
    ],
)
def test_depths_that_are_none_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wrong: dict[str, object], detail: str
) -> None:
    said = counted(capsys, monkeypatch, without_nodes(CASES[0]) | wrong)
    answer = json.loads(said.out)
    assert said.status == 2
    assert answer["id"] == CASES[0]["id"]
    assert answer["error"]["reason"] == "UNREADABLE_RECORD"
    assert detail in answer["detail"]


@pytest.mark.parametrize("depth", ["0", "-1", "101", "x", "1" * 5000])
def test_a_depth_out_of_range_is_named(capsys: pytest.CaptureFixture[str], depth: str) -> None:
    said = euchre(capsys, "perft", "--depth", depth, str(SUITE))
    assert (said.status, said.out) == (2, "")
    assert "a depth is a whole number from 1 to 100" in said.err
