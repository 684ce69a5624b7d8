"""Rule sets of every preset with options drawn at random."""

from hypothesis import strategies as st

from euchre_referee.rules.options import Between, OneOf, Option
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset


def option_values(option: Option) -> st.SearchStrategy[object]:
    """Any value the option accepts, as JSON gives it."""
    allowed = option.allowed
    if isinstance(allowed, OneOf):
        return st.sampled_from(allowed.values)
    if isinstance(allowed, Between):
        return st.integers(allowed.low, allowed.high)
    return st.lists(st.sampled_from(allowed.words), unique=True)


@st.composite
def presets_with_options(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """A preset with up to six options of its own; not every set can be played together."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    options = PRESETS[preset].options
    names = draw(st.lists(st.sampled_from(sorted(options)), unique=True, max_size=6))
    return preset, {name: draw(option_values(options[name])) for name in names}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A rule set that can be played."""
    rules = parse_ruleset(*draw(presets_with_options()))
    while isinstance(rules, RuleSetProblems):
        rules = parse_ruleset(*draw(presets_with_options()))
    return rules
