"""Decisions that nobody waits for are held back; one that is due never is (docs/api.md, "Limits")."""

from collections.abc import Sequence
from typing import Final

from euchre_referee.api.access import Access
from euchre_referee.api.tokens import Caller
from euchre_referee.referee.game import Game
from euchre_referee.referee.games import Games
from euchre_referee.referee.triage import About, Decision, about
from euchre_referee.referee.verdicts import Refused, ServiceReason


class Dues:
    """Tells decisions on the turn that stands from those on anything else, of which a session may send only so many."""

    def __init__(self, access: Access, games: Games) -> None:
        self._access: Final = access
        self._games: Final = games

    async def held_back(self, caller: Caller, decisions: Sequence[Decision]) -> list[Refused | None]:
        """For each decision of a call why it is not judged now; None if it is. Raises the store's errors."""
        waits = [
            0 if _due(self._games.cached(decision.game), caller, decision) else self._access.idle(caller)
            for decision in decisions
        ]
        # They may be due all the same: what is kept here may be behind the store, or nothing. That is asked only where
        # the answer matters, and once for all of them: whoever sends many must not keep others from being answered.
        doubtful = {decision.game for decision, wait_ms in zip(decisions, waits, strict=True) if wait_ms}
        turns = await self._games.turns_of(caller.session, doubtful) if doubtful else {}
        return [
            self._busy(wait_ms) if wait_ms and not _due(turns.get(decision.game), caller, decision) else None
            for decision, wait_ms in zip(decisions, waits, strict=True)
        ]

    def _busy(self, wait_ms: int) -> Refused:
        detail = f"more than {self._access.limits.idle_decisions_per_second} decisions a second that nobody waits for"
        return Refused(ServiceReason.BUSY, detail=detail, retry_ms=wait_ms)


def _due(game: Game | None, caller: Caller, decision: Decision) -> bool:
    return game is not None and game.is_turn_of(caller.session) and about(game, decision) is About.THIS_TURN
