"""Options of euchre for two pairs (RULES 4, 5 and 9)."""

from tests.rules.options.effects import REFUSED, Effect, Value, claims, decks
from tests.rules.situations import (
    THREE_TRUMPS,
    Situation,
    ending,
    next_dealer,
    question,
    step,
    totals,
    winners,
    worth,
)

PAIRS = ("euchre", "euchre-benny", "euchre-railroad")

QUIET: dict[str, object] = {"defend_alone": False, "call_for_best": "off"}
"""Railroad's own steps left out."""

MARCH = Situation(actions="order, discard 9d", played_out=True)
LONE_MARCH = Situation(actions="order alone, discard 9d", played_out=True)
MADE = Situation(THREE_TRUMPS, actions="order, discard Th", played_out=True)
LONE_MADE = Situation(THREE_TRUMPS, actions="order alone, discard Th", played_out=True)
EUCHRED = Situation(actions="pass, order, discard 9d", played_out=True)
LONE_EUCHRED = Situation(actions="pass, order alone, discard 9d", played_out=True)
LONE_DEFENCE = Situation(actions="pass, order alone, discard 9d, pass, defend", played_out=True)
ROUND_TWO = Situation(actions="4 pass")
ALONE_IN_ROUND_TWO = Situation(actions="4 pass, name s alone")
JOKER_TURNED = Situation(turned="B")

NO_TRUMP_ROUND_ONE: dict[Value, str] = {
    "off": "0: order, order alone, pass",
    "round_two": "0: order, order alone, pass",
    "any_round": "0: name alone n, name n, order, order alone, pass",
}
NO_TRUMP_ROUND_TWO: dict[Value, str] = {
    "off": "0: name alone c d s, name c d s, pass",
    "round_two": "0: name alone c d s n, name c d s n, pass",
    "any_round": "0: name alone c d s n, name c d s n, pass",
}

MAKING_TRUMP = (
    Effect(
        "all_pass",
        PAIRS,
        Situation(actions="8 pass"),
        next_dealer,
        {"redeal": "THROWN_IN, the next deals", "stick_dealer": "MUST_NAME_TRUMP"},
    ),
    Effect(
        "alone", PAIRS, Situation(), question, {True: "0: order, order alone, pass", False: "0: order, pass"}, QUIET
    ),
    Effect(
        "alone",
        PAIRS,
        ROUND_TWO,
        question,
        {True: "0: name alone c d s, name c d s, pass", False: "0: name c d s, pass"},
        QUIET,
    ),
    Effect("joker", PAIRS, JOKER_TURNED, question, {True: "3: name c d h s", False: "CARD_NOT_IN_DECK"}),
    Effect(
        "joker_turned",
        PAIRS,
        Situation(turned="B", actions="name h"),
        question,
        {"dealer_makes": "3: discard 9d Td Qd Kd Ad B", "dealer_proposes": "0: order, order alone, pass"},
        {"joker": True},
    ),
    Effect(
        "may_discard_turn_up",
        PAIRS,
        Situation(actions="order"),
        question,
        {True: "3: discard 9d Td Qd Kd Ad Th", False: "3: discard 9d Td Qd Kd Ad"},
    ),
    *decks("euchre", of_tens=REFUSED),
    *decks("euchre-benny", "euchre-railroad"),
    *claims(PAIRS, "order, order alone, pass"),
    Effect("no_trump_call", PAIRS, Situation(), question, NO_TRUMP_ROUND_ONE, {"joker": False}),
    Effect("no_trump_call", PAIRS, ROUND_TWO, question, NO_TRUMP_ROUND_TWO, {"joker": False}),
    Effect(
        "no_trump_call",
        PAIRS,
        Situation(),
        question,
        {"off": "0: order, order alone, pass", "round_two": REFUSED, "any_round": REFUSED},
        {"joker": True},
    ),
    Effect(
        "partner_order_must_be_alone",
        PAIRS,
        Situation(actions="pass"),
        question,
        {False: "1: order, order alone, pass", True: "1: order alone, pass"},
    ),
    Effect(
        "partner_order_must_be_alone",
        PAIRS,
        Situation(actions="pass"),
        question,
        {False: "1: order, pass", True: REFUSED},
        {**QUIET, "alone": False},
    ),
)

