"""Faultless games that were damaged in one place: that fault is found, and no other is invented."""

import copy
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from euchre_referee.rules.adjudicate import adjudicate
from tests.rules.egn.played import Json, played, seen, standard
from tests.rules.games import seeds

Damage = Callable[[Json, int, random.Random], str | None]
"""Changes the deal of this number and gives the reason that must be told, or None where it cannot be done there."""


def _tricks(game: Json, number: int) -> list[list[str]]:
    tricks: list[list[str]] = game["deals"][number]["phases"][1]["tricks"]
    return tricks


def _anywhere(tricks: list[list[str]], rng: random.Random) -> tuple[int, int]:
    trick = rng.randrange(len(tricks))
    return trick, rng.randrange(len(tricks[trick]))


def a_card_twice(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    (one, at), (other, there) = _anywhere(tricks, rng), _anywhere(tricks, rng)
    if (one, at) == (other, there):
        return None
    tricks[one][at] = tricks[other][there]
    return "DUPLICATE_CARD"


def a_card_of_no_deck(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    trick, at = _anywhere(tricks, rng)
    tricks[trick][at] = rng.choice(["8h", "B", "A\u2660", "10h", "??", "jH"])
    return "CARD_NOT_IN_DECK"


def the_turned_down_card(game: Json, number: int, rng: random.Random) -> str | None:
    deal = game["deals"][number]
    if deal["phases"][0]["calls"][-1] == "Order":
        return None
    tricks = _tricks(game, number)
    trick, at = _anywhere(tricks, rng)
    tricks[trick][at] = deal["initialState"]["upCard"]
    return "CARD_NOT_IN_HAND"


def a_trick_without_a_card(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    trick, at = _anywhere(tricks, rng)
    del tricks[trick][at]
    return "WRONG_HAND_SIZE"


def a_trick_with_one_card_more(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    trick, at = _anywhere(tricks, rng)
    tricks[trick].insert(at, _unused(game, number, rng))
    return "WRONG_HAND_SIZE"


def a_missing_trick(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    del tricks[rng.randrange(len(tricks))]
    return "WRONG_HAND_SIZE"


def a_sixth_trick(game: Json, number: int, rng: random.Random) -> str | None:
    tricks = _tricks(game, number)
    tricks.insert(rng.randrange(6), tricks[0])
    return "WRONG_HAND_SIZE"


def a_wrong_dealer(game: Json, number: int, rng: random.Random) -> str | None:
    if number == 0:
        return None
    state = game["deals"][number]["initialState"]
    state["dealer"] = (state["dealer"] + rng.randrange(1, 4)) % 4
    return "WRONG_DEALER"


def a_dealer_who_is_no_seat(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["initialState"]["dealer"] = rng.choice([-1, 4, 9])
    return "WRONG_DEALER"


def the_suit_turned_down(game: Json, number: int, rng: random.Random) -> str | None:
    deal = game["deals"][number]
    calls = deal["phases"][0]["calls"]
    if calls[-1] == "Order":
        return None
    calls[-1] = deal["initialState"]["upCard"][1]
    return "SUIT_NOT_ALLOWED"


def a_stuck_dealer_who_passes(game: Json, number: int, rng: random.Random) -> str | None:
    phase = game["deals"][number]["phases"][0]
    phase["calls"] = ["Pass"] * 8
    return "MUST_NAME_TRUMP"


def a_call_after_trump(game: Json, number: int, rng: random.Random) -> str | None:
    calls = game["deals"][number]["phases"][0]["calls"]
    calls.append(rng.choice(["Pass", "Order", "h"]))
    return "ACTION_NOT_ALLOWED_NOW"


def a_suit_in_round_one(game: Json, number: int, rng: random.Random) -> str | None:
    phase = game["deals"][number]["phases"][0]
    phase["calls"] = ["Pass"] * rng.randrange(4) + [rng.choice("cdhs")]
    return "ACTION_NOT_ALLOWED_NOW"


def an_order_in_round_two(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["phases"][0]["calls"] = ["Pass"] * rng.randrange(4, 8) + ["Order"]
    return "ACTION_NOT_ALLOWED_NOW"


def no_trump_unasked(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["phases"][0]["calls"] = ["Pass"] * rng.randrange(4, 8) + ["n"]
    return "SUIT_NOT_ALLOWED"


def a_word_that_is_no_call(game: Json, number: int, rng: random.Random) -> str | None:
    calls = game["deals"][number]["phases"][0]["calls"]
    calls[rng.randrange(len(calls))] = rng.choice(["pass", "PickUp", "", "hearts", "B"])
    return "MALFORMED_ACTION"


def play_without_trump(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["phases"][0]["calls"] = ["Pass"] * rng.randrange(8)
    return "ACTION_NOT_ALLOWED_NOW"


def a_lone_defender_unasked(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["phases"][0]["aloneDefender"] = rng.randrange(4)
    return "ACTION_NOT_ALLOWED_NOW"


def a_discard_without_a_pick_up(game: Json, number: int, rng: random.Random) -> str | None:
    phase = game["deals"][number]["phases"][0]
    if phase["calls"][-1] == "Order":
        return None
    phase["discard"] = _unused(game, number, rng)
    return "ACTION_NOT_ALLOWED_NOW"


def _unused(game: Json, number: int, rng: random.Random) -> str:
    turned = game["deals"][number]["initialState"]["upCard"]
    used = {turned, *(card for trick in _tricks(game, number) for card in trick)}
    return rng.choice([rank + suit for rank in "9TJQKA" for suit in "cdhs" if rank + suit not in used])


def an_exchange_unasked(game: Json, number: int, rng: random.Random) -> str | None:
    exchange = {"sender": 0, "receiver": 2, "cards": ["Xx"]}
    game["deals"][number]["phases"][0]["cardExchanges"] = [exchange]
    return "ACTION_NOT_ALLOWED_NOW"


def another_leader(game: Json, number: int, rng: random.Random) -> str | None:
    deal = game["deals"][number]
    if deal["phases"][0]["isAlone"]:
        return None
    deal["phases"][1]["initialLead"] = (deal["initialState"]["dealer"] + rng.randrange(2, 5)) % 4
    return "NOT_YOUR_TURN"


def the_discard_is_played(game: Json, number: int, rng: random.Random) -> str | None:
    phase = game["deals"][number]["phases"][0]
    if phase["calls"][-1] != "Order":
        return None
    trick, at = _anywhere(_tricks(game, number), rng)
    phase["discard"] = _tricks(game, number)[trick][at]
    return "DUPLICATE_CARD"


def a_kitty_card_is_played(game: Json, number: int, rng: random.Random) -> str | None:
    trick, at = _anywhere(_tricks(game, number), rng)
    game["deals"][number]["initialState"]["kitty"] = ["", _tricks(game, number)[trick][at], ""]
    return "DUPLICATE_CARD"


def a_hand_with_the_turn_up(game: Json, number: int, rng: random.Random) -> str | None:
    state = game["deals"][number]["initialState"]
    state["playerCards"] = [[], [state["upCard"]], [], []]
    return "DUPLICATE_CARD"


def a_hand_of_six(game: Json, number: int, rng: random.Random) -> str | None:
    game["deals"][number]["initialState"]["playerCards"] = [[], ["Xx"] * 6, [], []]
    return "WRONG_HAND_SIZE"


DAMAGES: list[Damage] = [
    *(a_card_twice, a_card_of_no_deck, the_turned_down_card, a_trick_without_a_card, a_trick_with_one_card_more),
    *(a_missing_trick, a_sixth_trick, a_wrong_dealer, a_dealer_who_is_no_seat, the_suit_turned_down),
    *(a_stuck_dealer_who_passes, a_call_after_trump, a_suit_in_round_one, an_order_in_round_two, no_trump_unasked),
    *(a_word_that_is_no_call, play_without_trump, a_lone_defender_unasked, a_discard_without_a_pick_up),
    *(an_exchange_unasked, another_leader, the_discard_is_played, a_kitty_card_is_played, a_hand_with_the_turn_up),
    a_hand_of_six,
]


def damaged(damage: Damage, rng: random.Random) -> tuple[Json, Json, int, str]:
    """A game, the same game with the damage done, in which deal, and the reason that it must give."""
    while True:
        whole = seen(standard(), played(standard(), rng.randrange(2**32), most=4))
        number = rng.randrange(len(whole["deals"]) - 1)
        game = copy.deepcopy(whole)
        reason = damage(game, number, rng)
        if reason is not None:
            return whole, game, number, reason


@pytest.mark.parametrize("damage", DAMAGES)
@settings(max_examples=25)
@given(seed=seeds)
def test_the_damage_is_told_and_nothing_else(damage: Damage, seed: int) -> None:
    whole, game, number, reason = damaged(damage, random.Random(seed))
    answer = adjudicate(game)
    assert answer["error"] == {"deal": number, "action": None, "reason": reason}, answer
    assert "detail" in answer
    allowed = {reason}
    if damage is a_sixth_trick:
        allowed.add("DUPLICATE_CARD")
    assert {(fault["deal"], str(fault["reason"])) for fault in answer["faults"]} <= {(number, one) for one in allowed}
    assert answer["deals"] == adjudicate(whole)["deals"][:number]
