"""What the referee reports to whoever measures it; every method is called often and must be quick."""

from collections.abc import Sequence
from enum import StrEnum

from euchre_referee.referee.entries import Ended, Mark, Sanction
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.hearing import Hearing
from euchre_referee.referee.tracer import Tracer
from euchre_referee.store.sweeper import Overdue


class Served(StrEnum):
    """Whether this replica serves the session that news from another one was for."""

    YES = "yes"
    MOVING = "moving"
    """Its stream was here until a moment ago, or is about to be: the other replica could not know better."""
    NO = "no"
    """The news should not have been sent here."""


class CallResult(StrEnum):
    """What came of a call as a whole."""

    OK = "ok"
    REFUSED = "refused"
    """With a reason, which is counted for itself."""
    CANCELLED = "cancelled"
    """By its caller, or because the referee closes."""


class Observer:
    """Hears of everything and does nothing; metrics override it."""

    tracer: Tracer | None = None
    """Follows each call and decision; None: nobody does, and it costs nothing."""

    def decided(self, game: Game, hearing: Hearing, own_ms: int) -> None:
        """A decision stands, in the turn that the game stands at; `own_ms`: the player's own time for it."""

    def refused(self, reason: str, game: Game | None = None) -> None:
        """A decision was refused; the game where it is known."""

    def credited(self, lag_ms: int) -> None:
        """A decision took longer than its limit, and the referee's own delay was credited."""

    def struck(self, game: Game) -> None:
        """A refused action counts."""

    def sanctioned(self, game: Game, sanction: Sanction, mark: Mark) -> None:
        """The referee decides for the seat to act, in the turn that the game stands at; `mark` says why."""

    def call_refused(self, method: str, reason: str) -> None:
        """A call was refused as a whole; `method` is `Service.Method`."""

    def call_ended(self, method: str, transport: str, result: CallResult, seconds: float | None) -> None:
        """A call is over, whatever came of it; `seconds` that it took, None of a stream."""

    def conflict(self) -> None:
        """An append found another history than the one it was made for."""

    def timed_out(self, game: Game, late_ms: int) -> None:
        """The clock decided, `late_ms` after the deadline."""

    def started(self, game: Game) -> None:
        """The first deal of a game was made."""

    def ended(self, game: Game, ended: Ended) -> None:
        """A game is over."""

    def broken(self, error: BrokenLog) -> None:
        """A stored log cannot be folded."""

    def swept(self, overdue: Sequence[Overdue]) -> None:
        """All buckets were swept, and these games found in which the referee has to act."""

    def noticed(self, served: Served) -> None:
        """Another replica sent news of a game for a session; `served` says whether that is served here."""
