"""Options of euchre for two, three and five, everybody for themselves (RULES 4, 7 and 9)."""

from dataclasses import replace

from tests.rules.options.effects import NOT_IN_DECK, REFUSED, Effect, claims, dealt_at_all, decks
from tests.rules.situations import (
    HEARTS_SPADES_CLUBS_DIAMONDS,
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

TWO = ("euchre-two-handed",)
TEN_TRICKS = "Jh Jd Ah Kh Qh Th Ac Kc Qc Jc, As Ks Qs Js Ts Ad Kd Qd Td Tc"
SIX_TRUMPS = "Jh Jd Ah Kh Qh Th Tc Td Ts Jc, Ac Kc Qc Ad Kd Qd As Ks Qs Js"
NINE_TURNED = Situation(TEN_TRICKS, turned="9h")
TWO_MARCH = Situation(TEN_TRICKS, actions="name h", played_out=True)
TWO_EUCHRED = Situation(SIX_TRUMPS, actions="pass, name h", played_out=True)

TWO_HANDED = (
    Effect(
        "all_pass",
        TWO,
        Situation(TEN_TRICKS, actions="2 pass"),
        next_dealer,
        {"stick_dealer": "MUST_NAME_TRUMP", "redeal": "THROWN_IN, the next deals"},
    ),
    Effect(
        "all_pass",
        TWO,
        replace(NINE_TURNED, actions="4 pass"),
        next_dealer,
        {"stick_dealer": "MUST_NAME_TRUMP", "redeal": "THROWN_IN, the next deals"},
        {"min_rank": 9},
    ),
    Effect("euchre_loss", TWO, TWO_EUCHRED, worth, {"opponents_score": "EUCHRED 2 0", "maker_loses": "EUCHRED 0 -2"}),
    Effect("euchre_points", TWO, TWO_EUCHRED, worth, {2: "EUCHRED 2 0", 7: "EUCHRED 7 0"}),
    Effect("make_points", TWO, replace(TWO_MARCH, hands=SIX_TRUMPS), worth, {1: "MADE 1 0", 7: "MADE 7 0"}),
    Effect("march_points", TWO, TWO_MARCH, worth, {2: "MARCH 2 0", 7: "MARCH 7 0"}),
    Effect(
        "laps",
        TWO,
        replace(TWO_MARCH, scores=(9, 9)),
        ending,
        {False: "target: 0, value 1, carried 0 0", True: "target: 0, value 1, carried 1 0"},
    ),
    Effect(
        "slam",
        TWO,
        replace(TWO_MARCH, scores=(8, 0)),
        ending,
        {False: "target: 0, value 1, carried 0 0", True: "target: 0, value 2, carried 0 0"},
    ),
    Effect(
        "may_discard_turn_up",
        TWO,
        replace(NINE_TURNED, actions="order"),
        question,
        {
            True: "1: discard Tc Td Qd Kd Ad 9h Ts Js Qs Ks As",
            False: "1: discard Tc Td Qd Kd Ad Ts Js Qs Ks As",
        },
        {"min_rank": 9},
    ),
    Effect(
        "min_rank",
        TWO,
        NINE_TURNED,
        question,
        {10: "0: name c d h s, pass", **dict.fromkeys((7, 8, 9), "0: order, pass")},
    ),
    Effect("min_rank", TWO, replace(NINE_TURNED, turned="8h"), dealt_at_all, {9: NOT_IN_DECK, 8: "dealt", 7: "dealt"}),
    Effect("min_rank", TWO, replace(NINE_TURNED, turned="7h"), dealt_at_all, {8: NOT_IN_DECK, 7: "dealt"}),
    Effect(
        "no_trump_call",
        TWO,
        Situation(TEN_TRICKS),
        question,
        {
            "off": "0: name c d h s, pass",
            "round_two": "0: name c d h s n, pass",
            "any_round": "0: name c d h s n, pass",
        },
    ),
    Effect(
        "no_trump_call",
        TWO,
        NINE_TURNED,
        question,
        {"off": "0: order, pass", "round_two": "0: order, pass", "any_round": "0: name n, order, pass"},
        {"min_rank": 9},
    ),
    Effect(
        "no_trump_call",
        TWO,
        replace(NINE_TURNED, actions="3 pass"),
        question,
        {"off": "1: name c d s", "round_two": "1: name c d s n", "any_round": "1: name c d s n"},
        {"min_rank": 9},
    ),
    Effect("start_score", TWO, TWO_MARCH, totals, {0: "2 0", -5: "-3 -5", 10: REFUSED}),
    Effect("target_score", TWO, TWO_MARCH, ending, {10: "goes on", 3: "goes on", 2: "target: 0, value 1, carried 0 0"}),
    Effect("max_deals", TWO, TWO_MARCH, ending, {0: "goes on", 1: "max_deals: 0, value 1, carried 0 0", 2: "goes on"}),
    Effect(
        "tie_break",
        TWO,
        replace(TWO_MARCH, scores=(8, 9)),
        winners,
        dict.fromkeys(("joint", "best_joint", "best_then_maker", "maker_first"), "0"),
    ),
)

THREE = ("euchre-cutthroat",)
THREE_MARCH = Situation(actions="order, discard Tc", played_out=True)
THREE_EUCHRED = Situation(actions="pass, order, discard Tc", played_out=True)

CUTTHROAT = (
    Effect(
        "all_pass",
        THREE,
        Situation(actions="6 pass"),
        next_dealer,
        {"redeal": "THROWN_IN, the next deals", "stick_dealer": "MUST_NAME_TRUMP"},
    ),
    Effect(
        "alone_lead",
        THREE,
        replace(THREE_EUCHRED, played_out=False),
        step,
        {"left_of_dealer": "0 play", "left_of_alone": "2 play"},
    ),
    Effect(
        "euchre_loss",
        THREE,
        THREE_EUCHRED,
        worth,
        {"opponents_score": "EUCHRED 2 0 2", "maker_loses": "EUCHRED 0 -2 0"},
    ),
    Effect("euchre_points", THREE, THREE_EUCHRED, worth, {2: "EUCHRED 2 0 2", 7: "EUCHRED 7 0 7"}),
    Effect(
        "make_points",
        THREE,
        Situation(THREE_TRUMPS, actions="order, discard Th", played_out=True),
        worth,
        {1: "MADE 1 0 0", 7: "MADE 7 0 0"},
    ),
    Effect("march_points", THREE, THREE_MARCH, worth, {3: "MARCH 3 0 0", 7: "MARCH 7 0 0"}),
    Effect("joker", THREE, Situation(turned="B"), question, {False: NOT_IN_DECK, True: "2: name c d h s"}),
    Effect(
        "joker_turned",
        THREE,
        Situation(turned="B", actions="name h"),
        question,
        {"dealer_makes": "2: discard Tc Jc Qc Kc Ac B", "dealer_proposes": "0: order, pass"},
        {"joker": True},
    ),
    Effect(
        "may_discard_turn_up",
        THREE,
        Situation(actions="order"),
        question,
        {True: "2: discard Tc Jc Qc Kc Ac Th", False: "2: discard Tc Jc Qc Kc Ac"},
    ),
    *decks("euchre-cutthroat"),
    *claims(THREE, "order, pass"),
    Effect(
        "no_trump_call",
        THREE,
        Situation(),
        question,
        {"off": "0: order, pass", "round_two": "0: order, pass", "any_round": "0: name n, order, pass"},
    ),
    Effect(
        "no_trump_call",
        THREE,
        Situation(actions="3 pass"),
        question,
        {"off": "0: name c d s, pass", "round_two": "0: name c d s n, pass", "any_round": "0: name c d s n, pass"},
    ),
    Effect("start_score", THREE, THREE_MARCH, totals, {0: "3 0 0", -5: "-2 -5 -5", 10: REFUSED}),
    Effect(
        "target_score",
        THREE,
        THREE_MARCH,
        ending,
        {10: "goes on", 4: "goes on", 3: "target: 0, value 1, carried 0 0 0", 0: REFUSED},
    ),
    Effect(
        "max_deals", THREE, THREE_MARCH, ending, {0: "goes on", 1: "max_deals: 0, value 1, carried 0 0 0", 2: "goes on"}
    ),
    Effect(
        "tie_break",
        THREE,
        replace(THREE_EUCHRED, scores=(9, 0, 8)),
        winners,
        {"joint": "0 2", "best_joint": "0", "best_then_maker": "0", "maker_first": "0"},
    ),
)

FIVE = ("euchre-auction",)
FIVE_HANDS = f"{HEARTS_SPADES_CLUBS_DIAMONDS}, 9c 9s 9h Th B"
BIDDING = Situation(FIVE_HANDS)
FOUR_TRICKS = Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h, alone", played_out=True)
WITH_SEAT_2 = Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h, partner Ac", played_out=True)
ANY_PLAIN_CARD = "9c Tc Jc Qc Kc Ac 9d Td Qd Kd Ad 9s Ts Js Qs Ks As"

AUCTION = (
    Effect(
        "alone_lead",
        FIVE,
        Situation(FIVE_HANDS, actions="pass, bid 2, 3 pass, name s, alone"),
        step,
        {"left_of_dealer": "0 play", "left_of_alone": "2 play"},
    ),
    Effect(
        "alone_lead",
        FIVE,
        Situation(FIVE_HANDS, actions="pass, bid 2, 3 pass, name s, partner Ad"),
        step,
        {"left_of_dealer": "0 play", "left_of_alone": "0 play"},
    ),
    Effect("bid_scores", FIVE, FOUR_TRICKS, worth, {"bid": "MADE 3 0 0 0 0", "tricks": "MADE 4 0 0 0 0"}),
    Effect(
        "called_card",
        FIVE,
        Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h"),
        question,
        {"ace": "0: alone, partner Ac Ad As", "any_nontrump": f"0: alone, partner {ANY_PLAIN_CARD}"},
    ),
    Effect("joker", FIVE, BIDDING, dealt_at_all, {True: "dealt", False: NOT_IN_DECK}, {"min_rank": 8}),
    Effect("joker", FIVE, BIDDING, dealt_at_all, {True: "dealt", False: REFUSED}),
    Effect("max_deals", FIVE, FOUR_TRICKS, ending, {0: "goes on", 1: "max_deals: 0, value 1, carried 0 0 0 0 0"}),
    Effect(
        "min_bid",
        FIVE,
        BIDDING,
        question,
        {1: "0: bid 1 2 3 4 5, pass", 2: "0: bid 2 3 4 5, pass", 5: "0: bid 5, pass"},
    ),
    Effect(
        "min_bid",
        FIVE,
        replace(BIDDING, actions="bid 1"),
        question,
        {1: "1: bid 2 3 4 5, pass", 2: "BID_TOO_LOW"},
    ),
    Effect(
        "min_rank",
        FIVE,
        replace(BIDDING, hands=FIVE_HANDS.replace("9c", "7c")),
        dealt_at_all,
        {7: "dealt", 8: NOT_IN_DECK, 9: NOT_IN_DECK, 10: REFUSED},
    ),
    Effect(
        "min_rank",
        FIVE,
        replace(BIDDING, hands=FIVE_HANDS.replace("9c", "8c")),
        dealt_at_all,
        {7: "dealt", 8: "dealt", 9: NOT_IN_DECK},
    ),
    Effect("start_score", FIVE, FOUR_TRICKS, totals, {0: "3 0 0 0 0", -5: "-2 -5 -5 -5 -5", 10: REFUSED}),
    Effect(
        "target_score",
        FIVE,
        FOUR_TRICKS,
        ending,
        {10: "goes on", 4: "goes on", 3: "target: 0, value 1, carried 0 0 0 0 0", 0: REFUSED},
    ),
    Effect(
        "tie_break",
        FIVE,
        replace(WITH_SEAT_2, scores=(8, 0, 9, 0, 0)),
        winners,
        {"joint": "0 2", "best_joint": "2", "best_then_maker": "2", "maker_first": "0"},
    ),
    Effect(
        "tie_break",
        FIVE,
        replace(WITH_SEAT_2, scores=(8, 0, 8, 0, 0)),
        winners,
        {"joint": "0 2", "best_joint": "0 2", "best_then_maker": "0", "maker_first": "0"},
    ),
)

EFFECTS = (*TWO_HANDED, *CUTTHROAT, *AUCTION)
