"""Dealing in packets, and what is refused as a deal."""

from dataclasses import dataclass

import pytest

from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import deal, new_game
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.state import Deal
from tests.rules.games import done, rules_of


def test_packets_of_three_and_two_go_clockwise_from_first() -> None:
    rules = rules_of("euchre")
    order = deck(rules)
    dealt = hands_from(rules, 2, order)
    assert dealt.hands[3] == order[0:3] + order[12:14]
    assert dealt.hands[0] == order[3:6] + order[14:16]
    assert dealt.hands[2] == order[9:12] + order[18:20]
    assert dealt.talon == order[20:]


def test_ten_cards_are_dealt_in_four_packets_and_nothing_is_left() -> None:
    dealt = hands_from(rules_of("euchre-two-handed"), 0, deck(rules_of("euchre-two-handed")))
    assert [len(hand) for hand in dealt.hands] == [10, 10]
    assert dealt.talon == ()


def test_a_dead_hand_comes_after_the_dealers() -> None:
    rules = rules_of("buck-three")
    dealt = hands_from(rules, 1, deck(rules))
    assert len(dealt.hands) == 4
    assert dealt.hands[3] == deck(rules)[9:12] + deck(rules)[18:20]


def test_dealing_refuses_a_wrong_deck_or_seat() -> None:
    rules = rules_of("euchre")
    with pytest.raises(ValueError, match="24 cards"):
        hands_from(rules, 0, deck(rules)[1:])
    with pytest.raises(ValueError, match="dealer below 4"):
        hands_from(rules, 4, deck(rules))


@dataclass(frozen=True)
class Fault:
    deal: Deal
    reason: Reason


RULES = rules_of("euchre")
GOOD = hands_from(RULES, 0, deck(RULES))
FIRST, *OTHERS = GOOD.hands

FAULTS = {
    "three hands": Fault(GOOD._replace(hands=GOOD.hands[:3]), Reason.WRONG_HAND_SIZE),
    "five hands": Fault(GOOD._replace(hands=(*GOOD.hands, ())), Reason.WRONG_HAND_SIZE),
    "four cards": Fault(GOOD._replace(hands=(FIRST[1:], *OTHERS)), Reason.WRONG_HAND_SIZE),
    "a seven": Fault(GOOD._replace(hands=((0, *FIRST[1:]), *OTHERS)), Reason.CARD_NOT_IN_DECK),
    "unreadable": Fault(GOOD._replace(talon=(-1, *GOOD.talon[1:])), Reason.CARD_NOT_IN_DECK),
    "a byte that is no card": Fault(GOOD._replace(talon=(200, *GOOD.talon[1:])), Reason.CARD_NOT_IN_DECK),
    "twice": Fault(GOOD._replace(hands=((FIRST[1], *FIRST[1:]), *OTHERS)), Reason.DUPLICATE_CARD),
    "twice, and one too many": Fault(GOOD._replace(talon=(*GOOD.talon, FIRST[0])), Reason.DUPLICATE_CARD),
    "short talon": Fault(GOOD._replace(talon=GOOD.talon[1:]), Reason.WRONG_TALON_SIZE),
    "no seat": Fault(GOOD._replace(dealer=4), Reason.WRONG_DEALER),
    "negative seat": Fault(GOOD._replace(dealer=-1), Reason.WRONG_DEALER),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_deal_is_refused(name: str) -> None:
    refused = deal(new_game(RULES), FAULTS[name].deal)
    assert isinstance(refused, Refusal)
    assert refused.reason == FAULTS[name].reason


def test_no_second_deal_while_one_runs() -> None:
    running = done(deal(new_game(RULES), GOOD))
    refused = deal(running, GOOD)
    assert isinstance(refused, Refusal)
    assert refused.reason == Reason.DEAL_UNFINISHED
