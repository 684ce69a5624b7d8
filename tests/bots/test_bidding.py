"""Calls, discards, staying: positions in which the right answer is plain."""

import pytest

from tests.bots.tables import answer, bot_named, position, rule_set

EUCHRE = rule_set("euchre")
BUCK = rule_set("buck")
SENSIBLE = pytest.mark.parametrize("name", ["greedy", "careful", "montecarlo"])


@SENSIBLE
def test_passes_with_nothing(name: str) -> None:
    state = position(EUCHRE, {0: "9c Tc 9d Td 9s"}, "Ah")
    assert answer(bot_named(name), state) == "pass"


@SENSIBLE
def test_orders_the_partner_up_with_both_bowers(name: str) -> None:
    state = position(EUCHRE, {1: "Jh Jd Ah 9c Ts"}, "9h", ["0 pass"])
    assert answer(bot_named(name), state) == "order"


@SENSIBLE
def test_does_not_hand_the_right_bower_to_the_other_side(name: str) -> None:
    state = position(EUCHRE, {0: "Qh Th 9c Kd As"}, "Jh")
    assert answer(bot_named(name), state) == "pass"


@SENSIBLE
def test_plays_the_five_highest_trumps_alone(name: str) -> None:
    state = position(EUCHRE, {3: "Jh Jd Ah Kh 9c"}, "Qh", ["0 pass", "1 pass", "2 pass"])
    assert answer(bot_named(name), state) == "order alone"


@SENSIBLE
def test_names_its_long_suit_in_the_second_round(name: str) -> None:
    passes = ["0 pass", "1 pass", "2 pass", "3 pass"]
    state = position(EUCHRE, {0: "Js Jc As Ks 9d"}, "9h", passes)
    assert answer(bot_named(name), state) in ("name s", "name s alone")


@SENSIBLE
def test_a_stuck_dealer_names_the_best_suit(name: str) -> None:
    rules = rule_set("euchre", {"all_pass": "stick_dealer"})
    seats = [*range(4), *range(3)]
    state = position(rules, {3: "9d Td Kd 9s Qc"}, "9h", [f"{seat} pass" for seat in seats])
    assert answer(bot_named(name), state) == "name d"


@SENSIBLE
def test_claims_a_farmers_hand(name: str) -> None:
    rules = rule_set("euchre", {"misdeal_claims": ["farmers_hand"]})
    state = position(rules, {0: "9c Tc 9d Td 9s"}, "Ah")
    assert answer(bot_named(name), state) == "claim"


@SENSIBLE
def test_discards_the_lone_loser(name: str) -> None:
    state = position(EUCHRE, {3: "Jh Ah As Ad 9c"}, "Kh", ["0 pass", "1 pass", "2 pass", "3 order"])
    assert answer(bot_named(name), state) == "discard 9c"


def test_careful_discards_to_make_a_void() -> None:
    state = position(EUCHRE, {3: "Jh Ah 9d Td Qs"}, "Kh", ["0 pass", "1 pass", "2 pass", "3 order"])
    assert answer(bot_named("careful"), state) == "discard Qs"


@SENSIBLE
def test_keeps_the_turn_up_out_of_a_better_hand(name: str) -> None:
    rules = rule_set("dirty-clubs")
    state = position(rules, {0: "Js Jc As Ks Qs"}, "9h", ["0 bid 5", "1 pass", "2 pass", "3 pass", "0 name s"])
    assert answer(bot_named(name), state) == "keep"


@SENSIBLE
def test_swaps_a_loser_for_a_turned_bower(name: str) -> None:
    rules = rule_set("dirty-clubs")
    state = position(rules, {0: "Ah Kh Qh Ad 9c"}, "Jh", ["0 bid 3", "1 pass", "2 pass", "3 pass", "0 name h"])
    assert answer(bot_named(name), state) == "swap 9c"


@SENSIBLE
def test_gives_the_lone_partner_the_highest_trump(name: str) -> None:
    rules = rule_set("euchre", {"call_for_best": "partner"})
    said = ["0 pass", "1 pass", "2 pass", "3 order alone", "3 discard 9c", "3 discard 9d"]
    state = position(rules, {1: "Jh Ac Kc Qd Th", 3: "Jd Ah Kh 9d 9c"}, "Qh", said)
    assert answer(bot_named(name), state) == "give Jh"


def test_careful_needing_one_point_takes_no_risk_alone() -> None:
    hand, passes = {3: "Jh Ah Kh As 9c"}, ["0 pass", "1 pass", "2 pass"]
    assert answer(bot_named("careful"), position(EUCHRE, hand, "Qh", passes)) == "order alone"
    assert answer(bot_named("careful"), position(EUCHRE, hand, "Qh", passes, scores=(0, 9, 0, 9))) == "order"


ORDERED = ["0 pass", "1 pass", "2 pass", "3 order", "3 discard 9c"]
MAKER = {3: "Jh Ah Kh As 9c"}


@SENSIBLE
def test_stays_with_a_bower_and_withdraws_with_nothing(name: str) -> None:
    state = position(BUCK, MAKER | {0: "Jd Th Ac Ad 9s", 1: "9d Td Qd Tc Ts"}, "Qh", ORDERED)
    assert answer(bot_named(name), state) == "stay"
    state = position(BUCK, MAKER | {0: "Jd Th Ac Ad 9s", 1: "9d Td Qd Tc Ts"}, "Qh", [*ORDERED, "0 stay"])
    assert answer(bot_named(name), state) == "withdraw"


def test_careful_denies_the_maker_an_uncontested_game() -> None:
    alone = [*ORDERED, "0 withdraw", "1 withdraw"]
    hands = MAKER | {2: "9d Td Qd Tc Ts"}
    assert answer(bot_named("careful"), position(BUCK, hands, "Qh", alone)) == "stay"
    must_stay = rule_set("buck", {"uncontested": "last_must_stay"})
    before_last = position(must_stay, MAKER | {1: "9d Td Qd Tc Ts"}, "Qh", [*ORDERED, "0 withdraw"])
    assert answer(bot_named("careful"), before_last) == "withdraw"


def test_careful_bids_what_it_can_make() -> None:
    rules = rule_set("dirty-clubs")
    assert answer(bot_named("careful"), position(rules, {0: "Jh Jd Ah Kh As"}, "9s")) in ("bid 4", "bid 5")
    assert answer(bot_named("careful"), position(rules, {1: "9h Td Qc Ks 9d"}, "9s", ["0 bid 1"])) == "pass"
