"""The number of action sequences from given positions."""

import pytest

from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.perft import perft
from euchre_referee.rules.records import Record, parse_move, read_record
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import State
from tests.conformance.cases import Case, cases


def position(case: Case) -> State:
    record = read_record(case)
    assert isinstance(record, Record)
    rules = parse_ruleset(case["ruleset"]["preset"], case["ruleset"].get("options", {}))
    assert isinstance(rules, RuleSet)
    state = new_game(rules)
    for entry in record.deals:
        dealt = deal(state, entry.dealt)
        assert isinstance(dealt, State)
        state = dealt
        for text in entry.actions:
            move = parse_move(text)
            assert move is not None
            after = apply(state, *move)
            assert isinstance(after, State)
            state = after
    return state


@pytest.mark.parametrize("case", cases("perft.jsonl"))
def test_action_sequences_are_as_many_as_counted(case: Case) -> None:
    start = position(case)
    counted = [perft(start, depth) for depth in range(1, len(case["nodes"]) + 1)]
    assert counted == case["nodes"]
