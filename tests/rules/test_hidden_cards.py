"""A view tells nothing of what its viewer may not know: re-dealing the hidden cards leaves it as it was."""

import random

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.rules.actions import ANSWER, HIDDEN, Kind, kind_of
from euchre_referee.rules.engine import apply_in_place, between_deals, deal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State
from euchre_referee.rules.views import View, view
from tests.rules.games import done, rule_sets, rules_of, seeds, states_of_a_game

SWAPS_TRIED = 12


def known_cards(state: State, viewer: int | None) -> set[int]:
    """What the viewer has seen: the own cards, the turn-up, and every card played."""
    assert state.dealt is not None
    known = {move & 63 for move in state.moves if kind_of(move & 0xFFFF) is Kind.PLAY}
    if state.turn_up is not None:
        known.add(state.turn_up)
    if viewer is not None:
        known.update(state.received[viewer])
        if not (state.withheld and viewer == state.dealer):
            known.update(state.dealt.hands[viewer])
    return known


def redealt(dealt: Deal, one: int, other: int) -> Deal:
    """The same deal with two cards exchanged."""
    trade = {one: other, other: one}
    hands = tuple(tuple(trade.get(card, card) for card in hand) for hand in dealt.hands)
    return Deal(dealt.dealer, hands, tuple(trade.get(card, card) for card in dealt.talon))


def replayed(start: State, dealt: Deal, shown: tuple[int, ...], hidden: dict[int, int]) -> State | None:
    """The state after the same public moves over other cards, or None where they would have been illegal."""
    state = deal(start, dealt)
    if not isinstance(state, State):
        return None
    for at, move in enumerate(shown):
        if apply_in_place(state, move >> 16, hidden.get(at, move) & 0xFFFF) is not None:
            return None
    return state


def hidden_moves(state: State, viewer: int | None, one: int, other: int) -> dict[int, int]:
    """The moves the viewer cannot read, over the exchanged cards."""
    trade = {one: other, other: one}
    found = {}
    for position, seen_by, shown in state.secrets:
        if viewer is None or not seen_by >> viewer & 1:
            move = state.moves[position]
            found[position] = move if shown & 0xFFFF == ANSWER else move & ~63 | trade.get(move & 63, move & 63)
    return found


@given(rule_sets(), seeds, st.integers(0, 5))
def test_redealing_hidden_cards_changes_no_view(rules: RuleSet, seed: int, looker: int) -> None:
    rng = random.Random(seed)
    viewer = looker if looker < rules.players else None
    for state in states_of_a_game(rules, seed, deals=1):
        seen = view(state, viewer)
        assert state.dealt is not None
        start = between_deals(rules, (rules.start_score,) * rules.players, -1, 0, 0)
        other_world = state
        for _ in range(SWAPS_TRIED):
            assert other_world.dealt is not None
            unknown = sorted(set(rules.deck) - known_cards(other_world, viewer))
            one, other = rng.choices(unknown, k=2) if unknown else (0, 0)
            hidden = hidden_moves(other_world, viewer, one, other)
            tried = replayed(start, redealt(other_world.dealt, one, other), other_world.moves, hidden)
            other_world = tried or other_world
        assert view(other_world, viewer) == seen


@given(seeds, st.integers(0, 4))
def test_secret_answers_tell_only_their_own_seat(seed: int, looker: int) -> None:
    rules = rules_of("buck", withdraw="secret", clubs_auto=False, all_pass="stick_dealer")
    viewer = looker if looker < rules.players else None
    for state in states_of_a_game(rules, seed, deals=1):
        answers = [seat for seat, _ in state.answers]
        seen = view(state, viewer)
        if state.phase != "stay":
            assert all(move & 0xFFFF != ANSWER for move in seen.moves)
            continue
        shown = [move for move in seen.moves if move & 0xFFFF == ANSWER]
        assert [move >> 16 for move in shown] == [seat for seat in answers if seat != viewer]
        assert set(seen.withdrew + seen.stayed) == {seat for seat in answers if seat == viewer}


@given(rule_sets(), seeds)
def test_a_view_shows_its_viewer_the_own_hand_and_nobody_elses(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed, deals=1):
        for viewer in (*range(rules.players), None):
            seen = view(state, viewer)
            withheld = state.withheld and viewer == state.dealer
            assert len(seen.hand) == (0 if viewer is None or withheld else seen.hand_sizes[viewer])
            assert seen.legal == (state.legal if viewer is not None and viewer == state.to_act else ())
            assert seen.to_act == state.to_act
            hides_nothing(seen, viewer)


SEEN_BY_ALL = [name for name in View._fields if name in State.__annotations__ and name not in ("legal", "moves")]


@given(rule_sets(), seeds)
def test_public_facts_are_shown_as_they_are(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed):
        seen = view(state, None)
        for name in SEEN_BY_ALL:
            expected = () if name in ("put_away", "received") else getattr(state, name)
            assert getattr(seen, name) == expected, name
        assert seen.moves == state.moves or state.secrets


def hides_nothing(seen: View, viewer: int | None) -> None:
    own = [move & 0xFFFF for move in seen.moves if move >> 16 == viewer]
    assert all(code & 63 != HIDDEN and code != ANSWER for code in own)
    given = [code & 63 for code in own if kind_of(code) in (Kind.DISCARD, Kind.GIVE, Kind.SWAP)]
    assert tuple(given) == seen.put_away


def test_the_dealer_of_a_turned_joker_sees_no_hand_until_the_suit_is_named() -> None:
    rules = rules_of("euchre-benny")
    states = (
        state for seed in range(200) for state in states_of_a_game(rules, seed, deals=1) if state.phase == "joker"
    )
    state = next(states)
    assert view(state, state.dealer).hand == ()
    assert view(state, state.dealer).hand_sizes[state.dealer] == rules.hand_size
    named = done(deal_and_name(state))
    assert len(view(named, named.dealer).hand) == rules.hand_size + 1


def deal_and_name(state: State) -> State:
    own = state.copy()
    assert apply_in_place(own, own.to_act, own.legal[0]) is None
    return own
