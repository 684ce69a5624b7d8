"""American belote, branch by branch (RULES 8)."""

import pytest

from tests.rules.situations import THREE_TRUMPS, Point, Situation, ending, hands, question, step, trump, worth

TWO, THREE, FOUR = "american-belote-two", "american-belote-three", "american-belote-four"
MADE = "Jh Jd Ah 9s 8s, As Ks Qs Js Ts"
JOKER = {"joker": True}
JOKER_MAKES = {"joker": True, "joker_turned": "dealer_makes"}
NO_MAKER = {"all_pass": "no_maker"}

OF_TWO = {
    "first may order or pass": Point(TWO, Situation(), question, "0: order, pass"),
    "only the dealer may take in the first pass": Point(TWO, Situation(actions="take"), step, "ACTION_NOT_ALLOWED_NOW"),
    "then the dealer may order, take or pass": Point(TWO, Situation(actions="pass"), question, "1: order, pass, take"),
    "first ordered: first is maker": Point(TWO, Situation(actions="order"), trump, "h by 0"),
    "first ordered: the dealer may swap": Point(
        TWO, Situation(actions="order"), question, "1: keep, swap Ts Js Qs Ks As"
    ),
    "the turn-up replaces the card": Point(
        TWO, Situation(actions="order, swap Ts"), hands, "Jd Jh Qh Kh Ah, Th Js Qs Ks As"
    ),
    "first ordered: first leads": Point(TWO, Situation(actions="order, keep"), step, "0 play"),
    "the dealer ordered: the dealer is maker": Point(TWO, Situation(actions="pass, order"), trump, "h by 1"),
    "the dealer ordered: first may swap": Point(
        TWO, Situation(actions="pass, order"), question, "0: keep, swap Jd Jh Qh Kh Ah"
    ),
    "the dealer ordered: first leads": Point(TWO, Situation(actions="pass, order, keep"), step, "0 play"),
    "the dealer took: the dealer must swap": Point(
        TWO, Situation(actions="pass, take"), question, "1: swap Ts Js Qs Ks As"
    ),
    "must swap, not keep": Point(TWO, Situation(actions="pass, take, keep"), step, "ACTION_NOT_ALLOWED_NOW"),
    "the dealer took: first leads": Point(TWO, Situation(actions="pass, take, swap Ts"), step, "0 play"),
    "second pass: take or pass": Point(TWO, Situation(actions="2 pass"), question, "0: pass, take"),
    "second pass: no order": Point(TWO, Situation(actions="2 pass, order"), step, "ACTION_NOT_ALLOWED_NOW"),
    "second pass: no other suit": Point(TWO, Situation(actions="2 pass, name s"), step, "ACTION_NOT_ALLOWED_NOW"),
    "second pass: the dealer as well": Point(TWO, Situation(actions="3 pass"), question, "1: pass, take"),
    "first takes in the second pass: must swap": Point(
        TWO, Situation(actions="2 pass, take"), question, "0: swap Jd Jh Qh Kh Ah"
    ),
    "first takes in the second pass: the other leads": Point(
        TWO, Situation(actions="2 pass, take, swap Qh"), step, "1 play"
    ),
    "the dealer takes in the second pass: first leads": Point(
        TWO, Situation(actions="3 pass, take, swap Ts"), step, "0 play"
    ),
    "both passed twice: the turned suit without a maker": Point(TWO, Situation(actions="4 pass"), trump, "h by nobody"),
    "nobody takes the turn-up": Point(TWO, Situation(actions="4 pass"), hands, "Jd Jh Qh Kh Ah, Ts Js Qs Ks As"),
    "first leads without a maker": Point(TWO, Situation(actions="4 pass"), step, "0 play"),
    "a taker who falls short is euchred like one who orders": Point(
        TWO, Situation(MADE, actions="pass, take, swap Ts", played_out=True), worth, "EUCHRED 2 0"
    ),
    "no trick at all costs one more": Point(
        TWO, Situation(actions="pass, take, swap Ts", played_out=True), worth, "EUCHRED 3 0"
    ),
    "without a maker the other may score": Point(
        TWO,
        Situation("As Ks 9c Tc 8s, Jh Jd Ah 7c 8c", actions="4 pass", played_out=True),
        worth,
        "NO_MAKER 0 1",
    ),
    "a turned joker's suit is proposed": Point(
        TWO, Situation(turned="B", actions="name s, order"), trump, "s by 0", JOKER
    ),
    "the joker is what is swapped for": Point(
        TWO, Situation(turned="B", actions="name s, order, swap Ts"), hands, "Jd Jh Qh Kh Ah, Js Qs Ks As B", JOKER
    ),
    "the proposed suit without a maker": Point(
        TWO, Situation(turned="B", actions="name s, 4 pass"), trump, "s by nobody", JOKER
    ),
    "a joker's dealer may be maker at once": Point(
        TWO, Situation(turned="B", actions="name s, discard Ts"), step, "0 play", JOKER_MAKES
    ),
    "a joker's dealer takes it": Point(
        TWO,
        Situation(turned="B", actions="name s, discard Ts"),
        hands,
        "Jd Jh Qh Kh Ah, Js Qs Ks As B",
        JOKER_MAKES,
    ),
}