ALONE = (
    Effect(
        "alone_lead",
        PAIRS,
        Situation(actions="pass, order alone, discard 9d"),
        step,
        {"left_of_alone": "2 play", "left_of_dealer": "0 play"},
        QUIET,
    ),
    Effect(
        "call_for_best",
        PAIRS,
        ALONE_IN_ROUND_TWO,
        question,
        {
            "off": "1: play Ts Js Qs Ks As",
            "partner": "0: discard Jd Jh Qh Kh Ah, keep",
            "turn_up": "0: keep, swap Jd Jh Qh Kh Ah",
        },
        {"defend_alone": False},
    ),
    Effect(
        "call_for_best",
        PAIRS,
        Situation(actions="order alone, discard 9d"),
        question,
        {
            "off": "1: play Ts Js Qs Ks As",
            "partner": "0: discard Jd Jh Qh Kh Ah, keep",
            "turn_up": "1: play Ts Js Qs Ks As",
        },
        {"defend_alone": False},
    ),
    Effect(
        "call_for_best",
        PAIRS,
        Situation(),
        question,
        {
            "off": "0: order, pass",
            "partner": REFUSED,
            "turn_up": REFUSED,
        },
        {"defend_alone": False, "alone": False},
    ),
    Effect(
        "defend_alone",
        PAIRS,
        ALONE_IN_ROUND_TWO,
        question,
        {False: "1: play Ts Js Qs Ks As", True: "1: defend, pass"},
        {"call_for_best": "off"},
    ),
    Effect(
        "defend_alone",
        PAIRS,
        Situation(),
        question,
        {False: "0: order, pass", True: REFUSED},
        {"call_for_best": "off", "alone": False},
    ),
)

SCORES = (
    Effect("make_points", PAIRS, MADE, worth, {1: "MADE 1 0 1 0", 7: "MADE 7 0 7 0"}),
    Effect("make_points", PAIRS, LONE_MADE, worth, {1: "MADE 1 0 1 0", 7: "MADE 7 0 7 0"}, QUIET),
    Effect("march_points", PAIRS, MARCH, worth, {2: "MARCH 2 0 2 0", 7: "MARCH 7 0 7 0"}),
    Effect("euchre_points", PAIRS, EUCHRED, worth, {2: "EUCHRED 2 0 2 0", 7: "EUCHRED 7 0 7 0"}),
    Effect("alone_march_points", PAIRS, LONE_MARCH, worth, {4: "MARCH 4 0 4 0", 7: "MARCH 7 0 7 0"}, QUIET),
    Effect(
        "alone_euchre_points",
        PAIRS,
        LONE_EUCHRED,
        worth,
        {2: "EUCHRED 2 0 2 0", 7: "EUCHRED 7 0 7 0"},
        {**QUIET, "euchre_points": 3},
    ),
    Effect(
        "defend_alone_points",
        PAIRS,
        LONE_DEFENCE,
        worth,
        {4: "EUCHRED 4 0 4 0", 7: "EUCHRED 7 0 7 0"},
        {"call_for_best": "off", "defend_alone": True},
    ),
    Effect(
        "euchre_loss", PAIRS, EUCHRED, worth, {"opponents_score": "EUCHRED 2 0 2 0", "maker_loses": "EUCHRED 0 -2 0 -2"}
    ),
    Effect(
        "euchre_loss",
        PAIRS,
        LONE_EUCHRED,
        worth,
        {"opponents_score": "EUCHRED 3 0 3 0", "maker_loses": "EUCHRED 0 -3 0 -3"},
        {**QUIET, "alone_euchre_points": 3},
    ),
    Effect(
        "euchre_loss",
        PAIRS,
        LONE_DEFENCE,
        worth,
        {"opponents_score": "EUCHRED 4 0 4 0", "maker_loses": "EUCHRED 0 -4 0 -4"},
        {"call_for_best": "off", "defend_alone": True},
    ),
    Effect(
        "laps",
        PAIRS,
        Situation(actions=MARCH.actions, played_out=True, scores=(9, 3, 9, 3)),
        ending,
        {
            False: "target: 0 2, value 1, carried 0 0 0 0",
            True: "target: 0 2, value 1, carried 1 0 1 0",
        },
    ),
    Effect(
        "slam",
        PAIRS,
        Situation(actions=MARCH.actions, played_out=True, scores=(8, 0, 8, 0)),
        ending,
        {
            False: "target: 0 2, value 1, carried 0 0 0 0",
            True: "target: 0 2, value 2, carried 0 0 0 0",
        },
    ),
    Effect("start_score", PAIRS, MARCH, totals, {0: "2 0 2 0", -5: "-3 -5 -3 -5", 10: REFUSED}),
    Effect(
        "target_score",
        PAIRS,
        MARCH,
        ending,
        {10: "goes on", 3: "goes on", 2: "target: 0 2, value 1, carried 0 0 0 0", 0: REFUSED},
        {"slam": False},
    ),
    Effect(
        "max_deals",
        PAIRS,
        MARCH,
        ending,
        {0: "goes on", 1: "max_deals: 0 2, value 1, carried 0 0 0 0", 2: "goes on"},
        {"slam": False},
    ),
    Effect(
        "tie_break",
        PAIRS,
        Situation(actions=MARCH.actions, played_out=True, scores=(8, 9, 8, 9)),
        winners,
        dict.fromkeys(("joint", "best_joint", "best_then_maker", "maker_first"), "0 2"),
    ),
)


EFFECTS = (*MAKING_TRUMP, *ALONE, *SCORES)
