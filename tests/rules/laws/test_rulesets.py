"""Rule sets drawn from the tables of options, in order and out of order."""

import pickle

from hypothesis import given

from euchre_referee.rules.ruleset import RuleSet
from tests.rules.games import options_of, rule_sets, rules_of


@given(rule_sets())
def test_every_rule_set_comes_back_from_its_options_and_from_a_pickle(rules: RuleSet) -> None:
    assert rules_of(rules.preset, **options_of(rules)) is rules
    assert pickle.loads(pickle.dumps(rules)) is rules
