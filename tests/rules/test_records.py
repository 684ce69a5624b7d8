"""What is no record, and where its fault is told."""

import copy
from typing import Any

import pytest

from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.records import Record, Unreadable, deal_text, read_json, read_record

DEAL: dict[str, Any] = {
    "dealer": 3,
    "hands": ["As Ks 9d Tc Jc", "Jh Ah 9s Kd 9c", " Ad Qd  Td Qs Ts ", "Jd Th Ac Kc Js"],
    "talon": "Qh Kh 9h Qc",
    "actions": ["0 pass", "1 order"],
}
RECORD: dict[str, Any] = {"id": "g", "ruleset": {"preset": "euchre"}, "players": ["Ann"], "deals": [DEAL]}


def changed(path: str, value: object) -> dict[str, Any]:
    record = copy.deepcopy(RECORD)
    where: Any = record
    *parents, last = path.split(".")
    for parent in parents:
        where = where[int(parent) if parent.isdigit() else parent]
    where[int(last) if last.isdigit() else last] = value
    return record


def test_blanks_between_cards_do_not_matter_and_other_keys_are_left_alone() -> None:
    answer = adjudicate({**RECORD, "remarks": {"a": [1]}, "timings": [0.5]})
    assert answer["error"] is None
    turn = answer["to_act"]
    assert turn is not None
    assert turn["seat"] == 3


@pytest.mark.parametrize(
    ("path", "value", "detail"),
    [
        ("id", 3, "id must be a text"),
        ("players", "Ann", "players must be a list"),
        ("players.0", None, "players[0] must be a text"),
        ("deals", {}, "deals must be a list"),
        ("deals.0", [], "deals[0] must be an object"),
        ("deals.0.dealer", "3", "deals[0].dealer must be a seat number"),
        ("deals.0.dealer", True, "deals[0].dealer must be a seat number"),
        ("deals.0.dealer", 3.0, "deals[0].dealer must be a seat number"),
        ("deals.0.hands", "As Ks", "deals[0].hands must be a list"),
        ("deals.0.hands.2", ["As"], "deals[0].hands[2] must be a text"),
        ("deals.0.talon", None, "deals[0].talon must be a text"),
        ("deals.0.actions", None, "deals[0].actions must be a list"),
        ("deals.0.actions.1", 1, "deals[0].actions[1] must be a text"),
        ("deals.0.upcard", "Qh", "deals[0] has the unknown key 'upcard'"),
        ("end", "forfeit", "end must be an object"),
        ("end", {"seat": [2]}, "end.seat must be a text or a whole number"),
    ],
)
def test_a_field_of_the_wrong_type_makes_it_unreadable(path: str, value: object, detail: str) -> None:
    answer = adjudicate(changed(path, value))
    assert answer["error"] == {"deal": None, "action": None, "reason": "UNREADABLE_RECORD"}
    assert answer["detail"] == detail
    assert answer["id"] == (None if path == "id" else "g")


@pytest.mark.parametrize("key", ["ruleset", "deals"])
def test_a_missing_field_makes_it_unreadable(key: str) -> None:
    assert isinstance(read_record({name: value for name, value in RECORD.items() if name != key}), Unreadable)


@pytest.mark.parametrize("key", ["id", "players"])
def test_what_may_be_missing(key: str) -> None:
    assert isinstance(read_record({name: value for name, value in RECORD.items() if name != key}), Record)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        (None, ["ruleset"]),
        ("euchre", ["ruleset"]),
        ({}, ["preset"]),
        ({"preset": "euchre", "option": {}}, ["option"]),
        ({"preset": "euchre", "options": None}, ["options"]),
        ({"preset": "buck", "options": {"joker": True, "penalty": -1}, "x": 1}, ["x", "joker", "penalty"]),
    ],
)
def test_all_that_is_wrong_inside_a_rule_set_is_told(ruleset: object, options: list[str]) -> None:
    answer = adjudicate({**RECORD, "ruleset": ruleset, "end": {"termination": "aborted", "seat": None}})
    assert answer["error"] == {"deal": None, "action": None, "reason": "INVALID_RULESET"}
    assert [problem["option"] for problem in answer["problems"]] == options
    assert answer["end"] == {"termination": "aborted", "seat": None}


def test_an_action_after_the_end_is_deal_over_whatever_it_is() -> None:
    passes = [f"{seat} pass" for seat in (0, 1, 2, 3) * 2]
    for text in ("0 pass", "9 pass", "nonsense", "0 claim"):
        answer = adjudicate(changed("deals.0.actions", [*passes, text]))
        assert answer["error"] == {"deal": 0, "action": 8, "reason": "DEAL_OVER"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3 play", "MALFORMED_ACTION"),
        ("4 pass", "MALFORMED_ACTION"),
        ("77777777777777777777 pass", "MALFORMED_ACTION"),
        ("2 claim", "NOT_YOUR_TURN"),
        ("3 claim", "CLAIM_NOT_ALLOWED"),
        ("3 keep", "ACTION_NOT_ALLOWED_NOW"),
        ("3 swap Qh", "ACTION_NOT_ALLOWED_NOW"),
        ("3 discard 7c", "CARD_NOT_IN_HAND"),
        ("3 discard As", "CARD_NOT_IN_HAND"),
    ],
)
def test_reasons_are_checked_in_their_order(text: str, reason: str) -> None:
    answer = adjudicate(changed("deals.0.actions", ["0 pass", "1 order", text]))
    assert answer["error"] == {"deal": 0, "action": 2, "reason": reason}


def test_a_refusal_tells_no_card_but_the_one_it_refuses() -> None:
    answer = adjudicate(changed("deals.0.actions", ["0 pass", "1 order", "3 discard As"]))
    assert answer["detail"] == "discard As: this seat does not hold the card. (RULES 4)"


def test_a_record_is_written_as_it_was_read() -> None:
    record = read_record(RECORD)
    assert isinstance(record, Record)
    written = deal_text(record.deals[0].dealt, [0, 1 << 16 | 64])
    tidy = {**DEAL, "hands": [" ".join(hand.split()) for hand in DEAL["hands"]]}
    assert written == tidy


def test_a_line_is_read_as_json() -> None:
    assert read_json(b'{"a": [1, "\xc3\xa9"]}') == {"a": [1, "é"]}
    assert isinstance(read_json(b"{"), Unreadable)
