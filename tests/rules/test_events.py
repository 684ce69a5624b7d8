"""Public events: they tell what happened, in order, and nothing hidden."""

from euchre_referee.rules.actions import ANSWER, HIDDEN, Kind
from euchre_referee.rules.engine import apply
from euchre_referee.rules.events import (
    ActionTaken,
    AnswersKnown,
    DealScored,
    Dealt,
    DefendsAlone,
    Event,
    GameOver,
    PartnerRevealed,
    SuitProposed,
    TrickTaken,
    TrumpMade,
    TurnedDown,
    events,
    events_of_deal,
)
from euchre_referee.rules.result import EndedBy
from euchre_referee.rules.state import State
from tests.rules.games import done, rules_of
from tests.rules.options.singles import FIVE_HANDS
from tests.rules.positions import CLUB_TURNED, begun, cards, code_of
from tests.rules.situations import Situation, stands


def act(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    code = code_of(text)
    after = done(apply(state, state.to_act, code))
    return after, events(state, state.to_act, code, after)


def test_an_order_a_hidden_discard_and_a_first_trick() -> None:
    state = begun(rules_of("euchre"))
    (queen,) = cards("Qh")
    assert events_of_deal(state) == (Dealt(1, 3, queen),)
    state, seen = act(state, "pass")
    assert seen == (ActionTaken(0, 0),)
    state, seen = act(state, "order")
    assert seen == (ActionTaken(1, Kind.ORDER << 6), TrumpMade(2, 1, False))
    state, seen = act(state, "discard Td")
    assert seen == (ActionTaken(3, Kind.DISCARD << 6 | HIDDEN),)
    for text in ("play As", "play 9s", "play 9h"):
        state, seen = act(state, text)
    state, seen = act(state, "play Qh")
    assert seen[1] == TrickTaken(3, tuple(zip((0, 1, 2, 3), cards("As 9s 9h Qh"), strict=True)))


def test_a_turn_up_passed_over_and_a_deal_thrown_in() -> None:
    state = begun(rules_of("euchre"))
    seen: tuple[Event, ...] = ()
    for count in range(1, 9):
        state, seen = act(state, "pass")
        assert (TurnedDown(cards("Qh")[0]) in seen) == (count == 4)
    assert isinstance(seen[-1], DealScored)
    assert seen[-1].result.outcome == "THROWN_IN"


def test_a_turned_club_is_trump_without_a_maker() -> None:
    state = begun(rules_of("buck"), CLUB_TURNED)
    assert events_of_deal(state)[1] == TrumpMade(0, None, False)


def test_secret_answers_are_told_together_after_the_last() -> None:
    state = begun(rules_of("buck", withdraw="secret"))
    for text in ("order", "discard Td"):
        state, _ = act(state, text)
    for _ in range(2):
        state, seen = act(state, "withdraw")
        assert seen == (ActionTaken(seen_seat(seen), ANSWER),)
    state, seen = act(state, "stay")
    assert seen[1] == AnswersKnown(stayed=(3,), withdrew=(1, 2))


def seen_seat(seen: tuple[Event, ...]) -> int:
    first = seen[0]
    assert isinstance(first, ActionTaken)
    return first.seat


def reached_by(preset: str, situation: Situation, text: str, **options: object) -> tuple[Event, ...]:
    """What an action showed that followed a situation."""
    return act(stands(rules_of(preset, **options), situation), text)[1]


def test_a_lone_defender_is_told_once() -> None:
    alone = Situation(actions="order alone, discard 9d")
    assert reached_by("euchre", alone, "pass", defend_alone=True) == (ActionTaken(1, 0),)
    defended = reached_by("euchre", alone, "defend", defend_alone=True)
    assert defended == (ActionTaken(1, Kind.DEFEND << 6), DefendsAlone(1))
    played = reached_by("euchre", Situation(actions="order alone, discard 9d, defend"), "play Ts", defend_alone=True)
    assert [type(event) for event in played] == [ActionTaken]


def test_a_turned_jokers_suit_is_told_once() -> None:
    proposes = {"joker_turned": "dealer_proposes"}
    named = reached_by("euchre-benny", Situation(turned="B"), "name s", **proposes)
    assert named == (ActionTaken(3, Kind.NAME << 6 | 3), SuitProposed(3))
    passed = reached_by("euchre-benny", Situation(turned="B", actions="name s"), "pass", **proposes)
    assert passed == (ActionTaken(0, 0),)
    assert reached_by("euchre-benny", Situation(turned="B"), "name s") == (
        ActionTaken(3, Kind.NAME << 6 | 3),
        TrumpMade(3, 3, False),
    )


def test_a_called_partner_is_told_when_the_card_falls() -> None:
    called = "bid 3, 4 pass, name h, partner Ac, play Jh, play Ts"
    fell = reached_by("euchre-auction", Situation(FIVE_HANDS, actions=called), "play Ac")
    assert fell[1:] == (PartnerRevealed(2),)
    after = reached_by("euchre-auction", Situation(FIVE_HANDS, actions=f"{called}, play Ac"), "play 9d")
    assert len(after) == 1


def test_a_lone_call_tells_its_maker() -> None:
    assert reached_by("euchre", Situation(), "order alone")[1:] == (TrumpMade(2, 0, True),)


def test_public_answers_are_told_together_too() -> None:
    answered = "pass, order, discard 9d"
    assert len(reached_by("buck", Situation(actions=f"{answered}, stay"), "withdraw")) == 1
    known = reached_by("buck", Situation(actions=f"{answered}, stay, withdraw"), "stay")
    assert known[1:] == (AnswersKnown(stayed=(0, 2), withdrew=(3,)),)
    assert len(reached_by("buck", Situation(actions=f"{answered}, 3 stay"), "play Jh")) == 1


def test_the_last_to_withdraw_ends_the_deal_and_the_game() -> None:
    seen = reached_by("buck", Situation(actions="order, discard 9d, 2 withdraw"), "withdraw")
    known, scored, over = seen[1:]
    assert known == AnswersKnown(stayed=(), withdrew=(1, 2, 3))
    assert isinstance(scored, DealScored)
    assert scored.scores == (20, 25, 25, 25)
    assert over == GameOver((0,), EndedBy.SWEEP, 1, (0, 0, 0, 0))


def test_a_trick_completed_by_the_lowest_card() -> None:
    hands = "As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 9d, 7c Jd Ah Kh Qh"
    seen = reached_by(
        "euchre", Situation(hands, actions="order, discard Th, play As, play Tc, play 9d"), "play 7c", min_rank=7
    )
    assert seen[1] == TrickTaken(0, tuple(zip((0, 1, 2, 3), cards("As Tc 9d 7c"), strict=True)))
