"""A running game's record shows what the caller may see, and nothing else."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.referee.recording import seen_record
from euchre_referee.rules.cards import card_text
from euchre_referee.rules.views import view
from tests.referee.tables import Plan, Table, new_table, plans, versions_of
from tests.rules.games import rules_of


def seen(table: Table, viewer: int | None) -> dict[str, Any]:
    """The record as it is read by a viewer."""
    record: dict[str, Any] = json.loads(json.dumps(seen_record(table.log, viewer)))
    return record


@settings(max_examples=30)
@given(plans, st.integers(0, 5))
def test_the_current_deal_is_told_as_the_viewer_sees_it(plan: Plan, looker: int) -> None:
    viewer = looker if looker < plan.rules.players else None
    deals_dealt = 0
    for table in versions_of(plan, most=25):
        if table.over:
            break
        deals_dealt = table.state.deal_number
        record = seen(table, viewer)
        assert record["running"] is True
        marks = record.pop("marks", None)
        assert marks is None or {mark["mark"] for mark in marks} == {"lost"}
        assert set(record) == {"id", "ruleset", "players", "deals", "running"}
        assert len(record["deals"]) == deals_dealt
        current, known = record["deals"][-1], view(table.state, viewer)
        assert current["dealer"] == known.dealer
        assert current["talon"] == ("" if known.turn_up is None else card_text(known.turn_up))
        for seat, hand in enumerate(current["hands"]):
            mine = seat == viewer and not (table.state.withheld and seat == known.dealer)
            assert table.state.dealt is not None
            assert hand == (" ".join(map(card_text, table.state.dealt.hands[seat])) if mine else "")
        assert len(current["actions"]) == len(known.moves)
    assert deals_dealt


@settings(max_examples=30)
@given(plans)
def test_no_running_record_holds_anything_secret(plan: Plan) -> None:
    for table in versions_of(plan, most=15):
        if table.over:
            return
        created = table.game.created
        for viewer in (None, *range(plan.rules.players)):
            text = json.dumps(seen(table, viewer))
            for secret in (created.seed.hex(), "nonce", "s-0", table.game.head.hex(), "proof"):
                assert secret not in text


def test_deals_before_the_current_one_are_told_with_their_viewers_cards_only() -> None:
    table = new_table(rules_of("euchre"), 3, reserved=False)
    rng = random.Random(3)
    while table.state.deal_number < 3:
        table.act(rng.choice(table.state.legal))
    record = seen(table, 1)
    first = record["deals"][0]["dealer"]
    assert [deal["dealer"] for deal in record["deals"]] == [first, (first + 1) % 4, (first + 2) % 4]
    assert [sum(bool(hand) for hand in deal["hands"]) for deal in record["deals"]] == [1, 1, 1]
    assert all(len(deal["hands"][1].split()) == 5 for deal in record["deals"])
    assert not any(hand for deal in seen(table, None)["deals"] for hand in deal["hands"])


def test_a_game_that_waits_for_players_has_a_record_without_deals() -> None:
    waiting = new_table(rules_of("buck"), reserved=False).log[:3]
    record = json.loads(json.dumps(seen_record(waiting, None)))
    assert record["deals"] == []
    assert record["players"] == ["0", "1", "", ""]
