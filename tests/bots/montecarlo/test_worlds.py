"""Sampled worlds agree with all that was seen, and with nothing that was not."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from euchre_referee.bots import BOTS
from euchre_referee.bots.montecarlo.deduction import Place, alike, knowledge
from euchre_referee.bots.montecarlo.plausibility import plausible_worlds
from euchre_referee.bots.montecarlo.replay import replay
from euchre_referee.bots.montecarlo.sampling import lay, sample
from euchre_referee.rules.cards import JOKER, SUIT_MASK, cards_in, mask_of, parse_card
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.views import view
from tests.bots.rule_sets import rule_sets
from tests.bots.tables import position, positions, quick_bot, rule_set

RAILROAD = rule_set("euchre-railroad")
CALLERS = sorted(set(BOTS) - {"montecarlo"})


@settings(max_examples=80)
@given(rules=rule_sets(), names=st.lists(st.sampled_from(CALLERS), min_size=5, max_size=5), seed=st.integers())
@example(RAILROAD, ["random"] * 5, 1)
@example(rule_set("euchre-railroad", {"joker": False, "may_discard_turn_up": False}), ["random"] * 5, 2)
@example(rule_set("dirty-clubs-three", {"withdraw": "secret"}), ["careful"] * 5, 3)
@example(rule_set("euchre-auction", {"called_card": "any_nontrump"}), ["random"] * 5, 4)
def test_a_world_played_again_looks_the_same_to_every_seat(rules: RuleSet, names: list[str], seed: int) -> None:
    chance = Random(seed)
    bots = [quick_bot(name, seed + seat) for seat, name in enumerate(names)]
    for state in positions(rules, bots, seed, deals=2):
        for seat in range(rules.players):
            seen = view(state, seat)
            known = knowledge(seen)
            assert view(replay(known, sample(known, chance)), seat) == seen


def cards(text: str) -> int:
    found = [parse_card(name) for name in text.split()]
    return mask_of(card for card in found if card is not None)


EUCHRE = rule_set("euchre")
HANDS = {0: "Jh Ah Th As 9d", 1: "Ad Td Kc Tc 9s", 2: "Kd Qd Qc Ts 9h", 3: "Jd Ac Ks Qs 9c"}
PLAYED = ["0 order", "3 discard 9c", "0 play Jh", "1 play 9s", "2 play 9h", "3 play Kh", "0 play As"]


def test_voids_are_respected_and_the_rest_is_open() -> None:
    known = knowledge(view(position(EUCHRE, HANDS, "Kh", PLAYED), 2))
    worlds = [sample(known, Random(seed)) for seed in range(60)]
    assert not any(world.held[1] & SUIT_MASK[2][2] for world in worlds)
    assert {card for world in worlds for card in cards_in(world.held[3])} >= set(cards_in(cards("Ah Jd 9c Ac Ad")))
    assert len({world.held for world in worlds}) > 50


def test_the_turn_up_is_with_the_dealer_or_put_away() -> None:
    known = knowledge(view(position(EUCHRE, HANDS, "Kh", PLAYED[:3]), 1))
    turn_up = cards("Kh")
    for seed in range(60):
        world = sample(known, Random(seed))
        assert (world.held[3] | mask_of(world.hidden)) & turn_up
    kept = rule_set("euchre", {"may_discard_turn_up": False})
    known = knowledge(view(position(kept, HANDS, "Kh", PLAYED[:3]), 1))
    assert all(sample(known, Random(seed)).held[3] & turn_up for seed in range(60))


def test_a_turn_up_turned_down_is_with_nobody() -> None:
    said = [f"{seat} pass" for seat in range(4)] + ["0 name s"]
    known = knowledge(view(position(EUCHRE, HANDS, "Kh", said), 0))
    for seed in range(30):
        world = sample(known, Random(seed))
        assert not (sum(world.held) | world.talon) & cards("Kh")


def test_the_maker_does_not_hold_the_card_it_called() -> None:
    auction = rule_set("euchre-auction")
    hands = {0: "Jh Jd Ah Kh 9c", 1: "As 9d Td Qd Kd"}
    said = ["0 bid 4", "1 pass", "2 pass", "3 pass", "4 pass", "0 name h", "0 partner As"]
    known = knowledge(view(position(auction, hands, "", said, dealer=4), 2))
    worlds = [sample(known, Random(seed)) for seed in range(60)]
    ace = cards("As")
    assert not any(world.held[0] & ace for world in worlds)
    assert {seat for world in worlds for seat in (1, 3, 4) if world.held[seat] & ace} == {1, 3, 4}


def test_a_dealer_who_may_not_look_yet_guesses_its_own_hand() -> None:
    benny = rule_set("euchre-benny")
    seen = view(position(benny, {}, "B"), 3)
    known = knowledge(seen)
    worlds = [sample(known, Random(seed)) for seed in range(20)]
    assert seen.hand == ()
    assert len({world.held[3] for world in worlds}) > 15
    assert not any(world.held[3] >> JOKER & 1 for world in worlds)


def test_giver_and_lone_maker_know_the_card_given_and_the_others_do_not() -> None:
    hands = {0: "Jh Jd Ah 9d 9s", 1: "As Td Ks Tc 9c", 2: "Kh Qh Ac Qc Ts", 3: "Kd Qd Ad Js Qs"}
    said = ["0 order alone", "3 discard Qd", "0 discard 9s", "2 give Qh"]
    state = position(RAILROAD, hands, "Th", said)
    given = parse_card("Qh")
    for knowing in (0, 2):
        worlds = [sample(knowledge(view(state, knowing)), Random(seed)) for seed in range(20)]
        assert {world.gift for world in worlds} == {given}
        assert all(world.held[0] & cards("Qh") for world in worlds)
    guessed = {sample(knowledge(view(state, 1)), Random(seed)).gift for seed in range(40)}
    assert len(guessed) > 3


def test_callers_are_given_better_hands_than_seats_that_passed() -> None:
    said = ["0 pass", "1 order"]
    known = knowledge(view(position(EUCHRE, {0: "9c Tc 9d Td 9s", 1: "Jh Jd Ah Kh Qs"}, "Qh", said), 0))
    likely = plausible_worlds(known, 100, Random(1))
    blind = [sample(known, Random(seed)) for seed in range(100)]
    trumps = SUIT_MASK[2][2]
    held = [sum((world.held[1] & trumps).bit_count() for world in worlds) for worlds in (likely, blind)]
    assert held[0] > 1.1 * held[1]


def test_cards_are_laid_wherever_they_must_go() -> None:
    low, high = 0b000111, 0b111000
    places = [Place(2, high), Place(2, 0b000011), Place(2, 0)]
    for seed in range(50):
        laid = lay(alike(low | high, places), places, Random(seed))
        assert [mask.bit_count() for mask in laid] == [2, 2, 2]
        assert sum(laid) == low | high
        assert not laid[0] & high
        assert not laid[1] & 0b000011


def test_room_is_made_for_a_card_that_comes_too_late() -> None:
    places = [Place(1, 0b001), Place(1, 0b011), Place(1, 0)]
    cards_left = (alike(0b100, places)[0], *alike(0b011, places))
    for seed in range(30):
        assert lay(cards_left, places, Random(seed)) == [0b010, 0b100, 0b001]


def test_a_view_that_contradicts_itself_is_refused() -> None:
    places = [Place(1, 0b11), Place(1, 0)]
    with pytest.raises(ValueError, match="cannot be laid"):
        lay(alike(0b11, places), places, Random(1))


def test_a_spectators_view_is_refused() -> None:
    with pytest.raises(ValueError, match="give it a seat's view"):
        knowledge(view(position(EUCHRE, HANDS, "Kh"), None))
