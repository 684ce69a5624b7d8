"""What the referee does for a seat whose time has run out."""

import pytest

from euchre_referee.rules.actions import action_text
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import new_game
from tests.rules.games import rules_of
from tests.rules.positions import after


@pytest.mark.parametrize(
    ("preset", "options", "texts", "expected"),
    [
        ("euchre", {}, [], "pass"),
        ("euchre", {"all_pass": "stick_dealer"}, ["pass"] * 7, "name c"),
        ("euchre", {}, ["order"], "discard 9d"),
        ("euchre", {"call_for_best": "partner"}, ["order alone", "discard Qh"], "keep"),
        ("euchre", {"call_for_best": "partner"}, ["order alone", "discard Qh", "discard As"], "give Qd"),
        ("euchre", {"partner_order_must_be_alone": True}, ["pass"], "pass"),
        ("buck", {}, ["order", "discard Qh"], "stay"),
        ("buck", {}, ["order", "discard Qh", "stay", "stay", "stay"], "play Ts"),
        ("dirty-clubs", {}, ["bid 3", "pass", "pass", "pass"], "name c"),
        ("dirty-clubs", {}, ["bid 3", "pass", "pass", "pass", "name s"], "keep"),
    ],
)
def test_the_default_is_safe(preset: str, options: dict[str, object], texts: list[str], expected: str) -> None:
    assert action_text(default_action(after(rules_of(preset, **options), *texts))) == expected


def test_nobody_to_act_has_no_default() -> None:
    with pytest.raises(ValueError, match=r"^nobody is to act, so there is no default action$"):
        default_action(new_game(rules_of("euchre")))
