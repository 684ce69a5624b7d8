"""How games end, laps and slams (RULES 9)."""

from dataclasses import replace

import pytest

from tests.rules.situations import TWO_BOWERS, Point, Situation, ending, next_dealer, totals, winners, worth

MARCH = Situation(actions="order, discard 9d", played_out=True)
EUCHRED = Situation(actions="pass, order, discard 9d", played_out=True)
THROWN_IN = Situation(actions="8 pass")
ONE_DEAL = {"max_deals": 1}
SURPLUS = {"laps": True, "slam": True}

TOGETHER = "Jh Jd Ah Kh 9c, As Ks Qs Js Ts, Qh Ac Kc Qc Jc, Ad Kd Qd Td 9d"
"""Seat 0 takes four tricks when hearts are trump, seat 2 the fifth."""

POINTS = {
    "partners march together": Point(
        "euchre", Situation(TOGETHER, actions="order, discard Th", played_out=True), worth, "MARCH 2 0 2 0"
    ),
    "the partner's tricks count for the maker": Point(
        "euchre", Situation(TWO_BOWERS, actions="order, discard Th", played_out=True), worth, "MADE 1 0 1 0"
    ),
    "whichever partner made it": Point(
        "euchre", Situation(TWO_BOWERS, actions="2 pass, order, discard Th", played_out=True), worth, "MADE 1 0 1 0"
    ),
    "the other side is euchred by both": Point(
        "euchre", Situation(TWO_BOWERS, actions="3 pass, order, discard Th", played_out=True), worth, "EUCHRED 2 0 2 0"
    ),
    "whichever of them made it": Point(
        "euchre", Situation(TWO_BOWERS, actions="pass, order, discard Th", played_out=True), worth, "EUCHRED 2 0 2 0"
    ),
    "a maker's loss is both partners'": Point(
        "euchre",
        Situation(TWO_BOWERS, actions="3 pass, order, discard Th", played_out=True),
        worth,
        "EUCHRED 0 -2 0 -2",
        {"euchre_loss": "maker_loses"},
    ),
    "exactly at the target": Point(
        "euchre", replace(MARCH, scores=(8, 0, 8, 0)), ending, "target: 0 2, value 1, carried 0 0 0 0"
    ),
    "one short of it": Point("euchre", replace(MARCH, scores=(7, 9, 7, 9)), ending, "goes on"),
    "the defenders may arrive": Point("euchre", replace(EUCHRED, scores=(8, 9, 8, 9)), winners, "0 2"),
    "scores are never clamped": Point("euchre", replace(MARCH, scores=(9, 0, 9, 0)), totals, "11 0 11 0"),
    "nor at the other end": Point("euchre", EUCHRED, totals, "0 -2 0 -2", {"euchre_loss": "maker_loses"}),
    "the deal after a scored one is the next seat's": Point("euchre", MARCH, next_dealer, "MARCH, the next deals"),
    "a void deal counts for no limit": Point("euchre", THROWN_IN, ending, "goes on", ONE_DEAL),
    "the limit: the best score wins": Point(
        "euchre", replace(MARCH, scores=(0, 1, 0, 1)), ending, "max_deals: 0 2, value 1, carried 0 0 0 0", ONE_DEAL
    ),
    "the limit: whoever is ahead wins, not the maker": Point(
        "euchre", replace(MARCH, scores=(0, 5, 0, 5)), winners, "1 3", ONE_DEAL
    ),
    "the limit: equal scores win jointly": Point(
        "euchre", replace(MARCH, scores=(0, 2, 0, 2)), winners, "0 1 2 3", ONE_DEAL
    ),
    "the limit: jointly whatever tie_break says": Point(
        "euchre-cutthroat",
        Situation(actions="order, discard Tc", played_out=True, scores=(0, 3, 1)),
        winners,
        "0 1",
        {**ONE_DEAL, "tie_break": "maker_first"},
    ),
    "the limit: the lowest wins where scores go down": Point(
        "buck",
        Situation(actions="order, discard 9d, 3 stay", played_out=True, scores=(25, 25, 25, 10)),
        ending,
        "max_deals: 3, value 1, carried 0 0 0 0",
        {**ONE_DEAL, "sweep_wins": False},
    ),
    "the target comes before the limit": Point(
        "euchre", replace(MARCH, scores=(8, 0, 8, 0)), ending, "target: 0 2, value 1, carried 0 0 0 0", ONE_DEAL
    ),
    "a slam needs losers at the start": Point(
        "euchre", replace(MARCH, scores=(8, 1, 8, 1)), ending, "target: 0 2, value 1, carried 0 0 0 0", SURPLUS
    ),
    "below the start is not at the start": Point(
        "euchre", replace(MARCH, scores=(8, -2, 8, -2)), ending, "target: 0 2, value 1, carried 0 0 0 0", SURPLUS
    ),
    "the start may be another than nothing": Point(
        "euchre",
        replace(MARCH, scores=(8, 3, 8, 3)),
        ending,
        "target: 0 2, value 2, carried 0 0 0 0",
        {**SURPLUS, "start_score": 3},
    ),
    "a slam at the limit": Point(
        "euchre", MARCH, ending, "max_deals: 0 2, value 2, carried 0 0 0 0", {**ONE_DEAL, **SURPLUS}
    ),
    "no slam where nobody loses": Point(
        "euchre",
        EUCHRED,
        ending,
        "max_deals: 0 1 2 3, value 1, carried 0 0 0 0",
        {**ONE_DEAL, **SURPLUS, "euchre_points": 0},
    ),
    "who has lost points is not at the start": Point(
        "euchre",
        EUCHRED,
        ending,
        "max_deals: 0 2, value 1, carried 0 0 0 0",
        {**ONE_DEAL, **SURPLUS, "euchre_loss": "maker_loses"},
    ),
    "laps carry what is beyond the target to both partners": Point(
        "euchre-railroad",
        Situation(actions="order alone, discard 9d, keep, 2 pass", played_out=True, scores=(9, 0, 9, 0)),
        ending,
        "target: 0 2, value 2, carried 3 0 3 0",
    ),
    "only winners carry": Point(
        "euchre",
        replace(MARCH, scores=(8, 14, 8, 14)),
        ending,
        "target: 0 1 2 3, value 1, carried 0 4 0 4",
        SURPLUS,
    ),
    "at the limit nothing is carried below the target": Point(
        "euchre", MARCH, ending, "max_deals: 0 2, value 1, carried 0 0 0 0", {**ONE_DEAL, "laps": True}
    ),
    "two carry too": Point(
        "euchre-two-handed",
        Situation(
            "Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc",
            actions="name h",
            played_out=True,
            scores=(9, 0),
        ),
        ending,
        "target: 0, value 2, carried 1 0",
        SURPLUS,
    ),
    "whoever loses beyond the target carries nothing": Point(
        "euchre-two-handed",
        Situation(
            "Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc",
            actions="name h",
            played_out=True,
            scores=(9, 14),
        ),
        ending,
        "target: 1, value 1, carried 0 4",
        SURPLUS,
    ),
    "half of ten tricks are no game": Point(
        "euchre-two-handed",
        Situation("Jh Jd Ah Kh Qh Tc Td Ts Jc Qd, Ac Kc Qc Ad Kd As Ks Qs Js Th", actions="name h", played_out=True),
        worth,
        "EUCHRED 0 2",
    ),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_the_end(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected
