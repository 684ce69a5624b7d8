"""No bot ever chooses an illegal action, whatever the rule set; the same seeds give the same games."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from euchre_referee.bots import BOTS
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSetProblems, parse_ruleset
from tests.bots.rule_sets import presets_with_options
from tests.bots.tables import play_game, quick_bot, rule_set


@settings(max_examples=300)
@given(
    chosen=presets_with_options(),
    names=st.lists(st.sampled_from(sorted(BOTS)), min_size=5, max_size=5),
    seed=st.integers(),
)
@example(("euchre", {"call_for_best": "turn_up", "all_pass": "stick_dealer"}), ["random"] * 4 + ["careful"], 1)
@example(("euchre-railroad", {"misdeal_claims": ["farmers_hand"]}), ["careful", "greedy"] * 2 + ["first"], 2)
@example(("buck", {"withdraw": "secret", "withdraw_floor": 20}), ["careful", "montecarlo"] * 2 + ["first"], 3)
def test_bots_choose_legal_actions_under_every_rule_set(
    chosen: tuple[str, dict[str, object]], names: list[str], seed: int
) -> None:
    rules = parse_ruleset(*chosen)
    assume(not isinstance(rules, RuleSetProblems))
    assert not isinstance(rules, RuleSetProblems)
    bots = [quick_bot(name, seed) for name in names[: rules.players]]
    play_game(rules, bots, seed, deals=3)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_plays_every_preset(preset: str, name: str) -> None:
    rules = rule_set(preset)
    deals = 6 if name == "montecarlo" else 40
    assert play_game(rules, [quick_bot(name, seat) for seat in range(rules.players)], preset, deals)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_same_seeds_same_game(name: str) -> None:
    rules = rule_set("buck", {"withdraw": "secret"})

    def play() -> list[tuple[int, ...]]:
        bots = [quick_bot(name, seat) for seat in range(4)]
        return [state.moves for state in play_game(rules, bots, "again", deals=5)]

    assert play() == play()
