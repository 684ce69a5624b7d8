"""Records with the right answers, worked out apart from this code."""

import json

import pytest

from euchre_referee.rules.adjudicate import adjudicate
from tests.conformance.cases import Case, cases


@pytest.mark.parametrize("case", [*cases("worked.jsonl"), *cases("random.jsonl")])
def test_a_record_is_judged_as_expected(case: Case) -> None:
    record = {key: value for key, value in case.items() if key != "expect"}
    answer = json.loads(json.dumps(adjudicate(record)))
    assert {key: answer.get(key, "missing") for key in case["expect"]} == case["expect"]
