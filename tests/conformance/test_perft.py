"""The number of action sequences from given positions."""

import pytest

from euchre_referee.rules.adjudicate import position
from euchre_referee.rules.perft import perft
from euchre_referee.rules.state import State
from tests.conformance.cases import Case, cases


@pytest.mark.parametrize("case", cases("perft.jsonl"))
def test_action_sequences_are_as_many_as_counted(case: Case) -> None:
    start = position(case)
    assert isinstance(start, State)
    assert perft(start, len(case["nodes"])) == case["nodes"]
