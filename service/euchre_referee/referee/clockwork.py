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
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.refusals import Refusal
from euchre_referee.store import append as stored
from euchre_referee.store.errors import StoreBusy


class Clockwork:
    """Any replica may find a turn due; the store accepts one of them, and none before its time."""

    def __init__(self, games: Games, scribe: Scribe, deciding: Deciding, desk: Desk, observer: Observer) -> None:
        self._games: Final = games
        self._scribe: Final = scribe
        self._deciding: Final = deciding
        self._desk: Final = desk
        self._observer: Final = observer

    async def due(self, name: str, late_ms: int) -> None:
        """The game's deadline has passed by `late_ms`: acts for the seat, or ends the game that nobody fills."""
        await self._scribe.idle(name)
        game = await self._games.fresh(name)
        if game is None or game.ended is not None or self._scribe.writing(name):
            return
        if not game.started or not game.created.clocks.action_limit_ms:
            self._expire(game)
            return
        seat = game.state.to_act
        limit_ms = game.created.clocks.action_limit_ms
        step = act(game, seat, default_action(game.state), Mark.TIMEOUT, limit_ms, 0)
        assert not isinstance(step, Refusal)
        self._write(game, step, lambda outcome: self._timed_out(game, seat, step, late_ms, outcome))

    async def refresh(self, name: str, session: str) -> None:
        """Something may have happened in a game elsewhere: tells a session that is served here."""
        if self._desk.box(session) is None:
            return
        await self._scribe.idle(name)
        game = await self._games.fresh(name)
        if game is not None:
            self._desk.offer(game, session)

    def _expire(self, game: Game) -> None:
        step = end(game, Termination.ABORTED, "expired")
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

    def _write(self, game: Game, step: Step, written: Callable[[stored.Outcome], None]) -> None:
        try:
            self._scribe.decision(game, step, written, due_only=True)
        except StoreBusy:
            # It stays due: the next sweep finds it again.
            return

    def _timed_out(self, game: Game, seat: int, step: Step, late_ms: int, outcome: stored.Outcome) -> None:
        match outcome:
            case stored.Committed(_, served_ms):
                self._observer.timed_out(game, late_ms)
                holder = game.seats[seat]
                assert holder is not None
                self._deciding.took(game, seat, step, served_ms, holder.session)
            case stored.NotDue():
                return
            case _:
                self._games.forget(game.id)
