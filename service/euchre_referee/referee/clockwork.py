"""What the referee does by itself: turns whose time is over, games that never fill, news that was lost."""

from collections.abc import Callable
from typing import Final

from euchre_referee.referee.deciding import Deciding
from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import Mark, Termination
from euchre_referee.referee.game import Game
from euchre_referee.referee.games import Games
from euchre_referee.referee.judge import Step, act, end
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.refusals import Refusal
from euchre_referee.store import append as stored
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.sweeper import Cause, Overdue

_ATTEMPTS: Final = 20


class Clockwork:
    """Any replica may find a turn due; the store accepts one of them, and none before its time."""

    def __init__(self, games: Games, scribe: Scribe, deciding: Deciding, desk: Desk, observer: Observer) -> None:
        self._games: Final = games
        self._scribe: Final = scribe
        self._deciding: Final = deciding
        self._desk: Final = desk
        self._observer: Final = observer

    async def act_on(self, overdue: Overdue) -> None:
        """Acts for the seat whose time is over, or ends the game that nobody fills or finishes."""
        await self._scribe.idle(overdue.game)
        game = await self._games.fresh(overdue.game)
        if game is None or game.ended is not None or self._scribe.writing(game.id):
            return
        if overdue.cause is not Cause.DEADLINE:
            self._expire(game, overdue.cause.value)
            return
        seat, limit_ms = game.state.to_act, game.created.clocks.action_limit_ms
        if seat < 0:
            return
        step = act(game, seat, default_action(game.state), Mark.TIMEOUT, limit_ms, 0)
        assert not isinstance(step, Refusal)
        self._write(game, step, lambda outcome: self._timed_out(game, seat, step, outcome), due_only=True)

    async def abort(self, name: str, cause: str) -> Game:
        """Ends a game on an operator's word. Raises CallRefused."""
        for _ in range(_ATTEMPTS):
            await self._scribe.idle(name)
            game = await self._games.fresh(name)
            if game is None:
                raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
            if game.ended is not None:
                return game
            if not self._scribe.writing(name):
                self._expire(game, cause)
        raise refuse(ServiceReason.BUSY, "the game keeps changing", retry_ms=100)

    async def refresh(self, name: str, session: str) -> None:
        """Something may have happened in a game elsewhere: tells a session that is served here."""
        if self._desk.box(session) is None:
            return
        await self._scribe.idle(name)
        game = await self._games.fresh(name)
        if game is not None:
            self._desk.offer(game, session)

    def _expire(self, game: Game, cause: str) -> None:
        step = end(game, Termination.ABORTED, cause)
        seat = game.seat_to_act()
        previous = seat.session if seat is not None else None

        def written(outcome: stored.Outcome) -> None:
            if isinstance(outcome, stored.Committed):
                for raw in step.entries:
                    game.advance(raw)
                self._deciding.moved(game, step, outcome.served_ms, previous)
            else:
                self._games.forget(game.id)

        self._write(game, step, written)

    def _write(
        self, game: Game, step: Step, written: Callable[[stored.Outcome], None], *, due_only: bool = False
    ) -> None:
        try:
            self._scribe.decision(game, step, written, due_only=due_only)
        except StoreBusy:
            # It stays due: the next sweep finds it again.
            return

    def _timed_out(self, game: Game, seat: int, step: Step, outcome: stored.Outcome) -> None:
        match outcome:
            case stored.Committed(_, served_ms):
                late_ms = served_ms - game.turn_started_ms - game.created.clocks.action_limit_ms
                self._observer.timed_out(game, max(0, late_ms))
                holder = game.seats[seat]
                assert holder is not None
                self._deciding.took(game, seat, step, served_ms, holder.session)
            case stored.NotDue():
                return
            case _:
                self._games.forget(game.id)
