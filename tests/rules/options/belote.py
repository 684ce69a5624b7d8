"""Options of american belote (RULES 8 and 9)."""

from dataclasses import replace

from tests.rules.options.effects import NOT_IN_DECK, REFUSED, Effect, decks
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

TWO, THREE, FOUR = ("american-belote-two",), ("american-belote-three",), ("american-belote-four",)

MARCH_OF_TWO = Situation(actions="order, keep", played_out=True)
MADE_BY_ONE_OF_TWO = Situation("Jh Jd Ah 9s 8s, As Ks Qs Js Ts", actions="order, keep", played_out=True)
TWO_EUCHRED = Situation("Jh Jd Ah 9s 8s, As Ks Qs Js Ts", actions="pass, order, keep", played_out=True)
WITHOUT_A_TRICK = Situation(actions="pass, order, keep", played_out=True)

TWO_HANDED = (
    Effect(
        "all_pass",
        TWO,
        Situation(actions="4 pass"),
        next_dealer,
        {"no_maker": "0 play", "redeal": "THROWN_IN, the next deals"},
    ),
    Effect("euchre_points", TWO, TWO_EUCHRED, worth, {2: "EUCHRED 2 0", 7: "EUCHRED 7 0", 0: "EUCHRED 0 0"}),
    Effect("euchre_points", TWO, WITHOUT_A_TRICK, worth, {2: "EUCHRED 3 0", 7: "EUCHRED 8 0", 0: "EUCHRED 1 0"}),
    Effect("make_points", TWO, MADE_BY_ONE_OF_TWO, worth, {1: "MADE 1 0", 7: "MADE 7 0"}),
    Effect(
        "make_points",
        TWO,
        replace(MADE_BY_ONE_OF_TWO, actions="4 pass"),
        worth,
        {1: "NO_MAKER 1 0", 7: "NO_MAKER 7 0"},
    ),
    Effect("march_points", TWO, MARCH_OF_TWO, worth, {2: "MARCH 2 0", 7: "MARCH 7 0"}),
    Effect(
        "march_points",
        TWO,
        replace(MARCH_OF_TWO, actions="4 pass"),
        worth,
        {2: "NO_MAKER 2 0", 7: "NO_MAKER 7 0"},
    ),
    Effect(
        "joker_turned",
        TWO,
        Situation(turned="B", actions="name h"),
        question,
        {"dealer_makes": "1: discard Ts Js Qs Ks As B", "dealer_proposes": "0: order, pass"},
        {"joker": True},
    ),
    Effect("joker", TWO, Situation(turned="B"), question, {False: NOT_IN_DECK, True: "1: name c d h s"}),
    Effect("start_score", TWO, MARCH_OF_TWO, totals, {0: "2 0", -5: "-3 -5", 5: REFUSED}),
    Effect("target_score", TWO, MARCH_OF_TWO, ending, {5: "goes on", 2: "target: 0, value 1, carried 0 0", 0: REFUSED}),
    Effect("max_deals", TWO, MARCH_OF_TWO, ending, {0: "goes on", 1: "max_deals: 0, value 1, carried 0 0"}),
    Effect(
        "tie_break",
        TWO,
        replace(MARCH_OF_TWO, scores=(3, 4)),
        winners,
        dict.fromkeys(("joint", "best_joint", "best_then_maker", "maker_first"), "0"),
    ),
)

THREE_EUCHRED = Situation(THREE_TRUMPS, actions="pass, order, keep", played_out=True)

THREE_HANDED = (
    Effect(
        "all_pass",
        THREE,
        Situation(actions="6 pass"),
        next_dealer,
        {"no_maker": "0 play", "redeal": "THROWN_IN, the next deals"},
    ),
    Effect("euchre_points", THREE, THREE_EUCHRED, worth, {2: "EUCHRED 2 0 2", 7: "EUCHRED 7 0 7"}),
    Effect("euchre_points", THREE, WITHOUT_A_TRICK, worth, {2: "EUCHRED 3 0 3", 7: "EUCHRED 8 0 8"}),
    Effect(
        "make_points",
        THREE,
        replace(THREE_EUCHRED, actions="order, keep"),
        worth,
        {1: "MADE 1 0 0", 7: "MADE 7 0 0"},
    ),
    Effect(
        "make_points",
        THREE,
        replace(THREE_EUCHRED, actions="6 pass"),
        worth,
        {1: "NO_MAKER 1 0 0", 7: "NO_MAKER 7 0 0"},
    ),
    Effect("march_points", THREE, MARCH_OF_TWO, worth, {2: "MARCH 2 0 0", 7: "MARCH 7 0 0"}),
    Effect(
        "march_points",
        THREE,
        replace(MARCH_OF_TWO, actions="6 pass"),
        worth,
        {2: "NO_MAKER 2 0 0", 7: "NO_MAKER 7 0 0"},
    ),
    Effect(
        "joker_turned",
        THREE,
        Situation(turned="B", actions="name h"),
        question,
        {"dealer_makes": "2: discard Tc Jc Qc Kc Ac B", "dealer_proposes": "0: order, pass"},
        {"joker": True},
    ),
    Effect("joker", THREE, Situation(turned="B"), question, {False: NOT_IN_DECK, True: "2: name c d h s"}),
    Effect("start_score", THREE, MARCH_OF_TWO, totals, {0: "2 0 0", -5: "-3 -5 -5", 5: REFUSED}),
    Effect(
        "target_score",
        THREE,
        MARCH_OF_TWO,
        ending,
        {5: "goes on", 2: "target: 0, value 1, carried 0 0 0", 0: REFUSED},
    ),
    Effect("max_deals", THREE, MARCH_OF_TWO, ending, {0: "goes on", 1: "max_deals: 0, value 1, carried 0 0 0"}),
    Effect(
        "tie_break",
        THREE,
        replace(THREE_EUCHRED, scores=(4, 0, 3)),
        winners,
        {"joint": "0 2", "best_joint": "0", "best_then_maker": "0", "maker_first": "0"},
    ),
)

