"""Events of whole games against what a spectator sees."""

from hypothesis import given

from euchre_referee.rules.actions import HIDDEN, Kind, kind_of
from euchre_referee.rules.events import (
    ActionTaken,
    DealScored,
    Dealt,
    Event,
    GameOver,
    PartnerRevealed,
    TrickTaken,
    TrumpMade,
    events,
    events_of_deal,
)
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from tests.rules.games import rule_sets, seeds, states_of_a_game


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
