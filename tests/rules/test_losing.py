"""A lost deal: what it costs in every preset, with maker and before there is one."""

import random
from typing import Final

import pytest
from hypothesis import given

from euchre_referee.rules.actions import Kind, action, move
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.result import EndedBy, Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from tests.rules.games import done, random_deal, rule_sets, rules_of, seeds, states_of_a_game
from tests.rules.positions import after, begun, code_of


def lost(state: State) -> tuple[int, tuple[int, ...]]:
    """The seat that loses the deal and what that adds to the scores."""
    result = lose_deal(state, state.to_act).result
    assert result is not None
    assert result.outcome is Outcome.LOST
    return state.to_act, result.points


BEFORE_A_MAKER: Final = {
    "euchre": (2, {"euchre_points": 2}),
    "euchre-benny": (2, {"euchre_points": 2}),
    "euchre-railroad": (2, {"euchre_points": 2}),
    "euchre-two-handed": (2, {"euchre_points": 2}),
    "euchre-cutthroat": (2, {"euchre_points": 2}),
    "euchre-auction": (2, {"min_bid": 2}),
    "american-belote-two": (2, {"euchre_points": 2}),
    "american-belote-three": (2, {"euchre_points": 2}),
    "american-belote-four": (3, {"euchre_points": 3}),
}
"""Points of every seat that is not on the offender's side, and the option that they are."""


@pytest.mark.parametrize("preset", BEFORE_A_MAKER)
def test_everybody_on_another_side_scores_a_euchre(preset: str) -> None:
    rules = rules_of(preset)
    euchre, option = BEFORE_A_MAKER[preset]
    assert {name: getattr(rules, name) for name in option} == option
    state = next(states_of_a_game(rules, seed=3))
    offender, points = lost(state)
    for seat, gained in enumerate(points):
        mate = rules.partners and (seat - offender) % 2 == 0
        assert gained == (0 if seat == offender or mate else euchre)


@pytest.mark.parametrize("preset", ["buck", "dirty-clubs", "buck-three", "dirty-clubs-three"])
def test_in_the_buck_family_the_offender_alone_adds_the_penalty(preset: str) -> None:
    for state in states_of_a_game(rules_of(preset), seed=5):
        if state.to_act >= 0:
            offender, points = lost(state)
            assert points == tuple(5 if seat == offender else 0 for seat in range(len(points)))


def test_every_preset_is_told() -> None:
    buck = {name for name in PRESETS if rules_of(name).counts_down}
    assert buck | set(BEFORE_A_MAKER) == set(PRESETS)


@pytest.mark.parametrize(
    ("options", "actions", "offender", "points"),
    [
        # Seat 0 made trump and is to lead, or seat 1 is to follow.
        ({}, ("order", "discard 9d"), 0, (0, 2, 0, 2)),
        ({}, ("order", "discard 9d", "play As"), 1, (2, 0, 2, 0)),
        # Alone: a euchre of the lone maker; of a defender it is the plain one.
        ({"alone_euchre_points": 7}, ("order alone", "discard 9d", "play 9s"), 3, (2, 0, 2, 0)),
        ({"alone_euchre_points": 7}, ("order alone", "discard 9d", "play 9s", "play Td"), 0, (0, 7, 0, 7)),
        # What the maker's side loses it loses here too; a defender's fault cannot take from the maker.
        ({"euchre_loss": "maker_loses"}, ("order", "discard 9d"), 0, (-2, 0, -2, 0)),
        ({"euchre_loss": "maker_loses"}, ("order", "discard 9d", "play As"), 1, (2, 0, 2, 0)),
        # The dealer who has to discard has not made trump; a dealer who took up has.
        ({}, ("order",), 3, (2, 0, 2, 0)),
        ({}, ("pass", "pass", "pass", "order"), 3, (2, 0, 2, 0)),
    ],
)
def test_with_partners_it_is_the_euchre_that_the_offenders_side_risks(
    options: dict[str, object], actions: tuple[str, ...], offender: int, points: tuple[int, ...]
) -> None:
    state = after(rules_of("euchre", **options), *actions)
    assert lost(state) == (offender, points)


def test_against_a_lone_defender_the_lone_maker_loses_what_that_is_worth() -> None:
    rules = rules_of("euchre", defend_alone=True, defend_alone_points=9)
    state = after(rules, "order alone", "discard 9d", "defend", "play 9s")
    assert lost(state) == (0, (0, 9, 0, 9))


