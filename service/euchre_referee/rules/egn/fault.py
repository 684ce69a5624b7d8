"""A fault of a deal in Euchre Game Notation: what is wrong, and where it is told."""

from enum import IntEnum
from typing import Final, NamedTuple

from euchre_referee.rules.refusals import Reason

_ORDER: Final = {reason: at for at, reason in enumerate(Reason)}
_SECTIONS: Final = {
    Reason.WRONG_HAND_SIZE: "RULES 9",
    Reason.CARD_NOT_IN_DECK: "RULES 2",
    Reason.DUPLICATE_CARD: "RULES 2",
    Reason.WRONG_DEALER: "RULES 3",
    Reason.GAME_OVER: "RULES 9",
    Reason.NOT_YOUR_TURN: "RULES 9",
    Reason.CARD_NOT_IN_HAND: "RULES 9",
    Reason.MUST_FOLLOW_SUIT: "RULES 9",
    Reason.MALFORMED_ACTION: "RECORD",
}
_BIDDING: Final = "RULES 4"


class Stage(IntEnum):
    """Which part of a deal a fault belongs to, in the order in which a deal is read."""

    DEALT = 0
    CALLED = 1
    PLAYED = 2


class Fault(NamedTuple):
    """One fault; calls, tricks and positions in a trick count from 0 and are None where they do not apply."""

    stage: Stage
    reason: Reason
    what: str
    """For people; without the place."""
    call: int | None = None
    trick: int | None = None
    position: int | None = None
    seat: int | None = None

    @property
    def detail(self) -> str:
        """The fault with its place, as people count (and, in brackets, as the file does), and the rule."""
        return f"{self._place()}{self.what.rstrip('.')} ({_SECTIONS.get(self.reason, _BIDDING)})"

    def _place(self) -> str:
        by = "" if self.seat is None else f", seat {self.seat}"
        if self.trick is not None:
            at = "" if self.position is None else f"[{self.position}]"
            return f"Trick {self.trick + 1} (tricks[{self.trick}]{at}){by}: "
        return "" if self.call is None else f"Call {self.call + 1} (calls[{self.call}]){by}: "

    @property
    def order(self) -> tuple[int, ...]:
        """As records are judged: what is wrong with a deal as such, by reason; then the actions in their order."""
        reason = _ORDER[self.reason]
        of_the_deal = reason < _ORDER[Reason.DEAL_OVER]
        place = [-1 if number is None else number for number in (self.call, self.trick, self.position)]
        return (reason if of_the_deal else len(_ORDER), self.stage, *place)
