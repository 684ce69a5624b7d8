"""Every reason of an action, with the section that it is told with."""

import pytest

from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal
from tests.rules.games import rules_of
from tests.rules.positions import after, code_of

TURNED_DOWN = ["pass"] * 4
AUCTION = ["bid 3", "pass", "pass", "pass"]


@pytest.mark.parametrize(
    ("preset", "options", "texts", "tried", "reason", "section"),
    [
        ("euchre", {}, [], "take", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("euchre", {}, [], "claim", "CLAIM_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"alone": False}, TURNED_DOWN, "name s alone", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("euchre", {"alone": False}, TURNED_DOWN, "name h alone", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"alone": False}, TURNED_DOWN, "name n alone", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"no_trump_call": "any_round"}, [], "name h", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"no_trump_call": "any_round"}, [], "name h alone", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"no_trump_call": "round_two"}, [], "name n", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("euchre", {"no_trump_call": "round_two"}, [], "name n alone", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("buck", {}, TURNED_DOWN, "name h alone", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("buck", {}, TURNED_DOWN, "name s alone", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("euchre", {}, TURNED_DOWN, "name n alone", "SUIT_NOT_ALLOWED", "RULES 4"),
        ("euchre", {"partner_order_must_be_alone": True}, ["pass"], "order", "MUST_GO_ALONE", "RULES 4"),
        ("euchre", {"partner_order_must_be_alone": True}, ["pass"], "name h", "ACTION_NOT_ALLOWED_NOW", "RULES 4"),
        ("euchre", {"may_discard_turn_up": False}, ["order"], "discard Qh", "CARD_NOT_ALLOWED", "RULES 4"),
        (
            "euchre",
            {"call_for_best": "turn_up"},
            [*TURNED_DOWN, "name s alone"],
            "swap Qh",
            "CARD_NOT_IN_HAND",
            "RULES 5",
        ),
        ("euchre", {"defend_alone": True}, ["order alone", "discard Qh"], "keep", "ACTION_NOT_ALLOWED_NOW", "RULES 5"),
        ("euchre", {}, ["order", "discard Qh", "play Ks"], "play Ah", "MUST_FOLLOW_SUIT", "RULES 9"),
        ("euchre", {}, ["order", "discard Qh"], "play 7c", "CARD_NOT_IN_HAND", "RULES 9"),
        ("buck", {}, ["order", "discard Qh"], "pass", "ACTION_NOT_ALLOWED_NOW", "RULES 6"),
        ("dirty-clubs", {}, [], "bid 6", "BID_OUT_OF_RANGE", "RULES 6"),
        ("dirty-clubs", {}, [], "bid 0", "BID_OUT_OF_RANGE", "RULES 6"),
        ("dirty-clubs", {"min_bid": 2}, [], "bid 1", "BID_TOO_LOW", "RULES 6"),
        ("dirty-clubs", {}, ["bid 5"], "bid 5", "BID_TOO_LOW", "RULES 6"),
        ("dirty-clubs", {}, AUCTION, "pass", "MUST_NAME_TRUMP", "RULES 6"),
        ("dirty-clubs", {}, AUCTION, "name n", "SUIT_NOT_ALLOWED", "RULES 6"),
        ("dirty-clubs", {}, AUCTION, "name n alone", "SUIT_NOT_ALLOWED", "RULES 6"),
        ("dirty-clubs", {}, AUCTION, "name s alone", "ACTION_NOT_ALLOWED_NOW", "RULES 6"),
        ("dirty-clubs", {}, AUCTION, "bid 4", "ACTION_NOT_ALLOWED_NOW", "RULES 6"),
        ("dirty-clubs", {}, [*AUCTION, "name s"], "swap 9h", "CARD_NOT_IN_HAND", "RULES 6"),
    ],
)
def test_the_reason_and_its_section(
    preset: str, options: dict[str, object], texts: list[str], tried: str, reason: str, section: str
) -> None:
    state = after(rules_of(preset, **options), *texts)
    refused = apply(state, state.to_act, code_of(tried))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.section) == (reason, section)
    assert refused.detail.startswith(f"{tried}: ")
