"""A decision on its way to its verdict."""

from collections.abc import Callable
from contextvars import Context
from time import monotonic

from euchre_referee.referee.triage import Decision
from euchre_referee.referee.verdicts import Outcome

Answer = Callable[[int | None, Outcome], None]
"""Takes the seat that decided, or else the one that the decision names, and the verdict."""


class Hearing:
    """What is known of a decision besides its game: who made it, when it came, whom to answer."""

    __slots__ = ("answer", "arrived", "conflicts", "context", "decision", "judged", "sent", "session", "trace")

    def __init__(self, session: str, decision: Decision, answer: Answer) -> None:
        self.session = session
        self.decision = decision
        self.answer = answer
        self.conflicts = 0
        """Appends for it that met another history."""
        self.arrived = monotonic()
        """Of this process's monotonic clock, seconds."""
        self.judged = self.arrived
        """When its append was handed over, by the same clock."""
        self.sent = self.arrived
        """When that was sent to the store."""
        self.context: Context | None = None
        """In which it is to be judged; None: in whichever."""
        self.trace = ""
        """The trace that shows it, if one does."""
