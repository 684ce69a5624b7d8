"""Deals and games that a seat loses by its conduct (docs/conduct.md, "A lost deal", "A forfeited game").

What repeated offences cost is a table's policy and no rule of the game (RULES 9): no action leads here. A lost deal
is scored as if it were over: it counts, the deal moves on, and it may end the game.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from euchre_referee.rules.closing import close_scored
from euchre_referee.rules.options import Bidding, EuchreLoss
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.state import Score, State

LOST_DEAL: Final = "lost"
"""What the marks of a record call a lost deal."""


class LostDeal(NamedTuple):
    """Where a record says that a deal was lost: before which of its actions, counted from 0, and by whom."""

    deal: int
    action: int
    seat: int


def lost_deals(record: Mapping[str, object]) -> Mapping[int, LostDeal]:
    """By deal, the lost ones that a record's marks name. What is no such mark is left alone, as remarks are."""
    marks = record.get("marks")
    found: dict[int, LostDeal] = {}
    for mark in marks if isinstance(marks, list) else ():
        if isinstance(mark, dict) and mark.get("mark") == LOST_DEAL:
            numbers = [number for key in LostDeal._fields if type(number := mark.get(key)) is int]
            if len(numbers) == len(LostDeal._fields):
                lost = LostDeal(*numbers)
                found.setdefault(lost.deal, lost)
    return found


def lose_deal(state: State, seat: int) -> State:
    """The game after the seat to act has lost the deal. Raises ValueError for any other seat."""
    if seat < 0 or seat != state.to_act:
        raise ValueError(f"seat {seat} cannot lose a deal in which seat {state.to_act} is to act")
    after = state.copy()
    close_scored(after, Score(Outcome.LOST, _points(state, seat), None))
    return after


def forfeit_winners(state: State, offender: int) -> tuple[int, ...]:
    """Who wins a game that a seat forfeits: of those on other sides the best score, equal ones jointly."""
    others = [seat for seat in range(state.rules.players) if not _one_side(state, seat, offender)]
    scores = [state.scores[seat] for seat in others]
    best = min(scores) if state.rules.counts_down else max(scores)
    return tuple(seat for seat in others if state.scores[seat] == best)


def _points(state: State, offender: int) -> tuple[int, ...]:
    """By seat; nothing that is hidden goes into them, or they would tell it."""
    rules = state.rules
    seats = range(rules.players)
    if rules.counts_down:
        return tuple(rules.penalty if seat == offender else 0 for seat in seats)
    euchre = _euchre(state, offender)
    made_it = state.maker is not None and _one_side(state, state.maker, offender)
    if made_it and rules.bidding is not Bidding.AUCTION and rules.euchre_loss is EuchreLoss.MAKER_LOSES:
        return tuple(-euchre if _one_side(state, seat, offender) else 0 for seat in seats)
    return tuple(0 if _one_side(state, seat, offender) else euchre for seat in seats)


def _euchre(state: State, offender: int) -> int:
    """What a euchre of the offender's side is worth as the deal stands."""
    rules = state.rules
    if rules.bidding is Bidding.AUCTION:
        return rules.min_bid if state.best_bid is None else state.best_bid[1]
    if state.alone and state.maker is not None and _one_side(state, state.maker, offender):
        return rules.alone_euchre_points if state.lone_defender is None else rules.defend_alone_points
    return rules.euchre_points


def _one_side(state: State, seat: int, other: int) -> bool:
    """Partners by the rule set; an auction's called partner is nobody's for this purpose, being secret."""
    return (seat - other) % 2 == 0 if state.rules.partners else seat == other
