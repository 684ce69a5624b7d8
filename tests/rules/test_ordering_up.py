"""Turned jokers, claims and ordering up, point by point (RULES 4)."""

import pytest

from euchre_referee.rules.cards import mask_of
from euchre_referee.rules.options import MisdealClaim
from euchre_referee.rules.phases.opening import may_claim
from tests.rules.options.effects import SMALL_HANDS
from tests.rules.positions import cards
from tests.rules.situations import (
    Point,
    Situation,
    hands,
    next_dealer,
    question,
    step,
    trump,
)

PROPOSES = {"joker_turned": "dealer_proposes"}
CLAIMS = {"misdeal_claims": ["farmers_hand", "ace_no_face", "no_face"]}
WITH_JOKER = SMALL_HANDS.hands.replace("9c", "B")
"""The hand without a card above the ten holds the joker instead of a nine."""

WITH_SEVEN = "Jh Jd Ah Kh Qh, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 7c"
"""The dealer holds the lowest card of the longest deck."""

POINTS = {
    "a turned joker: its dealer is maker, before anybody else is asked": Point(
        "euchre-benny", Situation(turned="B", actions="name h"), trump, "h by 3"
    ),
    "the dealer names a suit, never no trump": Point(
        "euchre-benny", Situation(turned="B", actions="name n"), step, "SUIT_NOT_ALLOWED"
    ),
    "the dealer of a turned joker does not play alone": Point(
        "euchre-benny", Situation(turned="B", actions="name h alone"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "the dealer of a turned joker may not pass": Point(
        "euchre-benny", Situation(turned="B", actions="pass"), step, "MUST_NAME_TRUMP"
    ),
    "nor where the joker only proposes": Point(
        "euchre-benny", Situation(turned="B", actions="pass"), step, "MUST_NAME_TRUMP", PROPOSES
    ),
    "the joker's dealer takes it and discards": Point(
        "euchre-benny",
        Situation(turned="B", actions="name h, discard 9d"),
        hands,
        "Jd Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, Td Qd Kd Ad B",
    ),
    "the joker itself may be barred from the discard": Point(
        "euchre-benny",
        Situation(turned="B", actions="name h"),
        question,
        "3: discard 9d Td Qd Kd Ad",
        {"may_discard_turn_up": False},
    ),
    "first leads to a joker's maker": Point(
        "euchre-benny", Situation(turned="B", actions="name h, discard 9d"), step, "0 play"
    ),
    "railroad's steps for a lone maker do not follow a joker's maker": Point(
        "euchre-railroad", Situation(turned="B", actions="name h, discard 9d"), step, "0 play"
    ),
    "a proposed suit is ordered, and the dealer takes the joker": Point(
        "euchre-benny",
        Situation(turned="B", actions="name s, pass, order"),
        question,
        "3: discard 9d Td Qd Kd Ad B",
        PROPOSES,
    ),
    "whoever orders the proposed suit is maker": Point(
        "euchre-benny", Situation(turned="B", actions="name s, pass, order alone"), trump, "s by 1 alone", PROPOSES
    ),
    "a proposed suit that was passed over is the one turned down": Point(
        "euchre-benny",
        Situation(turned="B", actions="name s, 4 pass"),
        question,
        "0: name alone c d h, name c d h, pass",
        PROPOSES,
    ),
    "claims follow a turned joker's naming": Point(
        "euchre-benny", Situation(SMALL_HANDS.hands, turned="B", actions="name h"), question, "0: claim, pass", CLAIMS
    ),
    "the pick-up follows the claims": Point(
        "euchre-benny",
        Situation(turned="B", actions="name h, 4 pass"),
        question,
        "3: discard 9d Td Qd Kd Ad B",
        CLAIMS,
    ),
    "a claim makes void what the joker's dealer named": Point(
        "euchre-benny",
        Situation(SMALL_HANDS.hands, turned="B", actions="name h, claim"),
        next_dealer,
        "MISDEAL, the same deals",
        CLAIMS,
    ),
    "claims come before a proposed suit is bid on": Point(
        "euchre-benny", Situation(turned="B", actions="name h, 4 pass"), step, "0 order", {**PROPOSES, **CLAIMS}
    ),
    "a joker in the hand is no farmer's hand and a face": Point(
        "euchre-benny", Situation(WITH_JOKER, turned="Kd"), question, "0: pass", CLAIMS
    ),
    "everybody is asked for a claim, the dealer last": Point(
        "euchre", Situation(actions="3 pass"), question, "3: pass", CLAIMS
    ),
    "after the claims first bids": Point("euchre", Situation(actions="4 pass"), step, "0 order", CLAIMS),
    "a claim by a hand that fulfils none": Point(
        "euchre", Situation(actions="claim"), step, "CLAIM_NOT_ALLOWED", CLAIMS
    ),
    "a claim in the bidding": Point(
        "euchre",
        Situation(SMALL_HANDS.hands, turned="Kd", actions="4 pass, claim"),
        step,
        "CLAIM_NOT_ALLOWED",
        CLAIMS,
    ),
    "an order while claims are asked for": Point(
        "euchre", Situation(actions="order"), step, "ACTION_NOT_ALLOWED_NOW", CLAIMS
    ),
    "claims are asked for although a club is turned": Point(
        "buck", Situation(turned="9c", actions="3 pass"), question, "3: pass", CLAIMS
    ),
    "a turned club is no trump before the claims": Point(
        "buck", Situation(turned="9c", actions="3 pass"), trump, "- by nobody", CLAIMS
    ),
    "a turned club becomes trump after the claims": Point(
        "buck", Situation(turned="9c", actions="4 pass"), trump, "c by nobody", CLAIMS
    ),
    "an order fixes the turned suit for whoever ordered": Point(
        "euchre", Situation(actions="2 pass, order"), trump, "h by 2"
    ),
    "the dealer's own order is the take-up": Point(
        "euchre", Situation(actions="3 pass, order"), question, "3: discard 9d Td Qd Kd Ad Th"
    ),
    "the dealer who is about to sit out takes and discards as well": Point(
        "euchre", Situation(actions="pass, order alone"), question, "3: discard 9d Td Qd Kd Ad Th"
    ),
    "the hand of a dealer who sits out has changed": Point(
        "euchre",
        Situation(actions="pass, order alone, discard 9d"),
        hands,
        "Jd Jh Qh Kh Ah, Ts Js Qs Ks As, Tc Jc Qc Kc Ac, Td Qd Kd Ad Th",
    ),
    "no trump in round one: no pick-up": Point(
        "euchre", Situation(actions="pass, name n"), step, "0 play", {"no_trump_call": "any_round"}
    ),
    "no trump in round one has its maker": Point(
        "euchre", Situation(actions="pass, name n"), trump, "n by 1", {"no_trump_call": "any_round"}
    ),
    "no trump alone in round one": Point(
        "euchre", Situation(actions="name n alone"), trump, "n by 0 alone", {"no_trump_call": "any_round"}
    ),
    "the dealer's partner may name no trump although orders must be alone": Point(
        "euchre",
        Situation(actions="pass"),
        question,
        "1: name alone n, name n, order alone, pass",
        {"no_trump_call": "any_round", "partner_order_must_be_alone": True},
    ),
    "only the partner must order alone, the dealer need not": Point(
        "euchre",
        Situation(actions="3 pass"),
        question,
        "3: order, order alone, pass",
        {"partner_order_must_be_alone": True},
    ),
    "the partner's plain name in round two is no order": Point(
        "euchre",
        Situation(actions="5 pass"),
        question,
        "1: name alone c d s, name c d s, pass",
        {"partner_order_must_be_alone": True},
    ),
    "no pick-up in round two": Point("euchre", Situation(actions="4 pass, name s"), step, "0 play"),
    "a turned-down club": Point(
        "euchre", Situation(turned="9c", actions="4 pass"), question, "0: name alone d h s, name d h s, pass"
    ),
    "a turned-down diamond": Point(
        "euchre",
        Situation(SMALL_HANDS.hands, turned="Kd", actions="4 pass"),
        question,
        "0: name alone c h s, name c h s, pass",
    ),
    "a turned-down spade": Point(
        "euchre", Situation(turned="9s", actions="4 pass"), question, "0: name alone c d h, name c d h, pass"
    ),
    "clubs alone": Point("euchre", Situation(actions="4 pass, name c alone"), trump, "c by 0 alone"),
    "clubs with a partner": Point("euchre", Situation(actions="4 pass, name c"), trump, "c by 0"),
    "spades with a partner": Point("euchre", Situation(actions="4 pass, name s"), trump, "s by 0"),
    "any card of a long deck may be discarded, the lowest too": Point(
        "euchre",
        Situation(WITH_SEVEN, actions="order"),
        question,
        "3: discard 7c Td Qd Kd Ad Th",
        {"min_rank": 7},
    ),
    "whoever takes a trick leads anything, the lowest card too": Point(
        "euchre",
        Situation(
            "7c Jd Ah Kh Qh, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 9d",
            actions="order, discard 9d, play Jd, play Ts, play Tc, play Th",
        ),
        question,
        "0: play 7c Qh Kh Ah",
        {"min_rank": 7},
    ),
    "a stuck dealer names a suit": Point(
        "euchre", Situation(actions="7 pass"), question, "3: name alone c d s, name c d s", {"all_pass": "stick_dealer"}
    ),
    "a stuck dealer may name no trump where it is allowed": Point(
        "buck",
        Situation(actions="7 pass"),
        question,
        "3: name c d s n",
        {"all_pass": "stick_dealer", "no_trump_call": "round_two"},
    ),
    "only the dealer is stuck": Point(
        "euchre",
        Situation(actions="6 pass"),
        question,
        "2: name alone c d s, name c d s, pass",
        {"all_pass": "stick_dealer"},
    ),
    "a stuck dealer may still pass in round one": Point(
        "euchre", Situation(actions="3 pass"), question, "3: order, order alone, pass", {"all_pass": "stick_dealer"}
    ),
    "nobody made trump in buck: no trump and no maker": Point(
        "buck", Situation(actions="8 pass"), trump, "n by nobody"
    ),
    "the dealer of two at twenty cards is stuck at once": Point(
        "euchre-two-handed",
        Situation("Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc", actions="pass"),
        question,
        "1: name c d h s",
    ),
    "first of two leads to the other's trump": Point(
        "euchre-two-handed",
        Situation("Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc", actions="pass, name s"),
        step,
        "0 play",
    ),
    "two with a turn-up have a second round": Point(
        "euchre-two-handed",
        Situation("Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc", turned="9h", actions="2 pass"),
        question,
        "0: name c d s, pass",
        {"min_rank": 9},
    ),
    "nobody plays alone in cutthroat": Point(
        "euchre-cutthroat", Situation(actions="order alone"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "nobody is barred from a plain order in cutthroat": Point(
        "euchre-cutthroat", Situation(actions="pass"), question, "1: order, pass"
    ),
    "a card just taken may be barred from the discard": Point(
        "euchre", Situation(actions="order, discard Th"), step, "CARD_NOT_ALLOWED", {"may_discard_turn_up": False}
    ),
    "the dealer may not play the card put away": Point(
        "euchre", Situation(actions="order, discard 9d, play Jh, play Ts, play Tc, play 9d"), step, "CARD_NOT_IN_HAND"
    ),
    "the dealer must follow with the card taken up": Point(
        "euchre", Situation(actions="order, discard 9d, play Jh, play Ts, play Tc"), question, "3: play Th"
    ),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_ordering_up(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected


@pytest.mark.parametrize(
    ("hand", "claims"),
    [
        ("9c Tc 9d Td 9s", {"farmers_hand", "no_face"}),
        ("9c Tc 9d Td As", {"ace_no_face", "no_face"}),
        ("Ac Ah Ad As Ts", {"ace_no_face", "no_face"}),
        ("9c Tc 9d Td Js", set()),
        ("9c Tc 9d Td Qs", set()),
        ("9c Tc 9d Td Ks", set()),
        ("9c Tc 9d Td B", set()),
        ("9c Tc 9d As Js", set()),
        ("9c Tc 9d As B", set()),
        ("7c 8d 9h Ts 7h", {"farmers_hand", "no_face"}),
        ("Ac 8d 9h Ts 7h", {"ace_no_face", "no_face"}),
    ],
)
@pytest.mark.parametrize("claim", MisdealClaim)
def test_which_hands_may_claim(hand: str, claims: set[str], claim: MisdealClaim) -> None:
    assert may_claim(frozenset({claim}), mask_of(cards(hand))) == (claim in claims)
