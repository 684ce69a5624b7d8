"""Forced clubs, staying and withdrawing, the scores of the buck family (RULES 6 and 9)."""

import pytest

from tests.rules.situations import (
    THREE_TRUMPS,
    TWO_BOWERS,
    Point,
    Situation,
    ending,
    hands,
    known_answers,
    question,
    step,
    totals,
    trump,
    worth,
)

ORDERED = "order, discard 9d"
BID = "bid 3, 3 pass, name h"
FLOOR = {"withdraw_floor": 5}
LAST = {"uncontested": "last_must_stay"}
SECRET = {"withdraw": "secret"}
LOW_0, LOW_1, LOW_3 = (5, 20, 20, 20), (20, 5, 20, 20), (20, 20, 20, 5)

POINTS = {
    "a turned club is trump without a maker, and nobody is asked": Point(
        "buck", Situation(turned="9c"), question, "0: play Jd Jh Qh Kh Ah"
    ),
    "forced clubs have no maker": Point("buck", Situation(turned="9c"), trump, "c by nobody"),
    "in forced clubs everybody subtracts tricks or adds the penalty": Point(
        "buck", Situation(turned="9c", played_out=True), worth, "NO_MAKER 5 5 -5 5"
    ),
    "a sweep in forced clubs wins": Point(
        "buck", Situation(turned="9c", played_out=True), ending, "sweep: 2, value 1, carried 0 0 0 0"
    ),
    "without a maker all are scored like the others": Point(
        "buck",
        Situation(
            "Ac Ad 9h Th Qh, 9c Tc 9d Td Ah, Jc Qc Kh Jd Qd, Kc Kd As Ks Qs",
            turned="Jh",
            actions="8 pass",
            played_out=True,
        ),
        worth,
        "NO_MAKER -2 -1 -2 5",
    ),
    "a club that is turned in dirty clubs has no auction": Point(
        "dirty-clubs", Situation(turned="9c"), trump, "c by nobody"
    ),
    "a turned club may be ordered where it is not forced": Point(
        "buck", Situation(turned="9c", actions="order, discard 9c"), trump, "c by 0", {"clubs_auto": False}
    ),
    "a turned club may be the auction's trump where it is not forced": Point(
        "dirty-clubs",
        Situation(turned="9c", actions="bid 1, 3 pass"),
        trump,
        "c by 0",
        {"clubs_auto": False, "auction_trump": "turned"},
    ),
    "the dealer discards before deciding to withdraw": Point("buck", Situation(actions="order"), step, "3 pick_up"),
    "everybody but the maker is asked, from the maker's left": Point(
        "buck", Situation(actions=f"pass, {ORDERED}"), step, "2 stay"
    ),
    "the seat before the maker is asked last": Point(
        "buck", Situation(actions=f"pass, {ORDERED}, 2 stay"), step, "0 stay"
    ),
    "the maker of a named no trump is answered too": Point(
        "buck", Situation(actions="4 pass, name n"), step, "1 stay", {"no_trump_call": "round_two"}
    ),
    "nobody withdraws where there is no maker": Point("buck", Situation(actions="8 pass"), step, "0 play"),
    "the maker may not withdraw": Point(
        "buck", Situation(actions=f"{ORDERED}, 3 stay, withdraw"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "each sees the earlier answers": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw, stay"), known_answers, "withdrew 1, stayed 2"
    ),
    "secret answers are unknown before the last": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw, stay"), known_answers, "withdrew , stayed ", SECRET
    ),
    "secret answers are shown together after the last": Point(
        "buck",
        Situation(actions=f"{ORDERED}, withdraw, stay, withdraw"),
        known_answers,
        "withdrew 1 3, stayed 2",
        SECRET,
    ),
    "a seat at the floor is not asked": Point("buck", Situation(actions=ORDERED, scores=LOW_1), step, "2 stay", FLOOR),
    "the maker's own score at the floor bars nobody": Point(
        "buck", Situation(actions=f"{ORDERED}, 2 withdraw", scores=LOW_0), step, "3 stay", FLOOR
    ),
    "a seat below the floor is not asked": Point(
        "buck", Situation(actions=ORDERED, scores=(20, 4, 20, 20)), step, "2 stay", FLOOR
    ),
    "a floor of one": Point(
        "buck", Situation(actions=ORDERED, scores=(20, 1, 20, 20)), step, "2 stay", {"withdraw_floor": 1}
    ),
    "a floor of nothing bars nobody, not even below": Point(
        "buck", Situation(actions=ORDERED, scores=(20, -3, 20, 20)), step, "1 stay", {"target_score": -10}
    ),
    "those at the floor stay when all others withdraw": Point(
        "buck", Situation(actions=f"{ORDERED}, 2 withdraw", scores=LOW_3), step, "0 play", FLOOR
    ),
    "in secret too": Point(
        "buck", Situation(actions=f"{ORDERED}, 2 withdraw", scores=LOW_3), step, "0 play", {**FLOOR, **SECRET}
    ),
    "a secret answer is unknown before the last that is asked": Point(
        "buck",
        Situation(actions=f"{ORDERED}, withdraw", scores=LOW_3),
        known_answers,
        "withdrew , stayed ",
        {**FLOOR, **SECRET},
    ),
    "the last asked ends the secret although the floor bars a later seat": Point(
        "buck",
        Situation(actions=f"{ORDERED}, withdraw, stay", scores=LOW_3),
        known_answers,
        "withdrew 1, stayed 2",
        {**FLOOR, **SECRET},
    ),
    "the last must stay and is not asked": Point(
        "buck", Situation(actions=f"{ORDERED}, 2 withdraw"), step, "0 play", LAST
    ),
    "the last is asked where somebody stays": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw, stay"), step, "3 stay", LAST
    ),
    "the last may withdraw where somebody stays": Point(
        "buck", Situation(actions=f"{ORDERED}, stay, 2 withdraw"), known_answers, "withdrew 2 3, stayed 1", LAST
    ),
    "a seat at the floor counts as staying": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw", scores=(20, 20, 5, 20)), step, "3 stay", {**LAST, **FLOOR}
    ),
    "so does the last seat at the floor": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw", scores=LOW_3), step, "2 stay", {**LAST, **FLOOR}
    ),
    "the last of three": Point("buck-three", Situation(actions="order, discard Th, withdraw"), step, "0 play", LAST),
    "an uncontested maker is credited with all five": Point(
        "buck", Situation(actions=f"{ORDERED}, 3 withdraw"), worth, "UNCONTESTED -5 0 0 0"
    ),
    "also where answers are secret": Point(
        "buck", Situation(actions=f"{ORDERED}, 3 withdraw"), worth, "UNCONTESTED -5 0 0 0", SECRET
    ),
    "five uncontested tricks may reach the target": Point(
        "buck",
        Situation(actions=f"{ORDERED}, 3 withdraw", scores=(5, 9, 9, 9)),
        ending,
        "target: 0, value 1, carried 0 0 0 0",
        {"uncontested": "five_tricks"},
    ),
    "instant_win wins nothing at once where sweeps do not": Point(
        "buck",
        Situation(actions=f"{ORDERED}, 3 withdraw", scores=(5, 9, 9, 9)),
        ending,
        "target: 0, value 1, carried 0 0 0 0",
        {"sweep_wins": False},
    ),
    "first leads": Point("buck", Situation(actions=f"pass, {ORDERED}, 3 stay"), step, "0 play"),
    "the first active seat from first leads": Point(
        "buck", Situation(actions=f"pass, {ORDERED}, 2 stay, withdraw"), step, "1 play"
    ),
    "withdrawn seats are skipped in every trick": Point(
        "buck", Situation(actions=f"{ORDERED}, withdraw, stay, withdraw, play Jh, play Tc"), step, "0 play"
    ),
    "withdrawn hands stay": Point(
        "buck",
        Situation(actions=f"{ORDERED}, withdraw, stay, withdraw, play Jh, play Tc"),
        hands,
        "Jd Qh Kh Ah, Ts Js Qs Ks As, Jc Qc Kc Ac, Td Qd Kd Ad Th",
    ),
    "no change for those who withdrew": Point(
        "buck",
        Situation(THREE_TRUMPS, actions="order, discard Th, withdraw, stay, withdraw", played_out=True),
        worth,
        "MADE -4 0 -1 0",
    ),
    "a maker with three tricks has made it, others pay for none": Point(
        "buck", Situation(THREE_TRUMPS, actions="order, discard Th, 3 stay", played_out=True), worth, "MADE -3 -1 -1 5"
    ),
    "a maker with two adds the penalty and subtracts nothing": Point(
        "buck", Situation(TWO_BOWERS, actions="order, discard Th, 3 stay", played_out=True), worth, "EUCHRED 5 -1 -2 5"
    ),
    "a sweep by another than the maker wins": Point(
        "buck",
        Situation(actions=f"pass, {ORDERED}, 3 stay", played_out=True, scores=(9, 9, 9, 9)),
        ending,
        "sweep: 0, value 1, carried 0 0 0 0",
    ),
    "the scores of a sweep are posted": Point(
        "buck",
        Situation(actions=f"pass, {ORDERED}, 3 stay", played_out=True, scores=(9, 9, 9, 9)),
        totals,
        "4 14 14 14",
    ),
    "nothing else decides the deal of a sweep": Point(
        "buck",
        Situation(actions=f"{ORDERED}, 3 stay", played_out=True, scores=(4, 9, 9, 9)),
        ending,
        "sweep: 0, value 1, carried 0 0 0 0",
        {"max_deals": 1},
    ),
    "a player reaches the target exactly": Point(
        "buck",
        Situation(THREE_TRUMPS, actions="order, discard Th, 3 stay", played_out=True, scores=(3, 9, 9, 9)),
        ending,
        "target: 0, value 1, carried 0 0 0 0",
    ),
    "the highest bidder names any suit": Point("dirty-clubs", Situation(actions=BID), trump, "h by 0"),
    "the highest bidder may keep": Point("dirty-clubs", Situation(actions=f"{BID}, keep"), step, "1 stay"),
    "the highest bidder may have the turn-up for a card": Point(
        "dirty-clubs",
        Situation(actions=f"{BID}, swap Jd"),
        hands,
        "Th Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, 9d Td Qd Kd Ad",
    ),
    "a bid must be higher than the best": Point("dirty-clubs", Situation(actions="bid 3, bid 3"), step, "BID_TOO_LOW"),
    "after five only passes": Point("dirty-clubs", Situation(actions="bid 5"), question, "1: pass"),
    "each bids once, the dealer last": Point(
        "dirty-clubs", Situation(actions="bid 1, bid 2, bid 3"), question, "3: bid 4 5, pass"
    ),
    "the best bid counts, not the last seat": Point(
        "dirty-clubs", Situation(actions="bid 1, bid 2, 2 pass"), step, "1 trump"
    ),
    "the turned suit of an auction is trump": Point(
        "dirty-clubs", Situation(actions="bid 1, bid 2, 2 pass"), trump, "h by 1", {"auction_trump": "turned"}
    ),
    "a bid above three needs its tricks": Point(
        "dirty-clubs",
        Situation(THREE_TRUMPS, actions="bid 4, 3 pass, name h, keep, 3 stay", played_out=True),
        worth,
        "EUCHRED 5 -1 -1 5",
        {"bid_required": "at_least_three"},
    ),
    "three tricks are enough for a bid of two where three are needed": Point(
        "dirty-clubs",
        Situation(THREE_TRUMPS, actions="bid 2, 3 pass, name h, keep, 3 stay", played_out=True),
        worth,
        "MADE -3 -1 -1 5",
        {"bid_required": "at_least_three"},
    ),
    "nobody bids: no trump, no exchange, no withdrawing": Point(
        "dirty-clubs", Situation(actions="4 pass"), step, "0 play"
    ),
    "nobody bids: thrown in where deals are redealt": Point(
        "dirty-clubs", Situation(actions="4 pass"), worth, "THROWN_IN 0 0 0 0", {"all_pass": "redeal"}
    ),
    "the dead hand is never seen": Point(
        "buck-three",
        Situation(actions="order, discard Th, 2 stay"),
        hands,
        "Jd Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Jc Qc Kc Ac",
    ),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_buck(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected
