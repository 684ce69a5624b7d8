"""The turns that a program is asked about leave nothing out, and are the same every time."""

import pytest

from euchre_referee.cli.checking.positions import ALIKE, positions
from euchre_referee.rules.actions import Kind
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.presets import PRESETS


def test_every_step_and_every_kind_of_action_is_asked_about() -> None:
    steps = {position.step for preset in PRESETS for position in positions(preset)}
    assert {step.phase for step in steps} == {*Phase} - {Phase.BETWEEN_DEALS, Phase.GAME_OVER}
    assert {kind for step in steps for kind in step.kinds} == {*Kind} - {Kind.ANSWER}


@pytest.mark.parametrize("preset", PRESETS)
def test_they_are_the_same_every_time(preset: str) -> None:
    one, other = positions(preset), positions(preset)
    assert [(position.state.phase, position.state.moves, position.state.hands) for position in one] == [
        (position.state.phase, position.state.moves, position.state.hands) for position in other
    ]
    assert 1 <= len(one) <= ALIKE * len({position.step for position in one})
    assert all(position.state.to_act >= 0 for position in one)
