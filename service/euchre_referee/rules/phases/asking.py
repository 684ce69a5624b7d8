"""Asking seats in turn, and what a made or unmade trump means for the deal."""

from typing import Final

from euchre_referee.rules.actions import NAME
from euchre_referee.rules.cards import NO_TRUMP, SUITS
from euchre_referee.rules.closing import close_void
from euchre_referee.rules.options import AllPass, CallForBest
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.state import ASK, NEXT, Flow, State

NAME_A_SUIT: Final = tuple(NAME | suit for suit in range(len(SUITS)))
"""Naming any of the four suits."""


def ask(state: State, seats: tuple[int, ...], legal: tuple[int, ...]) -> Flow:
    """Ask the first of these seats; the others wait in the queue."""
    state.queue = seats
    state.to_act = seats[0]
    state.legal = legal
    return ASK


def make_trump(state: State, seat: int, trump: int, *, alone: bool = False, picks_up: bool = False) -> None:
    """Fix the trump and its maker; a loner's partner sits out (RULES 4 and 5)."""
    rules = state.rules
    state.trump = trump
    state.maker = seat
    state.alone = alone
    state.picks_up = picks_up
    if alone:
        state.sits_out = ((seat + 2) % rules.players,)
        if rules.call_for_best is CallForBest.TURN_UP and not picks_up:
            state.swapper = seat


def nobody_made_trump(state: State) -> Flow:
    """All passed: the deal is void, or is played without a maker (RULES 2, ``all_pass``)."""
    match state.rules.all_pass:
        case AllPass.NO_TRUMP:
            state.trump = NO_TRUMP
        case AllPass.NO_MAKER:
            state.trump = state.proposed
        case _:
            return close_void(state, Outcome.THROWN_IN)
    return NEXT
