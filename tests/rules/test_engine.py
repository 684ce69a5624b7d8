"""The engine's own promises: states are left alone, steps in place are the same steps."""

import pytest

from euchre_referee.rules.engine import apply, apply_in_place, between_deals, deal, legal, new_game
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.state import State
from tests.rules.games import rules_of
from tests.rules.options.singles import FIVE_HANDS
from tests.rules.positions import code_of
from tests.rules.situations import Situation, dealt, stands, texts

WHOLE_DEALS = {
    "euchre-railroad": Situation(
        actions="2 pass, order alone, discard 9d, discard Tc, give Jd, pass, defend", played_out=True
    ),
    "buck": Situation(actions="order, discard 9d, stay, withdraw, stay", played_out=True),
    "dirty-clubs": Situation(actions="bid 3, 3 pass, name h, swap Jd, 3 withdraw"),
    "euchre-auction": Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h, partner Ac", played_out=True),
    "american-belote-three": Situation(actions="3 pass, take, swap Qh", played_out=True),
    "euchre": Situation(actions="8 pass"),
}


@pytest.mark.parametrize("preset", WHOLE_DEALS)
def test_steps_in_place_are_the_same_steps(preset: str) -> None:
    rules = rules_of(preset)
    states = [stands(rules, Situation(WHOLE_DEALS[preset].hands))]
    own = states[0].copy()
    for move in stands(rules, WHOLE_DEALS[preset]).moves:
        seat, code = move >> 16, move & 0xFFFF
        before = states[-1]
        kept = before.copy()
        after = apply(before, seat, code)
        assert isinstance(after, State)
        assert before == kept
        assert apply_in_place(own, seat, code) is None
        assert own == after != before
        states.append(after)
    assert own.result is not None
    assert own.moves == states[-1].moves


@pytest.mark.parametrize(("seat", "text"), [(1, "pass"), (0, "take"), (0, "play Jh"), (4, "pass")])
def test_a_refused_step_in_place_changes_nothing(seat: int, text: str) -> None:
    state = stands(rules_of("euchre"), Situation())
    own = state.copy()
    refused = apply_in_place(own, seat, code_of(text))
    assert isinstance(refused, Refusal)
    assert refused == apply(state, seat, code_of(text))
    assert own == state


def test_a_copy_is_another_state() -> None:
    state = stands(rules_of("euchre"), Situation(actions="order, discard 9d"))
    own = state.copy()
    assert apply_in_place(own, 0, code_of("play Jh")) is None
    assert own != state
    assert state.to_act == 0
    assert state != "a state"


def test_a_game_begins_before_its_first_deal() -> None:
    state = new_game(rules_of("buck"))
    assert state.scores == (25, 25, 25, 25)
    assert (state.dealer, state.to_act, state.deal_number, state.scored_deals) == (-1, -1, 0, 0)
    assert (state.phase, state.needs_deal, state.finished) == (Phase.BETWEEN_DEALS, True, False)
    assert (state.winners, state.ended_by, state.game_value) == ((), None, 1)
    assert state.carried == (0, 0, 0, 0)
    assert (state.result, state.leader, state.trick, state.trump, state.maker) == (None, None, (), None, None)
    assert (state.turn_up, state.proposed, state.best_bid, state.called) == (None, None, None, None)
    assert (state.moves, state.legal, legal(state)) == ((), (), ())
    assert state.tricks == (0, 0, 0, 0)
    assert (state.dealt, state.hands, state.unplayed) == (None, (0, 0, 0, 0), 0)
    assert (state.put_away, state.received) == (((),) * 4, ((),) * 4)
    assert (state.queue, state.secrets, state.answers, state.bound) == ((), (), (), 0)
    assert (state.sits_out, state.withdrew, state.stayed) == ((), (), ())
    for no in (state.withheld, state.turned_down, state.alone, state.picks_up, state.best_wanted, state.must_swap):
        assert no is False
    assert state.lead_avoids_maker is False
    assert (state.partner, state.lone_defender, state.swapper) == (None, None, None)


def test_a_game_goes_on_between_deals() -> None:
    rules = rules_of("euchre")
    state = between_deals(rules, (3, 4, 3, 4), 3, 7, 5)
    assert (state.scores, state.dealer, state.deal_number, state.scored_deals) == ((3, 4, 3, 4), 3, 7, 5)
    running = deal(state, dealt(rules, Situation()))
    assert isinstance(running, State)
    assert (running.deal_number, running.scored_deals, running.needs_deal) == (8, 5, False)
    assert (state.deal_number, state.needs_deal) == (7, True)