def test_in_an_auction_it_is_the_bid_and_tells_no_partner() -> None:
    rules = rules_of("euchre-auction")
    rng = random.Random(1)
    state = done(deal(new_game(rules), random_deal(new_game(rules), rng)))
    first = state.to_act
    state = done(apply(state, first, next(code for code in state.legal if code == action(Kind.BID, 4))))
    offender, points = lost(state)
    assert points == tuple(0 if seat == offender else 4 for seat in range(5))
    while state.maker is None or state.trump is None or state.called is None:
        called = [code for code in state.legal if code >> 6 == Kind.PARTNER]
        state = done(apply(state, state.to_act, (called or state.legal)[0]))
    while state.to_act >= 0:
        offender, points = lost(state)
        assert points == tuple(0 if seat == offender else 4 for seat in range(5))
        state = done(apply(state, state.to_act, state.legal[0]))


def test_in_cutthroat_no_one_defender_pays_for_the_other() -> None:
    rules = rules_of("euchre-cutthroat")
    state = next(each for each in states_of_a_game(rules, seed=2) if each.maker not in (None, each.to_act))
    offender, points = lost(state)
    assert points == tuple(0 if seat == offender else 2 for seat in range(3))


def test_a_lost_deal_can_end_the_game() -> None:
    near = begun(rules_of("euchre", target_score=2))
    ended = lose_deal(near, 0)
    assert (ended.finished, ended.winners, ended.ended_by) == (True, (1, 3), EndedBy.TARGET)
    last = lose_deal(begun(rules_of("buck", max_deals=1)), 0)
    assert (last.finished, last.winners, last.ended_by) == (True, (1, 2, 3), EndedBy.MAX_DEALS)


@given(rule_sets(), seeds)
def test_any_deal_can_be_lost_at_any_moment_and_the_game_goes_on(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed, deals=2):
        if state.to_act < 0:
            continue
        before = state.copy()
        following = lose_deal(state, state.to_act)
        assert state == before
        assert following.scored_deals == state.scored_deals + 1
        assert following.needs_deal != following.finished
        assert (following.to_act, following.legal) == (-1, ())
        result = following.result
        assert result is not None
        assert following.scores == tuple(map(sum, zip(state.scores, result.points, strict=True)))
        assert result.withdrew == state.withdrew
        assert not (rules.partners and result.points[0::2] != (result.points[0],) * 2)


def test_only_the_seat_to_act_can_lose_the_deal() -> None:
    state = begun(rules_of("euchre"))
    for seat in (-1, 1, 2, 3):
        with pytest.raises(ValueError, match="seat 0 is to act"):
            lose_deal(state, seat)


# --- in records


def recorded(*marks: object, actions: tuple[str, ...] = ("pass", "pass"), deals: int = 1) -> dict[str, object]:
    """A game of one unfinished deal, and perhaps the next one by the next dealer."""
    state = begun(rules_of("euchre"))
    moves = []
    for text in actions:
        code = code_of(text)
        moves.append(move(state.to_act, code))
        state = done(apply(state, state.to_act, code))
    assert state.dealt is not None
    first = deal_text(state.dealt, moves)
    following = deal_text(state.dealt._replace(dealer=0), ())
    return {"ruleset": {"preset": "euchre"}, "deals": [first, following][:deals], "marks": list(marks)}


def lost_mark(deal: object = 0, action: object = 2, seat: object = 2) -> dict[str, object]:
    return {"deal": deal, "action": action, "mark": "lost", "seat": seat, "cause": "timeout"}


def test_a_marked_deal_is_judged_as_lost_and_the_next_one_may_follow() -> None:
    answer = adjudicate(recorded(lost_mark(), deals=2))
    assert answer["error"] is None
    assert answer["scores"] == [0, 2, 0, 2]
    (lost_deal,) = answer["deals"]
    assert (lost_deal["outcome"], lost_deal["points"], lost_deal["maker"]) == ("LOST", [0, 2, 0, 2], None)
    turn, current = answer["to_act"], answer["current"]
    assert turn is not None
    assert current is not None
    assert (turn["seat"], current["dealer"]) == (1, 0)


def test_nothing_may_follow_in_a_deal_that_is_lost() -> None:
    answer = adjudicate(recorded(lost_mark(action=1, seat=1)))
    assert answer["error"] == {"deal": 0, "action": 1, "reason": "DEAL_OVER"}
    assert answer["scores"] == [2, 0, 2, 0]


@pytest.mark.parametrize(
    "mark",
    [
        None,
        "lost",
        {},
        {"mark": "lost"},
        {"mark": "timeout", "deal": 0, "action": 2, "seat": 2},
        lost_mark(deal="0"),
        lost_mark(deal=7),
        lost_mark(action=3),
        lost_mark(action=-1),
        lost_mark(seat=1),
        lost_mark(seat=None),
    ],
)
def test_what_is_no_mark_of_a_lost_deal_is_left_alone(mark: object) -> None:
    answer = adjudicate(recorded(mark, deals=2))
    assert answer["error"] == {"deal": 0, "action": 2, "reason": "DEAL_UNFINISHED"}
    assert answer["deals"] == []
    assert adjudicate({**recorded(), "marks": mark})["error"] is None
