"""What hands, kitty and discard that a file tells prove."""

import copy
from typing import Any

import pytest

from euchre_referee.rules.adjudicate import adjudicate

HANDS = [
    ["As", "Ks", "9d", "Tc", "Jc"],
    ["Jh", "Ah", "9s", "Kd", "9c"],
    ["Ad", "Qd", "Td", "Qs", "Ts"],
    ["Jd", "Th", "Ac", "Kc", "Js"],
]
KITTY = ["Kh", "9h", "Qc"]
TURN_UP = "Qh"


def running(tricks: list[list[str]], **state: Any) -> dict[str, Any]:
    """Seat 1 ordered the queen of hearts to seat 3; the deal runs."""
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"], "discard": "Js"}
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}
    initial = {"dealer": 3, "upCard": TURN_UP, "playerCards": copy.deepcopy(HANDS), "kitty": KITTY, **state}
    metadata = {"players": [], "initialScore": [0, 0]}
    deals = [{"dealNumber": 0, "initialState": initial, "phases": [bidding, play]}]
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": metadata, "deals": deals}


def test_a_known_hand_has_legal_plays() -> None:
    answer: Any = adjudicate(running([["As", "9s", "Ts"]]))
    assert answer["error"] is None
    assert answer["to_act"] == {"seat": 3, "legal": ["play Ac", "play Jd", "play Kc", "play Qh", "play Th"]}
    assert answer["current"]["trick"] == ["0 As", "1 9s", "2 Ts"]


@pytest.mark.parametrize(
    ("first", "legal"),
    [("Xs", None), ("Ax", ["play 9d", "play Jc", "play Ks", "play Tc"])],
)
def test_a_card_half_told_is_one_of_the_known_hand(first: str, legal: list[str] | None) -> None:
    answer: Any = adjudicate(running([[first, "9s", "Ts", "Qh"], ["Th"]]))
    assert answer["error"] is None
    assert answer["to_act"] == {"seat": 0, "legal": legal}


def test_a_card_half_told_proves_no_revoke_where_the_known_hand_had_one_that_follows() -> None:
    answer: Any = adjudicate(running([["As", "9x", "Ts", "Jd"]], playerCards=[[], HANDS[1], [], []], kitty=[]))
    assert answer["error"] is None, answer


@pytest.mark.parametrize("card", ["Qx", "Xx"])
def test_the_dealer_may_have_played_the_turn_up_where_a_card_is_half_told(card: str) -> None:
    told = running([["Ah", "Jh", "9h", card], ["9c", "Kc", "Ac", "Qc"]], playerCards=[], kitty=[])
    told["deals"][0]["phases"][0]["calls"] = ["Order"]
    told["deals"][0]["initialState"]["kitty"] = ["Kh", "Th", "Jd"]
    answer: Any = adjudicate(told)
    assert answer["error"] is None, answer


def test_a_revoke_is_proved_by_the_hand_alone() -> None:
    answer: Any = adjudicate(running([["As", "Kd"]]))
    assert answer["error"] == {"deal": 0, "action": None, "reason": "MUST_FOLLOW_SUIT"}
    assert "this seat held 9s" in answer["detail"]


@pytest.mark.parametrize("card", ["Ks", "9h", "Qs"])
def test_a_card_of_another_hand_or_of_the_kitty_is_told(card: str) -> None:
    answer: Any = adjudicate(running([["As", card]]))
    reason = "DUPLICATE_CARD" if card in KITTY else "CARD_NOT_IN_HAND"
    assert answer["error"] == {"deal": 0, "action": None, "reason": reason}


def test_a_discard_from_another_hand_is_told() -> None:
    game = running([])
    game["deals"][0]["phases"][0]["discard"] = "9s"
    answer: Any = adjudicate(game)
    assert answer["error"] == {"deal": 0, "action": None, "reason": "CARD_NOT_IN_HAND"}
    assert "the discard 9s was not in the hand of seat 3" in answer["detail"]


def test_a_dealer_who_never_plays_the_turn_up_and_lays_another_away_had_six_cards() -> None:
    tricks = [
        ["As", "9s", "Ts", "Jd"],
        ["Th", "9d", "Jh", "Td"],
        ["9c", "Qs", "Ac", "Tc"],
        ["Kc", "Jc", "Kd", "Qd"],
        ["9h", "Ks", "Ah", "Ad"],
    ]
    told = running(tricks, playerCards=[], kitty=[])
    answer: Any = adjudicate(told)
    assert answer["error"] == {"deal": 0, "action": None, "reason": "WRONG_HAND_SIZE"}, answer
    del told["deals"][0]["phases"][0]["discard"]
    assert adjudicate(told)["error"] is None


def test_an_exchange_for_the_best_is_followed() -> None:
    game = running([["Ac", "9s", "Ts"]])
    game["metadata"]["ruleset"] = {"partners_best": True}
    phase = game["deals"][0]["phases"][0]
    phase |= {"calls": ["Pass", "Pass", "Pass", "Order"], "isAlone": True, "discard": "Js"}
    phase["cardExchanges"] = [{"sender": 1, "receiver": 3, "cards": ["Ah"]}]
    game["deals"][0]["phases"][1]["tricks"] = [["As", "Ts", "Ah"]]
    assert adjudicate(game)["error"] is None
    phase["cardExchanges"] = [{"sender": 0, "receiver": 3, "cards": ["As"]}]
    answer: Any = adjudicate(game)
    assert answer["error"] == {"deal": 0, "action": None, "reason": "ACTION_NOT_ALLOWED_NOW"}
