"""What happened, as watchers may hear it: public events read off two neighbouring states.

The engine knows nothing of events, so a game that nobody watches pays nothing for them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from euchre_referee.rules.actions import PLAY
from euchre_referee.rules.result import DealResult, EndedBy
from euchre_referee.rules.state import State


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal has begun."""

    deal_number: int
    dealer: int
    turn_up: int | None


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """A seat acted; hidden cards are HIDDEN, answers still secret ANSWER."""

    seat: int
    action: int


@dataclass(frozen=True, slots=True)
class SuitProposed:
    """The dealer of a turned joker proposed a suit."""

    suit: int


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """Everybody passed the turn-up over."""

    turn_up: int


@dataclass(frozen=True, slots=True)
class TrumpMade:
    """The trump is fixed; ``maker`` is None where nobody made it."""

    trump: int
    maker: int | None
    alone: bool


@dataclass(frozen=True, slots=True)
class DefendsAlone:
    """A defender plays alone against the lone maker."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswersKnown:
    """Who stays and who withdrew is known of every seat that was asked."""

    stayed: tuple[int, ...]
    withdrew: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartnerRevealed:
    """The called card has fallen."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete."""

    seat: int
    cards: tuple[tuple[int, int], ...]
    """Seat and card, in order of play."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over, void ones included."""

    result: DealResult
    scores: tuple[int, ...]
    """By seat, after the deal."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over by its rules."""

    winners: tuple[int, ...]
    ended_by: EndedBy
    game_value: int
    carried: tuple[int, ...]


Event = (
    Dealt
    | ActionTaken
    | SuitProposed
    | TurnedDown
    | TrumpMade
    | DefendsAlone
    | AnswersKnown
    | PartnerRevealed
    | TrickTaken
    | DealScored
    | GameOver
)


def events_of_deal(after: State) -> tuple[Event, ...]:
    """What a deal showed: ``after`` is the state that ``engine.deal`` gave."""
    begun = Dealt(after.deal_number, after.dealer, after.turn_up)
    if after.trump is None:
        return (begun,)
    return (begun, TrumpMade(after.trump, after.maker, after.alone))


def events(before: State, seat: int, action: int, after: State) -> tuple[Event, ...]:
    """What an accepted action showed, in the order in which it came about."""
    return (
        ActionTaken(seat, _shown(before, action, after)),
        *_calls(before, after),
        *_play(before, seat, action, after),
    )


def _shown(before: State, action: int, after: State) -> int:
    """The action as everybody may see it now."""
    position = len(before.moves)
    secret = next((secret for secret in after.secrets if secret.position == position), None)
    return action if secret is None else secret.shown & 0xFFFF


def _calls(before: State, after: State) -> Iterator[Event]:
    if after.proposed is not None and before.proposed is None:
        yield SuitProposed(after.proposed)
    if after.turned_down and not before.turned_down and after.turn_up is not None:
        yield TurnedDown(after.turn_up)
    if after.trump is not None and before.trump is None:
        yield TrumpMade(after.trump, after.maker, after.alone)
    if after.lone_defender is not None and before.lone_defender is None:
        yield DefendsAlone(after.lone_defender)
    asked = after.phase is before.phase and after.to_act >= 0
    if after.answers != before.answers and not asked:
        yield AnswersKnown(after.stayed, after.withdrew)


def _play(before: State, seat: int, action: int, after: State) -> Iterator[Event]:
    if after.partner is not None and before.partner is None:
        yield PartnerRevealed(after.partner)
    if action >= PLAY and not after.trick and after.leader is not None:
        yield TrickTaken(after.leader, (*before.trick, (seat, action & 63)))
    if after.result is not None:
        yield DealScored(after.result, after.scores)
    if after.ended_by is not None:
        yield GameOver(after.winners, after.ended_by, after.game_value, after.carried)
