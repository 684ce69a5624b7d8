"""Who follows calls and decisions on their way; nobody does unless traces are asked for (docs/operations.md)."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from contextvars import Context
from typing import Protocol

from euchre_referee.referee.game import Game
from euchre_referee.referee.hearing import Hearing


class CallTrace(Protocol):
    """A call on its way to its answer."""

    reason: str
    """Why it was refused; empty while it is not."""
    http_status: int
    """With which it is answered over HTTP; 0 over another transport, and while it is not answered."""


class Tracer(Protocol):
    """Never tells a card, a token, a session or a name."""

    def call(
        self, method: str, transport: str, headers: Mapping[str, str], *, lasting: bool, current: bool
    ) -> AbstractContextManager[CallTrace]:
        """Follows a call, `Service.Method`, for as long as this is entered.

        `headers` may name the caller's trace. A `lasting` call is a stream of decisions, each with a trace of its own.
        `current`: what is done within belongs to it.
        """
        ...

    def begin(self, hearing: Hearing) -> Context:
        """Follows a decision; it is to be judged in this context."""
        ...

    def accepted(self, hearing: Hearing, game: Game) -> None:
        """A decision stands, in the turn that the game stands at."""
        ...

    def repeated(self, hearing: Hearing) -> None:
        """A decision stood already."""
        ...

    def refused(self, hearing: Hearing, reason: str, game: Game | None) -> None:
        """A decision was refused; the game where it is known."""
        ...

    def current(self) -> str:
        """The trace of what is being done; empty if there is none that is kept."""
        ...
