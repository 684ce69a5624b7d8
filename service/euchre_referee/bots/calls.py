"""The calls that would make trump, and what each does with the turn-up."""

from typing import NamedTuple

from euchre_referee.rules.actions import Kind
from euchre_referee.rules.options import Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.views import View

_NAMING = (Kind.NAME, Kind.NAME_ALONE)
_LONE = (Kind.ORDER_ALONE, Kind.NAME_ALONE, Kind.TAKE_ALONE)
_ACCEPTING = (Kind.ORDER, Kind.ORDER_ALONE, Kind.TAKE, Kind.TAKE_ALONE)


class Call(NamedTuple):
    """A legal call and its consequences; the caller becomes maker."""

    code: int
    trump: int
    """0..3 a suit, 4 no trump."""
    alone: bool
    taker: int | None
    """The seat that may have the turn-up afterwards; None if it stays where it is."""


def calls(view: View) -> tuple[Call, ...]:
    """Every legal action of the view that makes trump, in the order of ``view.legal``."""
    found = []
    for code in view.legal:
        kind = code >> 6
        if kind in _NAMING:
            found.append(Call(code, code & 63, kind in _LONE, _taker_of_named(view)))
        elif kind in _ACCEPTING and view.proposed is not None:
            found.append(Call(code, view.proposed, kind in _LONE, _taker_of_order(view, kind)))
    return tuple(found)


def _taker_of_named(view: View) -> int | None:
    """The dealer takes a turned joker (RULES 4), the highest bidder may swap (RULES 6); else nobody."""
    if view.turn_up is not None and view.phase in (Phase.JOKER, Phase.TRUMP):
        return view.viewer
    return None


def _taker_of_order(view: View, kind: int) -> int:
    """The dealer (RULES 4); in belote the taker, or dealer and first for each other's order (RULES 8)."""
    if view.rules.bidding is Bidding.ORDER_UP:
        return view.dealer
    if kind != Kind.ORDER and view.viewer is not None:
        return view.viewer
    return view.dealer if view.viewer != view.dealer else (view.dealer + 1) % view.rules.players
