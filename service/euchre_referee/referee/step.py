"""What a decision leads to, before and after the store has it."""

from typing import Final, NamedTuple

from euchre_referee.referee.entries import Ended
from euchre_referee.referee.timing import Accounts
from euchre_referee.rules.state import State

NOT_ACTED: Final = -1
"""In place of the seat whose turn a step decides, where it decides none."""


class Step(NamedTuple):
    """An append that a decision and all that follows without a player's choice make together."""

    entries: tuple[bytes, ...]
    head: bytes
    state: State
    deal_version: int
    ended: Ended | None
    accounts: Accounts
    """After it."""
    seat: int = NOT_ACTED
    """Whose turn it decides."""
    spent_ms: int = 0
    lag_ms: int = 0
