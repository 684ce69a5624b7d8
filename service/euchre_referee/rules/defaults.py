"""The action the referee takes for a seat whose time has run out."""

from euchre_referee.rules.actions import KEEP, PASS, STAY
from euchre_referee.rules.state import State


def default_action(state: State) -> int:
    """A safe legal action of the seat to act; raises ValueError when nobody is.

    Pass where that is allowed; stay, so that no deal is handed to the maker by an absent player; keep the hand; else
    the lowest choice: the first suit that may be named (never alone), the lowest card to call, discard, give or play.
    """
    for safe in (PASS, STAY, KEEP):
        if safe in state.legal:
            return safe
    if not state.legal:
        raise ValueError("nobody is to act, so there is no default action")
    return min(state.legal)
