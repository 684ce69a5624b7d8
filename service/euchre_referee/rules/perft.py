"""Counting positions, to compare rule books: how many action sequences a position allows."""

from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import State


def perft(state: State, depth: int) -> list[int]:
    """The number of legal action sequences of exactly 1, 2, ... ``depth`` actions from here, within this deal."""
    counted = [0] * depth
    if depth > 0:
        _count(state, counted, 0)
    return counted


def _count(state: State, counted: list[int], before: int) -> None:
    """Adds the sequences that begin here, after so many actions."""
    counted[before] += len(state.legal)
    if before + 1 == len(counted):
        return
    for code in state.legal:
        after = apply(state, state.to_act, code)
        assert not isinstance(after, Refusal)
        _count(after, counted, before + 1)
