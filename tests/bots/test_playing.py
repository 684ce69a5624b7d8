"""Leads, following and counting: positions in which the right card is plain."""

import pytest

from euchre_referee.bots.careful.chances import promise, table_of
from euchre_referee.bots.careful.memory import remember
from euchre_referee.bots.sides import allies, making, others
from euchre_referee.rules.cards import parse_card
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from tests.bots.tables import answer, bot_named, position, rule_set

EUCHRE = rule_set("euchre")
SENSIBLE = pytest.mark.parametrize("name", ["greedy", "careful", "montecarlo"])
ORDERED = ["0 order", "3 discard 9c"]
HANDS = {0: "Jh Ah Th As 9d", 1: "Ad Td Kc Tc 9s", 2: "Kd Qd Qc Ts 9h", 3: "Jd Ac Ks Qs 9c"}
"""Seat 0 makes hearts trump, the dealer 3 takes the king of hearts."""


def after(*played: str) -> State:
    """The deal of HANDS after these plays."""
    return position(EUCHRE, HANDS, "Kh", [*ORDERED, *played])


# Who searches may find the ace as good, which draws the left bower while the right one is kept.
@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_the_maker_leads_the_right_bower(name: str) -> None:
    assert answer(bot_named(name), after()) == "play Jh"


@SENSIBLE
def test_takes_the_trick_as_last_with_the_lowest_winner(name: str) -> None:
    hands = {0: "9d Jh Ah Th As", 1: "Td Kc Tc 9s Qs", 2: "Qd Qc Ts 9h Jc", 3: "Ad Kd Jd Ks 9c"}
    state = position(EUCHRE, hands, "Kh", [*ORDERED, "0 play 9d", "1 play Td", "2 play Qd"])
    assert answer(bot_named(name), state) == "play Kd"


@SENSIBLE
def test_does_not_take_the_partners_trick(name: str) -> None:
    hands = {0: "9d Jh Ah Th As", 1: "Ad Kc Tc 9s Qs", 2: "Qd Qc Ts 9h Jc", 3: "Jd Ac Ks 9s Qh"}
    hands[1] = "Ad Kc Tc Js Qs"
    said = ["0 order", "3 discard 9s", "0 play 9d", "1 play Ad", "2 play Qd"]
    state = position(EUCHRE, hands, "Kh", said)
    assert answer(bot_named(name), state) == "play Ks"


@SENSIBLE
def test_ruffs_the_other_sides_ace_as_last(name: str) -> None:
    hands = {0: "As Jh Ah Th 9d", 1: "9s Ad Td Kc Tc", 2: "Ts Kd Qd Qc 9h", 3: "Jd Ac Qh Jc 9c"}
    state = position(EUCHRE, hands, "Kh", [*ORDERED, "0 play As", "1 play 9s", "2 play Ts"])
    assert answer(bot_named(name), state) == "play Qh"


def test_a_void_shown_is_remembered_and_nothing_of_others() -> None:
    seen = view(after("0 play Jh", "1 play 9s"), 2)
    memory = remember(seen)
    trumps = [parse_card(text) for text in ("Ah", "Th", "Qh", "Jd")]
    assert all(card is not None and memory.lacking[1] >> card & 1 for card in trumps)
    shown_elsewhere = parse_card("Kh")
    assert shown_elsewhere is not None
    assert memory.lacking[0] == 1 << shown_elsewhere


def test_the_turn_up_is_known_to_be_with_the_dealer() -> None:
    turn_up = parse_card("Kh")
    assert turn_up is not None
    memory = remember(view(after(), 0))
    assert memory.shown == 1 << turn_up
    assert memory.shown_to == 3
    assert remember(view(after("0 play Jh", "1 play 9s", "2 play 9h", "3 play Kh"), 0)).shown == 0


def test_a_card_becomes_sure_when_the_higher_ones_are_gone() -> None:
    ace = parse_card("Ah")
    assert ace is not None
    before = promise(table_of(view(after(), 0)), ace)
    gone = after("0 play Jh", "1 play 9s", "2 play 9h", "3 play Jd")
    assert before < 1.0
    assert promise(table_of(view(gone, 0)), ace) == 1.0


def test_careful_cashes_the_last_trumps() -> None:
    state = after("0 play Jh", "1 play 9s", "2 play 9h", "3 play Jd")
    assert answer(bot_named("careful"), state) == "play Ah"


def test_sides_of_a_pair_and_of_a_lone_maker() -> None:
    seen = view(after(), 0)
    assert (others(seen), allies(seen), making(seen)) == ((1, 2, 3), (2,), True)
    lone = view(position(EUCHRE, HANDS, "Kh", ["0 order alone", "3 discard 9c"]), 1)
    assert (others(lone), allies(lone), making(lone)) == ((3, 0), (3,), False)


def test_sides_where_the_rest_play_against_the_maker() -> None:
    cutthroat = rule_set("euchre-cutthroat")
    state = position(cutthroat, {1: "Jh Jd Ah Kh 9c"}, "Qh", ["0 pass", "1 order", "2 discard 9d"], dealer=2)
    assert allies(view(state, 0)) == (2,)
    assert allies(view(state, 1)) == ()
    buck = rule_set("buck")
    assert allies(view(position(buck, HANDS, "Kh", ORDERED), 1)) == ()


def test_only_the_called_partner_knows_the_sides_of_an_auction() -> None:
    auction = rule_set("euchre-auction")
    hands = {0: "Jh Jd Ah Kh 9c", 1: "As 9d Td Qd Kd", 4: "9s Ts Qs Ks Js"}
    passes = ["1 pass", "2 pass", "3 pass", "4 pass"]
    said = ["0 bid 4", *passes, "0 name h", "0 partner As"]
    state = position(auction, hands, "", said, dealer=4)
    assert allies(view(state, 1)) == (0,)
    assert allies(view(state, 0)) == ()
    assert allies(view(state, 2)) == ()
    shown = position(auction, hands, "", [*said, "0 play 9c", "1 play As"], dealer=4)
    assert allies(view(shown, 0)) == (1,)
    assert allies(view(shown, 2)) == (3, 4)


def test_a_spectators_view_is_refused() -> None:
    with pytest.raises(ValueError, match="give it a seat's view"):
        others(view(after(), None))
