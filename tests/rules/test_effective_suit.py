"""Effective suits, over every hand there is."""

from collections import Counter
from itertools import combinations

import pytest

from euchre_referee.rules.cards import (
    EFFECTIVE_SUIT,
    FOLLOW,
    JACK,
    JOKER,
    NO_TRUMP,
    SAME_COLOUR,
    STRENGTH,
    SUIT_MASK,
    effective_suit,
    hand_cards,
    mask_of,
    parse_card,
)
from tests.rules.games import rules_of

DECK = rules_of("euchre").deck


@pytest.mark.parametrize("trump", range(4))
def test_how_many_hands_hold_how_many_effective_suits(trump: int) -> None:
    suits = EFFECTIVE_SUIT[trump]
    hands = Counter(len({suits[card] for card in hand}) for hand in combinations(DECK, 5))
    assert hands == {4: 12_600, 3: 24_890, 2: 4_980, 1: 34}
    assert hands.total() == 42_504


@pytest.mark.parametrize("trump", range(4))
def test_only_the_joker_and_the_left_bower_change_their_suit(trump: int) -> None:
    left = SAME_COLOUR[trump] * 8 + JACK
    for card in range(JOKER):
        assert effective_suit(trump, card) == (trump if card == left else card >> 3)
    assert effective_suit(trump, JOKER) == trump


def test_without_trump_every_card_keeps_its_suit() -> None:
    assert [effective_suit(NO_TRUMP, card) for card in range(JOKER)] == [card >> 3 for card in range(JOKER)]


@pytest.mark.parametrize("trump", range(5))
def test_the_suits_part_the_deck(trump: int) -> None:
    assert sum(SUIT_MASK[trump]) == mask_of(range(JOKER + 1))
    for card in range(JOKER + 1):
        assert FOLLOW[trump][card] & 1 << card


def order(trump: int, led: int, cards: str) -> list[str]:
    def strength(text: str) -> int:
        card = parse_card(text)
        assert card is not None
        return STRENGTH[trump][led][card]

    return sorted(cards.split(), key=strength, reverse=True)


HEARTS, SPADES, DIAMONDS = 2, 3, 1


def test_the_order_of_trumps() -> None:
    ranked = "B Jh Jd Ah Kh Qh Th 9h 8h 7h"
    assert order(HEARTS, SPADES, " ".join(reversed(ranked.split()))) == ranked.split()


def test_the_order_of_a_plain_suit_and_of_the_left_bowers_own() -> None:
    assert order(HEARTS, SPADES, "7s 8s 9s Ts Js Qs Ks As") == ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s"]
    assert order(HEARTS, DIAMONDS, "7d 8d 9d Td Qd Kd Ad Jd") == ["Jd", "Ad", "Kd", "Qd", "Td", "9d", "8d", "7d"]


def test_the_lowest_trump_beats_the_best_of_the_suit_led() -> None:
    assert order(HEARTS, SPADES, "As 7h") == ["7h", "As"]
    assert order(SPADES, HEARTS, "Ah 7s") == ["7s", "Ah"]


def test_other_suits_win_nothing_and_jacks_are_plain_without_trump() -> None:
    ace = parse_card("Ac")
    assert ace is not None
    assert STRENGTH[HEARTS][SPADES][ace] == 0
    assert STRENGTH[NO_TRUMP][SPADES][ace] == 0
    assert order(NO_TRUMP, SPADES, "Ts Js Qs As") == ["As", "Qs", "Js", "Ts"]


def test_a_mask_and_its_cards_agree_over_every_hand() -> None:
    for hand in combinations(DECK, 5):
        assert hand_cards(mask_of(hand)) == hand
