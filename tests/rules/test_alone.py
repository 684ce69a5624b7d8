"""Playing alone, the partner's best, defending alone, and who leads (RULES 5)."""

import pytest

from tests.rules.situations import Point, Situation, hands, question, step, worth

BEST = {"call_for_best": "partner"}
TURN_UP = {"call_for_best": "turn_up"}
DEFEND = {"defend_alone": True}
IN_ROUND_TWO = "4 pass, name s alone"
LONE_DEALER = "3 pass, order alone, discard 9d"

POINTS = {
    "the partner of a lone maker sits out": Point(
        "euchre", Situation(actions="order alone, discard 9d, play Ts, play Td"), step, "0 play"
    ),
    "left of a lone dealer is first": Point("euchre", Situation(actions=LONE_DEALER), step, "0 play"),
    "a partner left of the maker's left is skipped by the lead from first": Point(
        "euchre",
        Situation(actions="2 pass, order alone, discard 9d"),
        step,
        "1 play",
        {"alone_lead": "left_of_dealer"},
    ),
    "with a partner first leads whatever alone_lead says": Point(
        "euchre", Situation(actions="pass, order, discard 9d"), step, "0 play"
    ),
    "a maker of a trump with a partner is not asked for the best": Point(
        "euchre", Situation(actions="order, discard 9d"), step, "0 play", BEST
    ),
    "the best is called for after the pick-up": Point(
        "euchre", Situation(actions="2 pass, order alone"), question, "3: discard 9d Td Qd Kd Ad Th", BEST
    ),
    "a lone dealer who took the turn-up may put it away for the partner's best": Point(
        "euchre",
        Situation(actions=LONE_DEALER),
        question,
        "3: discard Td Qd Kd Ad Th, keep",
        {**BEST, "may_discard_turn_up": False},
    ),
    "the partner gives any card": Point(
        "euchre", Situation(actions=f"{IN_ROUND_TWO}, discard Jd"), question, "2: give Tc Jc Qc Kc Ac", BEST
    ),
    "the card given moves to the lone maker": Point(
        "euchre",
        Situation(actions=f"{IN_ROUND_TWO}, discard Jd, give Jc"),
        hands,
        "Jc Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Qc Kc Ac, 9d Td Qd Kd Ad",
        BEST,
    ),
    "the partner's best may come from a dealer who took the turn-up": Point(
        "euchre",
        Situation(actions="pass, order alone, discard 9d, discard Ts"),
        question,
        "3: give Td Qd Kd Ad Th",
        BEST,
    ),
    "keep declines the partner's best, nothing is given": Point(
        "euchre", Situation(actions=f"{IN_ROUND_TWO}, keep"), step, "1 play", BEST
    ),
    "the card put away for the best is gone": Point(
        "euchre",
        Situation(actions=f"{IN_ROUND_TWO}, discard Jd, give Jc, play Ts, play Td, play Jd"),
        step,
        "CARD_NOT_IN_HAND",
        BEST,
    ),
    "a card that the partner does not hold cannot be given": Point(
        "euchre", Situation(actions=f"{IN_ROUND_TWO}, discard Jd, give 9d"), step, "CARD_NOT_IN_HAND", BEST
    ),
    "a swap is no call for the partner's best": Point(
        "euchre", Situation(actions=f"{IN_ROUND_TWO}, swap Jd"), step, "ACTION_NOT_ALLOWED_NOW", BEST
    ),
    "after a name alone the turn-up may be had for a card": Point(
        "euchre",
        Situation(actions=f"{IN_ROUND_TWO}, swap Jd"),
        hands,
        "Th Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, 9d Td Qd Kd Ad",
        TURN_UP,
    ),
    "after no trump alone in round one too": Point(
        "euchre",
        Situation(actions="name n alone"),
        question,
        "0: keep, swap Jd Jh Qh Kh Ah",
        {**TURN_UP, "no_trump_call": "any_round"},
    ),
    "after an order the dealer has the turn-up, also a lone dealer": Point(
        "euchre", Situation(actions=LONE_DEALER), step, "0 play", TURN_UP
    ),
    "not after a name with a partner": Point("euchre", Situation(actions="4 pass, name s"), step, "0 play", TURN_UP),
    "a turned joker that was passed over may be had for a card": Point(
        "euchre-benny",
        Situation(turned="B", actions="name h, 4 pass, name s alone, swap Jd"),
        hands,
        "Jh Qh Kh Ah B, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, 9d Td Qd Kd Ad",
        {**TURN_UP, "joker_turned": "dealer_proposes"},
    ),
    "the barred turn-up bars no swap": Point(
        "euchre",
        Situation(actions=f"{IN_ROUND_TWO}"),
        question,
        "0: keep, swap Jd Jh Qh Kh Ah",
        {**TURN_UP, "may_discard_turn_up": False},
    ),
    "defenders are asked from the maker's left": Point(
        "euchre", Situation(actions="2 pass, order alone, discard 9d"), step, "3 defend", DEFEND
    ),
    "then the other defender": Point(
        "euchre", Situation(actions="2 pass, order alone, discard 9d, pass"), step, "1 defend", DEFEND
    ),
    "nobody defends alone against two": Point("euchre", Situation(actions="order, discard 9d"), step, "0 play", DEFEND),
    "both may pass": Point(
        "euchre", Situation(actions="2 pass, order alone, discard 9d, 2 pass"), step, "3 play", DEFEND
    ),
    "defending comes after the partner's best": Point(
        "euchre-railroad", Situation(actions=f"{IN_ROUND_TWO}, discard Jd, give Jc"), step, "1 defend"
    ),
    "a lone defender's partner is skipped by the lead": Point(
        "euchre", Situation(actions="2 pass, order alone, discard 9d, pass, defend"), step, "1 play", DEFEND
    ),
    "a lone defender who is left of the maker leads": Point(
        "euchre", Situation(actions="2 pass, order alone, discard 9d, defend"), step, "3 play", DEFEND
    ),
    "the lead from first skips both who sit out": Point(
        "euchre",
        Situation(actions="2 pass, order alone, discard 9d, defend"),
        step,
        "2 play",
        {**DEFEND, "alone_lead": "left_of_dealer"},
    ),
    "two play against each other": Point(
        "euchre", Situation(actions="order alone, discard 9d, defend, play Ts"), step, "0 play", DEFEND
    ),
    "a lone defender changes nothing for a maker who makes it": Point(
        "euchre",
        Situation(actions="order alone, discard 9d, defend", played_out=True),
        worth,
        "MARCH 4 0 4 0",
        DEFEND,
    ),
    "nor for a maker with four tricks": Point(
        "euchre",
        Situation(
            "Jh Jd Ah Kh 9s, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 9d",
            actions="order alone, discard Th, defend",
            played_out=True,
        ),
        worth,
        "MADE 1 0 1 0",
        DEFEND,
    ),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_playing_alone(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected
