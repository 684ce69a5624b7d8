"""The page for other implementers says what is so."""

import json
import re
from typing import Any

import pytest

from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.cases import HERE

PAGE = (HERE / "README.md").read_text(encoding="utf-8")

LINES = [line for name in ("worked", "random") for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
EXPECTED: list[dict[str, Any]] = [json.loads(line)["expect"] for line in LINES]


def section(title: str) -> str:
    """What stands under a heading."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def example(title: str) -> Any:
    """The JSON that a section begins with."""
    return json.loads(section(title).partition("```json\n")[2].partition("```")[0])


@pytest.mark.parametrize("name", ["worked.jsonl", "random.jsonl", "perft.jsonl"])
def test_the_cases_are_as_many_as_it_says(name: str) -> None:
    (told,) = re.findall(rf"^\| `{name}` \| ([0-9,]+) ", PAGE, re.MULTILINE)
    assert int(told.replace(",", "")) == len((HERE / name).read_text(encoding="utf-8").splitlines())


def test_the_record_is_one_and_the_answer_has_the_keys_of_answers() -> None:
    judged = adjudicate(example("A record"))
    assert judged["error"] is None
    answer = example("An answer")
    assert set(answer) == set(judged)
    assert set(answer["deals"][0]) == set(EXPECTED[0]["deals"][0])


def test_all_words_of_answers_are_there() -> None:
    told = set(re.findall(r"`([A-Za-z_]+)`", section("An answer")))
    outcomes = {deal["outcome"] for answer in EXPECTED for deal in answer.get("deals", ())}
    ends = {answer["ended_by"] for answer in EXPECTED if answer.get("ended_by")}
    assert {*Reason, *outcomes, *ends} <= told


def test_the_canonical_forms_and_hashes_are_right() -> None:
    rows = re.findall(r"^\| `(\{.+\})` \| `([0-9a-f]{64})` \|$", section("Canonical form and hash"), re.MULTILINE)
    assert len(rows) == 3
    for canonical, digest in rows:
        rules = parse_ruleset(**json.loads(canonical))
        assert isinstance(rules, RuleSet)
        assert (rules.canonical, rules.hash) == (canonical, digest)