def test_what_follows_a_deal() -> None:
    rules = rules_of("euchre")
    played = stands(rules, Situation(actions="order, discard 9d", played_out=True))
    assert (played.deal_number, played.scored_deals, played.dealer) == (1, 1, 0)
    assert (played.phase, played.needs_deal, played.to_act, played.queue) == (Phase.BETWEEN_DEALS, True, -1, ())
    cards = dealt(rules, Situation())._replace(dealer=0)
    following = deal(played, cards)
    assert isinstance(following, State)
    assert following.result is None
    assert (following.deal_number, following.scored_deals, following.to_act) == (2, 1, 1)
    assert (following.moves, following.secrets, following.tricks) == ((), (), (0, 0, 0, 0))
    assert (following.maker, following.trump, following.put_away) == (None, None, ((), (), (), ()))
    assert following.scores == (2, 0, 2, 0)


def test_a_void_deal_counts_as_dealt_only() -> None:
    void = stands(rules_of("euchre"), Situation(actions="8 pass"))
    assert (void.deal_number, void.scored_deals, void.scores) == (1, 0, (0, 0, 0, 0))
    assert void.result is not None
    assert void.result._asdict() == {
        "dealer": 3,
        "maker": None,
        "trump": None,
        "alone": False,
        "bid": None,
        "partner": None,
        "lone_defender": None,
        "withdrew": (),
        "tricks": (0, 0, 0, 0),
        "points": (0, 0, 0, 0),
        "outcome": "THROWN_IN",
    }


@pytest.mark.parametrize(
    ("preset", "situation", "options", "expected"),
    [
        (
            "euchre",
            Situation(actions="pass, order alone, discard 9d, pass, defend", played_out=True),
            {"defend_alone": True},
            {"maker": 1, "trump": 2, "alone": True, "bid": None, "partner": None, "lone_defender": 0, "withdrew": ()},
        ),
        (
            "dirty-clubs",
            Situation(actions="bid 4, 3 pass, name h, keep, withdraw, stay, withdraw", played_out=True),
            {},
            {
                "maker": 0,
                "trump": 2,
                "alone": False,
                "bid": 4,
                "partner": None,
                "lone_defender": None,
                "withdrew": (1, 3),
            },
        ),
        (
            "euchre-auction",
            Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h, partner Ac", played_out=True),
            {},
            {"maker": 0, "trump": 2, "alone": False, "bid": 3, "partner": 2, "lone_defender": None, "withdrew": ()},
        ),
        (
            "buck",
            Situation(actions="8 pass", played_out=True),
            {},
            {"maker": None, "trump": 4, "alone": False, "bid": None, "partner": None, "lone_defender": None},
        ),
    ],
)
def test_the_result_of_a_deal(
    preset: str, situation: Situation, options: dict[str, object], expected: dict[str, object]
) -> None:
    state = stands(rules_of(preset, **options), situation)
    assert state.result is not None
    found = state.result._asdict()
    assert {name: found[name] for name in expected} == expected
    assert found["dealer"] == state.rules.players - 1
    assert found["tricks"] == state.tricks


def test_nobody_can_act_between_deals_or_after_the_game() -> None:
    march = Situation(actions="order, discard 9d", played_out=True, scores=(8, 0, 8, 0))
    for state in (new_game(rules_of("euchre")), stands(rules_of("euchre"), march)):
        refused = apply(state, -1, 0)
        assert isinstance(refused, Refusal)
        assert refused.reason is Reason.DEAL_OVER


def test_a_game_that_is_over_waits_for_nothing() -> None:
    over = stands(rules_of("euchre"), Situation(actions="order, discard 9d", played_out=True, scores=(8, 0, 8, 0)))
    assert over.finished is True
    assert over.needs_deal is False
    assert over.withheld is False
    assert over.queue == ()


def test_a_plan_is_made_once_for_its_rules() -> None:
    rules = rules_of("buck", penalty=4)
    assert new_game(rules).plan is new_game(rules).plan


def test_nobody_waits_in_a_queue_while_cards_are_played() -> None:
    assert stands(rules_of("euchre"), Situation(actions="order, discard 9d")).queue == ()
    assert stands(rules_of("euchre"), Situation(actions="pass")).queue == (1, 2, 3)


def test_texts_of_a_situation() -> None:
    assert texts("2 pass, order alone,discard 9d") == ["pass", "pass", "order alone", "discard 9d"]
