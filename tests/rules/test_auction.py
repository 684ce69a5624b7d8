"""Auction euchre, point by point (RULES 7)."""

import pytest

from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from tests.rules.options.singles import FIVE_HANDS
from tests.rules.situations import Point, Situation, question, step, trump, worth

BID = "bid 3, 4 pass, name h"
THREE_ACES = "Ac Ad As 9h Th, Jh Jd Ah Kh Qh, Kc Qc Jc Tc 9c, Kd Qd Td 9d B, Ks Qs Js Ts 9s"
ANY = {"called_card": "any_nontrump"}
LONG = {"joker": False, "min_rank": 7, "called_card": "any_nontrump"}
PLAIN_HANDS = FIVE_HANDS.replace("B", "8h")


def partner(state: State) -> str:
    """The partner that everybody knows."""
    return str(view(state, None).partner)


POINTS = {
    "each seat bids once, from first to dealer": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="pass, bid 2, pass, bid 3"), question, "4: bid 4 5, pass"
    ),
    "the lowest bid": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 1"), step, "BID_TOO_LOW"),
    "a bid above five": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 6"), step, "BID_OUT_OF_RANGE"),
    "a bid of nothing": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 0"), step, "BID_OUT_OF_RANGE"),
    "a great bid": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 1000"), step, "BID_OUT_OF_RANGE"),
    "an equal bid": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 4, bid 4"), step, "BID_TOO_LOW"),
    "nobody bids: void": Point("euchre-auction", Situation(FIVE_HANDS, actions="5 pass"), worth, "THROWN_IN 0 0 0 0 0"),
    "the highest bidder is maker": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 2, pass, bid 3, 2 pass"), step, "2 trump"
    ),
    "the maker names a suit": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 2, 4 pass"), question, "0: name c d h s"
    ),
    "and must": Point("euchre-auction", Situation(FIVE_HANDS, actions="bid 2, 5 pass"), step, "MUST_NAME_TRUMP"),
    "never no trump": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 2, 4 pass, name n"), step, "SUIT_NOT_ALLOWED"
    ),
    "a bid after the bidding": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 2, 4 pass, bid 9"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "the aces that the maker lacks may be called, but for the trump's": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 3, 4 pass, name s"), question, "0: alone, partner Ac Ad"
    ),
    "with nothing to call alone is the one legal action": Point(
        "euchre-auction", Situation(THREE_ACES, actions=BID), question, "0: alone"
    ),
    "a card may not be called where none may": Point(
        "euchre-auction", Situation(THREE_ACES, actions=f"{BID}, partner Ah"), step, "CARD_NOT_ALLOWED"
    ),
    "the maker's own card": Point(
        "euchre-auction", Situation(THREE_ACES, actions=f"{BID}, partner Ac"), step, "CARD_NOT_ALLOWED", ANY
    ),
    "a plain card where only aces are called": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner Kc"), step, "CARD_NOT_ALLOWED"
    ),
    "a plain card where any may be called": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner Kc"), step, "0 play", ANY
    ),
    "the left bower is a trump and may not be called": Point(
        "euchre-auction", Situation(THREE_ACES, actions=f"{BID}, partner Jd"), step, "CARD_NOT_ALLOWED", ANY
    ),
    "the other jacks may": Point(
        "euchre-auction", Situation(THREE_ACES, actions=f"{BID}, partner Jc"), step, "0 play", ANY
    ),
    "the joker is a trump and may not be called": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner B"), step, "CARD_NOT_ALLOWED", ANY
    ),
    "a card that is not in the deck may not be called": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner 8c"), step, "CARD_NOT_ALLOWED", ANY
    ),
    "a pass when a partner is to be called": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, pass"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "alone with a name is no action here": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h alone"), step, "ACTION_NOT_ALLOWED_NOW"
    ),
    "alone is declared": Point("euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, alone"), trump, "h by 0 alone"),
    "a called partner is not alone": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner Ac"), trump, "h by 0"
    ),
    "nobody sits out": Point(
        "euchre-auction",
        Situation(FIVE_HANDS, actions=f"{BID}, alone, play Jh, play Ts, play Tc, play 9d"),
        step,
        "4 play",
    ),
    "nobody knows the partner before the card is played": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner Ac, play Jh, play Ts"), partner, "None"
    ),
    "the called card tells the partner": Point(
        "euchre-auction", Situation(FIVE_HANDS, actions=f"{BID}, partner Ac, play Jh, play Ts, play Ac"), partner, "2"
    ),
    "maker and partner each score the bid": Point(
        "euchre-auction",
        Situation(FIVE_HANDS, actions=f"{BID}, partner Ac", played_out=True),
        worth,
        "MADE 3 0 3 0 0",
    ),
    "the side's tricks count together": Point(
        "euchre-auction",
        Situation(FIVE_HANDS, actions="bid 5, 4 pass, name h, partner Ac", played_out=True),
        worth,
        "EUCHRED 0 5 0 5 5",
    ),
    "the tricks taken may score": Point(
        "euchre-auction",
        Situation(FIVE_HANDS, actions="bid 2, 4 pass, name h, partner Ac", played_out=True),
        worth,
        "MADE 4 0 4 0 0",
        {"bid_scores": "tricks"},
    ),
    "a missed bid scores for each opponent, whatever tricks score": Point(
        "euchre-auction",
        Situation(FIVE_HANDS, actions="bid 5, 4 pass, name h, alone", played_out=True),
        worth,
        "EUCHRED 0 5 5 5 5",
        {"bid_scores": "tricks"},
    ),
    "a buried card has no holder, and the maker's side is the maker": Point(
        "euchre-auction",
        Situation(PLAIN_HANDS, actions="bid 5, 4 pass, name h, partner 7c", played_out=True),
        worth,
        "MADE 5 0 0 0 0",
        LONG,
    ),
    "a maker euchred with a buried card has four opponents": Point(
        "euchre-auction",
        Situation(PLAIN_HANDS, actions="pass, bid 3, 3 pass, name h, partner 7c", played_out=True),
        worth,
        "EUCHRED 3 0 3 3 3",
        LONG,
    ),
    "who called a buried card is not alone and first leads": Point(
        "euchre-auction",
        Situation(PLAIN_HANDS, actions="pass, bid 3, 3 pass, name h, partner 7c"),
        step,
        "0 play",
        {**LONG, "alone_lead": "left_of_alone"},
    ),
    "a maker with no other action than alone has declared it": Point(
        "euchre-auction",
        Situation(THREE_ACES, actions="bid 3, 4 pass, name h, alone"),
        step,
        "1 play",
        {"alone_lead": "left_of_alone"},
    ),
    "five tricks are no march": Point(
        "euchre-auction",
        Situation(PLAIN_HANDS, actions="bid 5, 4 pass, name h, alone", played_out=True),
        worth,
        "MADE 5 0 0 0 0",
        {"joker": False, "min_rank": 8},
    ),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_the_auction(name: str) -> None:
    assert POINTS[name].found() == POINTS[name].expected
