"""Random rule sets, deals and games for property tests."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from euchre_referee.rules.dealing import hands_from
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS, Preset
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import Deal, State

seeds = st.integers(0, 2**32)
NEAR = 6


def rules_of(preset: str, **options: object) -> RuleSet:
    """A rule set that is known to be in order."""
    rules = parse_ruleset(preset, options)
    assert isinstance(rules, RuleSet), rules
    return rules


def options_of(rules: RuleSet) -> dict[str, object]:
    """Every option of a rule set as JSON gives it, the defaults included."""
    values = {name: getattr(rules, name) for name in PRESETS[rules.preset].options}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in values.items()}


def option_values(option: Option) -> st.SearchStrategy[object]:
    """Values an option accepts, as JSON gives them; numbers often lie near the default, so that games end."""
    match option.allowed:
        case OneOf(values=values):
            return st.sampled_from(values)
        case Between(low=low, high=high):
            assert isinstance(option.default, int)
            near = st.integers(max(low, option.default - NEAR), min(high, option.default + NEAR))
            return near | st.integers(low, high)
        case SetOf(words=words):
            return st.lists(st.sampled_from(words), unique=True)


def random_rules(preset: str, rng: random.Random) -> tuple[RuleSet, dict[str, object]]:
    """A playable rule set of a preset, and the options that make it."""
    options = PRESETS[preset].options.items()
    while True:
        chosen = {name: _random_value(option, rng) for name, option in options if rng.random() < 0.3}
        rules = parse_ruleset(preset, chosen)
        if isinstance(rules, RuleSet):
            return rules, chosen


def _random_value(option: Option, rng: random.Random) -> object:
    match option.allowed:
        case OneOf(values=values):
            return rng.choice(values)
        case Between(low=low, high=high):
            return rng.randint(low, high)
        case SetOf(words=words):
            return [word for word in words if rng.random() < 0.5]


def _options(preset: Preset) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({}, optional={name: option_values(option) for name, option in preset.options.items()})


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Playable rule sets over every preset and option."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    parsed = st.builds(parse_ruleset, st.just(preset), _options(PRESETS[preset]))
    rules = draw(parsed.filter(lambda found: isinstance(found, RuleSet)))
    assert isinstance(rules, RuleSet)
    return rules


def done(after: object) -> State:
    """A step that must have been accepted."""
    assert isinstance(after, State), after
    return after


def random_deal(state: State, rng: random.Random) -> Deal:
    """A shuffled deal by the dealer whose turn it is."""
    rules = state.rules
    dealer = state.dealer if state.dealer >= 0 else rng.randrange(rules.players)
    return hands_from(rules, dealer, rng.sample(rules.deck, len(rules.deck)))


def states_of_a_game(rules: RuleSet, seed: int, deals: int = 3) -> Iterator[State]:
    """Every state of a random game, or of its first deals."""
    rng = random.Random(seed)
    state = new_game(rules)
    for _ in range(deals):
        if state.finished:
            return
        state = done(deal(state, random_deal(state, rng)))
        yield state
        while state.to_act >= 0:
            state = done(apply(state, state.to_act, rng.choice(state.legal)))
            yield state
