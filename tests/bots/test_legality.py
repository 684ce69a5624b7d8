"""No bot ever chooses an illegal action, whatever the rule set; the same seeds give the same games."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from euchre_referee.bots import BOTS, make_bot
from euchre_referee.rules.options import Between, OneOf, Option
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSetProblems, parse_ruleset
from tests.bots.tables import play_game, rule_set


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


@settings(max_examples=300)
@given(
    chosen=presets_with_options(),
    names=st.lists(st.sampled_from(sorted(BOTS)), min_size=5, max_size=5),
    seed=st.integers(),
)
@example(("euchre", {"call_for_best": "turn_up", "all_pass": "stick_dealer"}), ["random"] * 4 + ["careful"], 1)
@example(("euchre-railroad", {"misdeal_claims": ["farmers_hand"]}), ["careful", "greedy"] * 2 + ["first"], 2)
@example(("buck", {"withdraw": "secret", "withdraw_floor": 20}), ["careful", "greedy"] * 2 + ["first"], 3)
def test_bots_choose_legal_actions_under_every_rule_set(
    chosen: tuple[str, dict[str, object]], names: list[str], seed: int
) -> None:
    rules = parse_ruleset(*chosen)
    assume(not isinstance(rules, RuleSetProblems))
    assert not isinstance(rules, RuleSetProblems)
    bots = [make_bot(name, seed) for name in names[: rules.players]]
    play_game(rules, bots, seed, deals=6)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_plays_every_preset(preset: str, name: str) -> None:
    rules = rule_set(preset)
    assert play_game(rules, [make_bot(name, seat) for seat in range(rules.players)], preset, deals=40)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_same_seeds_same_game(name: str) -> None:
    rules = rule_set("buck", {"withdraw": "secret"})

    def play() -> list[tuple[int, ...]]:
        bots = [make_bot(name, seat) for seat in range(4)]
        return [state.moves for state in play_game(rules, bots, "again", deals=10)]

    assert play() == play()
