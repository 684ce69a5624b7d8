"""Writes steps into the store's log, one at a time for each game."""

import asyncio
from collections.abc import Callable
from typing import Final

from euchre_referee.referee.game import Game
from euchre_referee.referee.judge import Step
from euchre_referee.referee.settings import Settings
from euchre_referee.store.append import Append, Outcome, SeatAdded, Stage
from euchre_referee.store.committer import Committer


class Scribe:
    """Turns steps into appends. While a game's append is under way nothing else may be decided in it here."""

    def __init__(self, committer: Committer, settings: Settings) -> None:
        self._committer: Final = committer
        self._settings: Final = settings
        self._writing: Final[dict[str, list[asyncio.Future[None]]]] = {}

    def writing(self, game: str) -> bool:
        """An append of the game is under way."""
        return game in self._writing

    async def idle(self, game: str) -> None:
        """Returns when no append of the game is under way here."""
        while (waiting := self._writing.get(game)) is not None:
            turn = asyncio.get_running_loop().create_future()
            waiting.append(turn)
            await turn

    def decision(self, game: Game, step: Step, done: Callable[[Outcome], None], *, due_only: bool = False) -> None:
        """Appends what follows in a running game. Raises StoreBusy."""
        seat_after = step.state.to_act
        seat = game.seats[seat_after] if seat_after >= 0 and step.ended is None else None
        before = game.seat_to_act()
        append = Append(
            game.id,
            game.version,
            game.head,
            step.entries,
            step.head,
            step.deal_version,
            turn=seat.session if seat is not None else None,
            previous_turn=before.session if before is not None else None,
            limit_ms=game.created.clocks.action_limit_ms if step.ended is None else 0,
            due_only=due_only,
            stage=Stage.FINISHED if step.ended is not None else None,
            expire_ms=self._settings.retention_ms if step.ended is not None else 0,
        )
        self._write(append, done)

    def strike(self, game: Game, step: Step, done: Callable[[Outcome], None]) -> None:
        """Appends a strike; the turn and its clock go on. Raises StoreBusy."""
        seat = game.seat_to_act()
        session = seat.session if seat is not None else None
        append = Append(
            game.id,
            game.version,
            game.head,
            step.entries,
            step.head,
            step.deal_version,
            turn=session,
            previous_turn=session,
            keep_clock=True,
        )
        self._write(append, done)

    def opening(self, game: Game, step: Step, seats: list[tuple[str, int]], done: Callable[[Outcome], None]) -> None:
        """Appends the creation of a game or a join; `seats` are taken by it. Raises StoreBusy."""
        sessions = {seat: session for session, seat in seats}
        dealt = step.deal_version > 0
        turn = None
        if dealt:
            known = game.seats[step.state.to_act]
            turn = sessions.get(step.state.to_act) or (known.session if known is not None else None)
        new = game.version == 0
        append = Append(
            game.id,
            game.version,
            game.head,
            step.entries,
            step.head,
            step.deal_version,
            turn=turn,
            limit_ms=game.created.clocks.action_limit_ms if dealt else 0,
            keep_clock=not dealt and not new,
            stage=Stage.RUNNING if dealt else Stage.WAITING if new else None,
            seats_added=tuple(SeatAdded(session, seat) for session, seat in seats),
        )
        self._write(append, done)

    def _write(self, append: Append, done: Callable[[Outcome], None]) -> None:
        future = self._committer.append(append)
        self._writing[append.game] = []

        def written(finished: "asyncio.Future[Outcome]") -> None:
            waiting = self._writing.pop(append.game)
            done(finished.result())
            for turn in waiting:
                if not turn.done():
                    turn.set_result(None)

        future.add_done_callback(written)
