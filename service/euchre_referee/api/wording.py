"""Values of the rules in the contract's words, and back, one by one."""

from typing import TYPE_CHECKING, Final, cast

from euchre.v1 import game_pb2 as pb
from euchre_referee.referee.entries import NOBODY, Ended
from euchre_referee.rules.actions import ACTION_TEXT, CARD_KINDS, HIDDEN, Kind, action
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import DealResult

if TYPE_CHECKING:
    from euchre.v1 import card_pb2

# The contract counts from 1 where the rules count from 0: a 0 on the wire means "not told".
_FIRST: Final = 1

_SUIT_KINDS: Final = frozenset({Kind.NAME, Kind.NAME_ALONE})
_PHASES: Final = {phase: pb.Phase.Value(f"PHASE_{phase.name}") for phase in Phase}
_KINDS: Final = {kind: pb.ActionKind.Value(f"ACTION_KIND_{kind.name}") for kind in Kind}
_KIND_OF: Final = {number: kind for kind, number in _KINDS.items() if kind is not Kind.ANSWER}


def card_number(card: int | None) -> "card_pb2.Card.ValueType":
    """A card; none and HIDDEN become unspecified."""
    return cast("card_pb2.Card.ValueType", 0 if card is None or card == HIDDEN else card + _FIRST)


def suit_number(suit: int | None) -> "card_pb2.Suit.ValueType":
    """A suit, or no trump; none becomes unspecified."""
    return cast("card_pb2.Suit.ValueType", 0 if suit is None else suit + _FIRST)


def phase_number(phase: Phase) -> pb.Phase.ValueType:
    """Where a game stands."""
    return _PHASES[phase]


def action_message(code: int) -> pb.Action:
    """An action, typed."""
    kind, argument = Kind(code >> 6), code & 63
    message = pb.Action(kind=_KINDS[kind])
    if kind in CARD_KINDS:
        message.card = card_number(argument)
    elif kind in _SUIT_KINDS:
        message.suit = suit_number(argument)
    elif kind is Kind.BID:
        message.bid = argument
    return message


def action_code(message: pb.Action) -> int | None:
    """The code of a typed action; None if it is none: no such kind, or the card or suit is missing."""
    kind = _KIND_OF.get(message.kind)
    if kind is None:
        return None
    argument = 0
    if kind in CARD_KINDS:
        argument = message.card - _FIRST
    elif kind in _SUIT_KINDS:
        argument = message.suit - _FIRST
    elif kind is Kind.BID:
        argument = message.bid
    if not 0 <= argument < HIDDEN:
        return None
    code = action(kind, argument)
    return code if code in ACTION_TEXT else None


def result_message(result: DealResult) -> pb.DealResult:
    """A deal's public result."""
    return pb.DealResult(
        dealer=result.dealer,
        maker=result.maker,
        trump=suit_number(result.trump),
        alone=result.alone,
        bid=result.bid,
        partner=result.partner,
        lone_defender=result.lone_defender,
        withdrew=result.withdrew,
        tricks=result.tricks,
        points=result.points,
        outcome=result.outcome,
    )


def end_message(game: str, version: int, ended: Ended) -> pb.GameEnd:
    """The end of a game."""
    return pb.GameEnd(
        game=game,
        version=version,
        termination=pb.Termination.Value(f"TERMINATION_{ended.termination.name}"),
        cause=ended.cause,
        seat=None if ended.seat == NOBODY else ended.seat,
        scores=ended.scores,
        winners=ended.winners,
    )
