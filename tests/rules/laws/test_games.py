"""Laws that hold in every game of every rule set."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.rules.actions import Kind, action, action_text, kind_of, move_text, parse_action
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.cards import hand_cards
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import apply, apply_in_place, between_deals, deal, new_game
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.records import deal_text, parse_move
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State, held
from tests.rules.games import done, options_of, random_deal, rule_sets, seeds, states_of_a_game


def cards_everywhere(state: State) -> Counter[int]:
    """Every card, wherever it is now."""
    assert state.dealt is not None
    found = Counter(state.dealt.talon)
    for dead_hand in state.dealt.hands[state.rules.players :]:
        found.update(dead_hand)
    for seat in range(state.rules.players):
        found.update(hand_cards(held(state, seat)))
        found.update(state.put_away[seat])
    # A card received is with its new owner; it has left the talon or the giver's pile.
    for received in state.received:
        found.subtract(received)
    found.update(played & 63 for played in state.moves if kind_of(played & 0xFFFF) is Kind.PLAY)
    return found


@given(rule_sets(), seeds)
def test_cards_are_conserved(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed):
        assert cards_everywhere(state) == Counter(rules.deck)


@given(rule_sets(), seeds)
def test_tricks_add_up(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed):
        plays = sum(kind_of(move & 0xFFFF) is Kind.PLAY for move in state.moves)
        active = rules.players - len(state.sits_out) - len(state.withdrew)
        if state.result is not None and state.result.outcome is Outcome.UNCONTESTED:
            assert state.tricks == tuple(rules.hand_size * (seat == state.maker) for seat in range(rules.players))
        else:
            assert sum(state.tricks) * active + len(state.trick) == plays
        if state.result is not None:
            void = state.result.outcome in (Outcome.THROWN_IN, Outcome.MISDEAL)
            assert sum(state.result.tricks) == (0 if void else rules.hand_size)


@given(rule_sets(), seeds)
def test_whoever_is_to_act_has_a_legal_action_and_nobody_else_has(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed):
        waiting = state.to_act >= 0
        assert waiting == bool(state.legal)
        assert waiting == (state.phase not in (Phase.BETWEEN_DEALS, Phase.GAME_OVER))
        assert waiting == (state.result is None)
        assert len(set(state.legal)) == len(state.legal)
        assert not waiting or default_action(state) in state.legal


@given(rule_sets(), seeds)
def test_every_legal_action_is_accepted_and_leaves_the_state_it_came_from(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed, deals=1):
        before = state.copy()
        for code in state.legal:
            after = done(apply(state, state.to_act, code))
            assert after.moves == (*state.moves, state.to_act << 16 | code)
        assert state == before


any_code = st.builds(action, st.sampled_from(Kind), st.integers(0, 63)) | st.integers(-5, 70_000)


@given(rule_sets(), seeds, st.lists(st.tuples(st.integers(-1, 6), any_code), min_size=20, max_size=20))
def test_what_is_not_legal_is_refused_and_changes_nothing(
    rules: RuleSet, seed: int, tries: list[tuple[int, int]]
) -> None:
    for state in states_of_a_game(rules, seed, deals=1):
        before = state.copy()
        own = state.copy()
        for seat, code in tries:
            if seat == state.to_act and code in state.legal:
                continue
            refused = apply(state, seat, code)
            assert isinstance(refused, Refusal)
            assert apply_in_place(own, seat, code) == refused
        assert state == before == own


@given(rule_sets(), seeds)
def test_the_fold_of_a_deal_from_its_start_is_the_live_state(rules: RuleSet, seed: int) -> None:
    rng = random.Random(seed)
    live = new_game(rules)
    for _ in range(3):
        if live.finished:
            break
        start = between_deals(rules, live.scores, live.dealer, live.deal_number, live.scored_deals)
        dealt = random_deal(live, rng)
        live, folded = done(deal(live, dealt)), done(deal(start, dealt))
        while live.to_act >= 0:
            live = done(apply(live, live.to_act, rng.choice(live.legal)))
        for move in live.moves:
            assert apply_in_place(folded, move >> 16, move & 0xFFFF) is None
        assert folded == live


@given(rule_sets(), seeds)
def test_the_record_of_a_game_is_judged_as_it_was_played(rules: RuleSet, seed: int) -> None:
    deals = []
    state = new_game(rules)
    for state in states_of_a_game(rules, seed):
        if state.result is not None:
            assert state.dealt is not None
            deals.append(deal_text(state.dealt, state.moves))
    record = {"id": "played", "ruleset": {"preset": rules.preset, "options": options_of(rules)}, "deals": deals}
    answer = adjudicate(record)
    assert answer["error"] is None
    assert answer["ruleset_hash"] == rules.hash
    assert answer["scores"] == list(state.scores)
    assert answer["finished"] == state.finished
    assert answer["winners"] == list(state.winners)


@given(rule_sets(), seeds)
def test_every_move_can_be_written_and_read_again(rules: RuleSet, seed: int) -> None:
    *_, last = states_of_a_game(rules, seed, deals=1)
    for move in last.moves:
        assert parse_move(move_text(move)) == (move >> 16, move & 0xFFFF)
        assert parse_action(action_text(move & 0xFFFF)) == move & 0xFFFF


@given(rule_sets(), seeds)
def test_partners_score_as_one_and_scores_add_up(rules: RuleSet, seed: int) -> None:
    totals = [rules.start_score] * rules.players
    for state in states_of_a_game(rules, seed):
        if state.result is not None:
            totals = [total + points for total, points in zip(totals, state.result.points, strict=True)]
            assert state.scores == tuple(totals)
            if rules.partners:
                assert totals[0] == totals[2]
                assert totals[1] == totals[3]
        if state.finished:
            assert state.winners
            assert state.ended_by is not None
