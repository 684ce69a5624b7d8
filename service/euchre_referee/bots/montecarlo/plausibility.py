"""How well a sampled world explains what the others have said: nobody calls on nothing or passes with bowers.

A hand is weighed by its card points. The thresholds are those at which the built-in bots turn from passing to
calling; the slope is gentler than theirs, since nobody knows who plays.
"""

import heapq
import math
from functools import cache
from random import Random
from typing import Final, NamedTuple

from euchre_referee.bots.calls import Call, calls
from euchre_referee.bots.card_points import POINTS
from euchre_referee.bots.montecarlo.deduction import Knowledge
from euchre_referee.bots.montecarlo.replay import start, steps
from euchre_referee.bots.montecarlo.sampling import World, hands_dealt, sample
from euchre_referee.rules.actions import DEFEND, PASS, WITHDRAW
from euchre_referee.rules.cards import CARD_COUNT, EFFECTIVE_SUIT
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view as view_of

POOL: Final = 6
"""Worlds sampled for each that is played out."""

_SLOPE: Final = 0.3
_DOUBT: Final = 0.06
"""The chance that a decision tells nothing."""

_TAKING: Final = 2.1
"""Card points from which a call is made that brings the turn-up to the caller, it included."""
_NAMING: Final = 2.15
_FOR_PARTNER: Final = 1.6
_FOR_RIVAL: Final = 2.55
_ALONE: Final = 1.3
"""By how much more a hand is worth that is played alone."""
_DEFENDING: Final = 2.6
_BID: Final = 0.5
_BID_EACH: Final = 0.58
_STAYING: Final = 1.5
_EACH_STAYER: Final = 0.3
"""More for each that stays already."""
_EACH_GONE: Final = -0.25
_LEAVING: Final = 0.1
"""A trump put away unseen, against a plain card."""

_CHUNK: Final = 11


class Option(NamedTuple):
    """Something a seat could say, and from how many card points it would."""

    trump: int
    threshold: float


class Evidence(NamedTuple):
    """A decision of another seat: what it had said of these options if it had said one at all."""

    seat: int
    said: bool
    options: tuple[Option, ...]


def plausible_worlds(known: Knowledge, count: int, chance: Random) -> list[World]:
    """So many worlds that agree with all that is known, the likelier the better they explain what was said."""
    pool = [sample(known, chance) for _ in range(count * POOL)]
    evidence = _evidence(known, pool[0])
    if not evidence and not known.hidden:
        return pool[:count]
    drawn = [
        (math.log(1.0 - chance.random()) / _weight(known, world, evidence), index) for index, world in enumerate(pool)
    ]
    return [pool[index] for _, index in heapq.nlargest(count, drawn)]


def _weight(known: Knowledge, world: World, evidence: list[Evidence]) -> float:
    weight = 1.0
    hands = hands_dealt(known, world)
    for seat, said, options in evidence:
        hand = hands[seat]
        over = max(card_points(trump, hand) - threshold for trump, threshold in options)
        chance = 1.0 / (1.0 + math.exp(-over / _SLOPE))
        weight *= _DOUBT + (1.0 - _DOUBT) * (chance if said else 1.0 - chance)
    trump = known.view.trump
    if trump is not None:
        for card in world.hidden:
            if EFFECTIVE_SUIT[trump][card] == trump:
                weight *= _LEAVING
    return weight


def _evidence(known: Knowledge, world: World) -> list[Evidence]:
    """What the others have decided so far; only what everybody can see of ``world``'s deal enters."""
    state = start(known, world)
    found = []
    for (seat, code), shown in zip(steps(known, world, state), known.view.moves, strict=True):
        if state.phase is Phase.PLAY:
            break
        if seat != known.view.viewer and len(state.legal) > 1 and shown & 0xFFFF == code:
            options = _options(state, seat, code)
            if options:
                said = code not in (PASS, WITHDRAW)
                found.append(Evidence(seat, said, options))
    return found


def _options(state: State, seat: int, code: int) -> tuple[Option, ...]:
    match state.phase:
        case Phase.ORDER | Phase.NAME | Phase.TRUMP:
            possible = calls(view_of(state, seat))
            said = tuple(call for call in possible if call.code == code)
            passed = tuple(call for call in possible if not call.alone)
            return tuple(_option(state, seat, call) for call in said or passed)
        case Phase.BID:
            bid = min(other for other in state.legal if other != PASS) if code == PASS else code
            return tuple(Option(trump, _BID + _BID_EACH * (bid & 63)) for trump in range(4))
        case Phase.STAY if state.trump is not None:
            threshold = _STAYING + _EACH_STAYER * len(state.stayed) + _EACH_GONE * len(state.withdrew)
            return (Option(state.trump, threshold),)
        case Phase.DEFEND if state.trump is not None and code == DEFEND:
            return (Option(state.trump, _DEFENDING),)
        case _:
            return ()


def _option(state: State, seat: int, call: Call) -> Option:
    alone = _ALONE if call.alone else 0.0
    if state.best_bid is not None:
        return Option(call.trump, _BID + _BID_EACH * state.best_bid[1])
    if call.taker is None or state.turn_up is None:
        return Option(call.trump, _NAMING + alone)
    if call.taker == seat:
        return Option(call.trump, _TAKING + alone - POINTS[call.trump][state.turn_up])
    mate = state.rules.partners and call.taker % 2 == seat % 2
    return Option(call.trump, alone + (_FOR_PARTNER if mate else _FOR_RIVAL))


def card_points(trump: int, hand: int) -> float:
    """The card points of a hand given as a mask."""
    low, middle, high = _chunks(trump)
    return low[hand & 2047] + middle[hand >> _CHUNK & 2047] + high[hand >> 2 * _CHUNK]


@cache
def _chunks(trump: int) -> tuple[tuple[float, ...], ...]:
    points = POINTS[trump]
    found = []
    for first in range(0, CARD_COUNT, _CHUNK):
        sums = [0.0]
        for card in range(first, first + _CHUNK):
            sums += [total + points[card] for total in sums]
        found.append(tuple(sums))
    return tuple(found)
