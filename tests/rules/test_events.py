"""Public events: they tell what happened, in order, and nothing hidden."""

from hypothesis import given

from euchre_referee.rules.actions import ANSWER, HIDDEN, Kind, kind_of
from euchre_referee.rules.engine import apply
from euchre_referee.rules.events import (
    ActionTaken,
    AnswersKnown,
    DealScored,
    Dealt,
    Event,
    GameOver,
    PartnerRevealed,
    TrickTaken,
    TrumpMade,
    TurnedDown,
    events,
    events_of_deal,
)
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from tests.rules.games import done, rule_sets, rules_of, seeds, states_of_a_game
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


def events_of_a_game(rules: RuleSet, seed: int) -> list[tuple[State, tuple[Event, ...]]]:
    found = []
    before: State | None = None
    for state in states_of_a_game(rules, seed):
        if before is None or before.to_act < 0:
            found.append((state, events_of_deal(state)))
        else:
            last = state.moves[-1]
            found.append((state, events(before, last >> 16, last & 0xFFFF, state)))
        before = state
    return found


@given(rule_sets(), seeds)
def test_events_add_up_to_what_a_spectator_sees(rules: RuleSet, seed: int) -> None:
    trumps = tricks = 0
    for state, seen in events_of_a_game(rules, seed):
        if isinstance(seen[0], Dealt):
            trumps = tricks = 0
        trumps += sum(isinstance(event, TrumpMade) for event in seen)
        tricks += sum(isinstance(event, TrickTaken) for event in seen)
        spectator = view(state, None)
        assert trumps == (spectator.trump is not None)
        if spectator.result is None or spectator.result.outcome != "UNCONTESTED":
            assert tricks == sum(spectator.tricks)
        assert (spectator.result is not None) == any(isinstance(event, DealScored) for event in seen)
        assert spectator.finished == any(isinstance(event, GameOver) for event in seen)
        revealed = [event for event in seen if isinstance(event, PartnerRevealed)]
        assert all(event.seat == spectator.partner for event in revealed)
        if isinstance(seen[0], ActionTaken):
            assert spectator.moves[-1] == seen[0].seat << 16 | seen[0].action
            hides = kind_of(seen[0].action) in (Kind.DISCARD, Kind.GIVE, Kind.SWAP)
            assert (seen[0].action & 63 == HIDDEN) == hides
