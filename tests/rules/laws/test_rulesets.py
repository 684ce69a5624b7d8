"""Rule sets drawn from the tables of options, in order and out of order."""

import hashlib
import json
import pickle

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.rules.options import Between, OneOf, Option
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from tests.rules.games import options_of, rule_sets, rules_of


@given(rule_sets())
def test_every_rule_set_comes_back_from_its_options_and_from_a_pickle(rules: RuleSet) -> None:
    assert rules_of(rules.preset, **options_of(rules)) is rules
    assert pickle.loads(pickle.dumps(rules)) is rules


@given(rule_sets())
def test_the_canonical_form_holds_what_differs_sorted_and_without_blanks(rules: RuleSet) -> None:
    preset = PRESETS[rules.preset]
    given = {name: value for name, value in options_of(rules).items() if value != as_json(preset.options[name].default)}
    expected = json.dumps({"preset": rules.preset, "options": given}, sort_keys=True).replace(" ", "")
    assert rules.canonical == expected
    assert rules.hash == hashlib.sha256(expected.encode()).hexdigest()


def as_json(default: object) -> object:
    return sorted(default) if isinstance(default, tuple) else default


no_values = (
    st.none()
    | st.floats(allow_nan=False)
    | st.text(max_size=3)
    | st.lists(st.text(max_size=3) | st.integers(), min_size=1)
)
"""What no option accepts, whatever its kind: no word is that short."""


def wrong_values(option: Option) -> st.SearchStrategy[object]:
    """Values an option refuses, neighbours of what it accepts among them."""
    match option.allowed:
        case Between(low=low, high=high):
            return no_values | st.booleans() | st.integers(max_value=low - 1) | st.integers(min_value=high + 1)
        case OneOf(values=values) if isinstance(values[0], bool):
            return no_values | st.integers() | st.sampled_from(("true", "false"))
        case OneOf(values=values):
            return no_values | st.booleans() | st.integers().filter(lambda value: value not in values)
        case _:
            words = list(option.allowed.words)
            return no_values | st.booleans() | st.integers() | st.just([*words, words[0]]) | st.sampled_from(words)


@given(rule_sets(), st.data())
def test_every_problem_is_told_at_once(rules: RuleSet, data: st.DataObject) -> None:
    known = PRESETS[rules.preset].options
    unknown = sorted({name for preset in PRESETS.values() for name in preset.options} - set(known))
    wrong = data.draw(st.lists(st.sampled_from(sorted(known)), min_size=1, unique=True))
    lacking = data.draw(st.lists(st.sampled_from([*unknown, "stick_the_dealer", "", "Alone"]), unique=True))
    options = options_of(rules)
    options.update({name: data.draw(wrong_values(known[name])) for name in wrong})
    options.update(dict.fromkeys(lacking, True))
    parsed = parse_ruleset(rules.preset, options)
    assert isinstance(parsed, RuleSetProblems)
    assert sorted(problem.option for problem in parsed.problems) == sorted([*wrong, *lacking])
    assert all(problem.problem and problem.allowed for problem in parsed.problems)
