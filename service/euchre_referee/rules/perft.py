"""Counting positions, to compare rule books: how many action sequences a position allows."""

from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import State


def perft(state: State, depth: int) -> int:
    """The number of legal action sequences of exactly ``depth`` actions from here, within this deal."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal)
    count = 0
    for code in state.legal:
        after = apply(state, state.to_act, code)
        assert not isinstance(after, Refusal)
        count += perft(after, depth - 1)
    return count
