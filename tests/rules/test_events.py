"""Public events: they tell what happened, in order, and nothing hidden."""

from euchre_referee.rules.actions import ANSWER, HIDDEN, Kind
from euchre_referee.rules.engine import apply
from euchre_referee.rules.events import (
    ActionTaken,
    AnswersKnown,
    DealScored,
    Dealt,
    Event,
    TrickTaken,
    TrumpMade,
    TurnedDown,
    events,
    events_of_deal,
)
from euchre_referee.rules.state import State
from tests.rules.games import done, rules_of
from tests.rules.positions import CLUB_TURNED, begun, cards, code_of


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