MARCH = Situation(actions="take, keep", played_out=True)
MADE = Situation(THREE_TRUMPS, actions="take, keep", played_out=True)
EUCHRED = Situation(actions="pass, take, keep", played_out=True)
LONE_MARCH = Situation(actions="take alone, keep", played_out=True)
LONE_EUCHRED = Situation(actions="pass, take alone, keep", played_out=True)

FOUR_HANDED = (
    Effect(
        "all_pass",
        FOUR,
        Situation(actions="8 pass"),
        next_dealer,
        {"redeal": "THROWN_IN, the next deals", "no_maker": "0 play"},
    ),
    Effect("alone", FOUR, Situation(), question, {True: "0: pass, take, take alone", False: "0: pass, take"}),
    Effect(
        "alone",
        FOUR,
        Situation(actions="4 pass"),
        question,
        {True: "0: name alone c d s, name c d s, pass", False: "0: name c d s, pass"},
    ),
    Effect(
        "alone_lead",
        FOUR,
        replace(LONE_EUCHRED, played_out=False),
        step,
        {"left_of_dealer": "0 play", "left_of_alone": "2 play"},
    ),
    Effect("alone_march_points", FOUR, LONE_MARCH, worth, {3: "MARCH 3 0 3 0", 7: "MARCH 7 0 7 0"}),
    Effect(
        "alone_euchre_points",
        FOUR,
        LONE_EUCHRED,
        worth,
        {3: "EUCHRED 3 0 3 0", 7: "EUCHRED 7 0 7 0"},
        {"euchre_points": 4},
    ),
    Effect(
        "euchre_points",
        FOUR,
        EUCHRED,
        worth,
        {3: "EUCHRED 3 0 3 0", 7: "EUCHRED 7 0 7 0"},
        {"alone_euchre_points": 4},
    ),
    Effect(
        "euchre_loss",
        FOUR,
        EUCHRED,
        worth,
        {"opponents_score": "EUCHRED 3 0 3 0", "maker_loses": "EUCHRED 0 -3 0 -3"},
    ),
    Effect("make_points", FOUR, MADE, worth, {1: "MADE 1 0 1 0", 7: "MADE 7 0 7 0"}),
    Effect(
        "make_points",
        FOUR,
        replace(MADE, actions="8 pass"),
        worth,
        {1: "NO_MAKER 1 0 1 0", 7: "NO_MAKER 7 0 7 0"},
        {"all_pass": "no_maker"},
    ),
    Effect("march_points", FOUR, MARCH, worth, {2: "MARCH 2 0 2 0", 7: "MARCH 7 0 7 0"}),
    Effect(
        "march_points",
        FOUR,
        replace(MARCH, actions="8 pass"),
        worth,
        {2: "NO_MAKER 2 0 2 0", 7: "NO_MAKER 7 0 7 0"},
        {"all_pass": "no_maker"},
    ),
    Effect("joker", FOUR, Situation(turned="B"), question, {False: NOT_IN_DECK, True: "3: name c d h s"}),
    Effect(
        "joker_turned",
        FOUR,
        Situation(turned="B", actions="name h"),
        question,
        {"dealer_makes": "3: discard 9d Td Qd Kd Ad B", "dealer_proposes": "0: pass, take, take alone"},
        {"joker": True},
    ),
    Effect(
        "laps",
        FOUR,
        replace(MARCH, scores=(9, 3, 9, 3)),
        ending,
        {False: "target: 0 2, value 1, carried 0 0 0 0", True: "target: 0 2, value 1, carried 1 0 1 0"},
    ),
    Effect(
        "slam",
        FOUR,
        replace(MARCH, scores=(8, 0, 8, 0)),
        ending,
        {False: "target: 0 2, value 1, carried 0 0 0 0", True: "target: 0 2, value 2, carried 0 0 0 0"},
    ),
    Effect("start_score", FOUR, MARCH, totals, {0: "2 0 2 0", -5: "-3 -5 -3 -5", 10: REFUSED}),
    Effect(
        "target_score",
        FOUR,
        MARCH,
        ending,
        {10: "goes on", 3: "goes on", 2: "target: 0 2, value 1, carried 0 0 0 0", 0: REFUSED},
    ),
    Effect("max_deals", FOUR, MARCH, ending, {0: "goes on", 1: "max_deals: 0 2, value 1, carried 0 0 0 0"}),
    Effect(
        "tie_break",
        FOUR,
        replace(MARCH, scores=(8, 9, 8, 9)),
        winners,
        dict.fromkeys(("joint", "best_joint", "best_then_maker", "maker_first"), "0 2"),
    ),
)

EFFECTS = (*TWO_HANDED, *THREE_HANDED, *FOUR_HANDED, *decks(*TWO, *THREE), *decks(*FOUR, of_tens=REFUSED))
