"""Every option of every preset, value by value: what it changes."""

import json
from typing import Any

import pytest

from tests.conformance.cases import HERE
from tests.rules.options import belote, buck, pairs, singles
from tests.rules.options.effects import Effect, Value, shown

PUBLISHED: dict[str, dict[str, dict[str, Any]]] = json.loads((HERE / "presets.json").read_text(encoding="utf-8"))

EFFECTS: tuple[Effect, ...] = (*pairs.EFFECTS, *singles.EFFECTS, *buck.EFFECTS, *belote.EFFECTS)

WITHOUT_EFFECT = {
    *((preset, "tie_break") for preset in (*pairs.PAIRS, "euchre-two-handed", "american-belote-four")),
    *((preset, "tie_break") for preset in ("american-belote-two",)),
}
"""Options that can decide nothing: one side alone scores in a deal."""


ROWS = [
    pytest.param(effect, preset, value, id=f"{preset}-{effect.option}={value}-{number}")
    for number, effect in enumerate(EFFECTS)
    for preset in effect.presets
    for value in effect.expected
]


@pytest.mark.parametrize(("effect", "preset", "value"), ROWS)
def test_what_a_value_changes(effect: Effect, preset: str, value: Value) -> None:
    assert shown(effect, preset, value) == effect.expected[value]


def effects_of(preset: str, option: str) -> list[Effect]:
    return [effect for effect in EFFECTS if effect.option == option and preset in effect.presets]


OPTIONS = [(preset, option) for preset, published in PUBLISHED.items() for option in published["options"]]


@pytest.mark.parametrize(("preset", "option"), OPTIONS)
def test_no_value_is_forgotten(preset: str, option: str) -> None:
    tried = {value for effect in effects_of(preset, option) for value in effect.expected}
    allowed = PUBLISHED[preset]["options"][option]["values"]
    default = PUBLISHED[preset]["options"][option]["default"]
    if isinstance(allowed, list):
        assert tried >= set(allowed)
    elif "set of" in allowed:
        assert tried >= {(), *((word,) for word in allowed["set of"])}
    else:
        assert default in tried
        assert len(tried) > 1


@pytest.mark.parametrize(("preset", "option"), OPTIONS)
def test_every_value_can_be_told_from_the_others(preset: str, option: str) -> None:
    """Somewhere two values of the option lead to different ends."""
    distinct = [set(effect.expected.values()) for effect in effects_of(preset, option)]
    assert any(len(ends) > 1 for ends in distinct) or (preset, option) in WITHOUT_EFFECT


@pytest.mark.parametrize(("preset", "option"), OPTIONS)
def test_every_effect_holds_the_values_of_its_option(preset: str, option: str) -> None:
    """A table that knows a value the preset lacks would test nothing."""
    allowed = PUBLISHED[preset]["options"][option]["values"]
    for effect in effects_of(preset, option):
        for value in effect.expected:
            if isinstance(allowed, list):
                assert value in allowed