OF_THREE = {
    "non-dealers may order or pass": Point(THREE, Situation(actions="pass"), question, "1: order, pass"),
    "the dealer may also take": Point(THREE, Situation(actions="2 pass"), question, "2: order, pass, take"),
    "a non-dealer orders: the dealer may swap": Point(
        THREE, Situation(actions="pass, order"), question, "2: keep, swap Tc Jc Qc Kc Ac"
    ),
    "the dealer orders: first may swap": Point(
        THREE, Situation(actions="2 pass, order"), question, "0: keep, swap Jd Jh Qh Kh Ah"
    ),
    "the dealer takes: the dealer must swap": Point(
        THREE, Situation(actions="2 pass, take"), question, "2: swap Tc Jc Qc Kc Ac"
    ),
    "in the second pass each may take or pass": Point(THREE, Situation(actions="4 pass"), question, "1: pass, take"),
    "first takes: the next leads": Point(THREE, Situation(actions="3 pass, take, swap Qh"), step, "1 play"),
    "another takes: first leads": Point(THREE, Situation(actions="4 pass, take, swap Ts"), step, "0 play"),
    "the dealer takes in the second pass: first leads": Point(
        THREE, Situation(actions="5 pass, take, swap Tc"), step, "0 play"
    ),
    "first ordered: first leads": Point(THREE, Situation(actions="order, keep"), step, "0 play"),
    "without a maker each scores on its own": Point(
        THREE, Situation(THREE_TRUMPS, actions="6 pass", played_out=True), worth, "NO_MAKER 1 0 0"
    ),
    "without a maker nobody may score": Point(
        THREE,
        Situation("Jh Jd 9c 9s 9d, As Ks Qs Js Ts, Ac Kc Qc Jc Tc", actions="6 pass", played_out=True),
        worth,
        "NO_MAKER 0 0 0",
    ),
}

OF_FOUR = {
    "take, take alone or pass": Point(FOUR, Situation(), question, "0: pass, take, take alone"),
    "no order": Point(FOUR, Situation(actions="order"), step, "ACTION_NOT_ALLOWED_NOW"),
    "the taker may swap": Point(FOUR, Situation(actions="pass, take"), question, "1: keep, swap Ts Js Qs Ks As"),
    "a lone taker may swap": Point(
        FOUR, Situation(actions="pass, take alone"), question, "1: keep, swap Ts Js Qs Ks As"
    ),
    "the turn-up goes to the taker": Point(
        FOUR,
        Situation(actions="pass, take, swap Ts"),
        hands,
        "Jd Jh Qh Kh Ah, Th Js Qs Ks As, Tc Jc Qc Kc Ac, 9d Td Qd Kd Ad",
    ),
    "the taker is maker": Point(FOUR, Situation(actions="pass, take"), trump, "h by 1"),
    "round two: another suit": Point(
        FOUR, Situation(actions="5 pass"), question, "1: name alone c d s, name c d s, pass"
    ),
    "round two: not the turned suit": Point(FOUR, Situation(actions="4 pass, name h"), step, "SUIT_NOT_ALLOWED"),
    "round two: no take": Point(FOUR, Situation(actions="4 pass, take"), step, "ACTION_NOT_ALLOWED_NOW"),
    "round two: no swap": Point(FOUR, Situation(actions="4 pass, name s"), step, "0 play"),
    "round two: no swap alone": Point(FOUR, Situation(actions="4 pass, name s alone"), step, "0 play"),
    "a lone taker's partner is skipped": Point(FOUR, Situation(actions="2 pass, take alone, keep"), step, "1 play"),
    "no maker: the turned suit": Point(FOUR, Situation(actions="8 pass"), trump, "h by nobody", NO_MAKER),
    "no maker: by sides": Point(
        FOUR, Situation(actions="8 pass", played_out=True), worth, "NO_MAKER 2 0 2 0", NO_MAKER
    ),
    "no maker: the other side": Point(
        FOUR,
        Situation("As Ks Qs Js Ts, Jh Jd Ah Kh Qh, Ac Kc Qc Jc Tc, 8d Kd Qd Td 9d", actions="8 pass", played_out=True),
        worth,
        "NO_MAKER 0 2 0 2",
        NO_MAKER,
    ),
    "euchred without a trick is three, as with two": Point(
        FOUR, Situation(actions="pass, take, keep", played_out=True), worth, "EUCHRED 3 0 3 0"
    ),
    "a turned joker proposes, and the taker may have it": Point(
        FOUR,
        Situation(turned="B", actions="name h, take, swap Jd"),
        hands,
        "Jh Qh Kh Ah B, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, 9d Td Qd Kd Ad",
        JOKER,
    ),
    "a joker's dealer who makes is not asked to swap": Point(
        FOUR, Situation(turned="B", actions="name h, discard 9d"), step, "0 play", JOKER_MAKES
    ),
    "a lone maker with a march and a slam": Point(
        FOUR,
        Situation(actions="take alone, keep", played_out=True, scores=(9, 0, 9, 0)),
        ending,
        "target: 0 2, value 2, carried 2 0 2 0",
        {"laps": True, "slam": True},
    ),
}

POINTS = {
    f"{players}: {name}": point
    for players, points in (("two", OF_TWO), ("three", OF_THREE), ("four", OF_FOUR))
    for name, point in points.items()
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_belote(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected
