"""Writes steps into the store's log, one at a time for each game."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from euchre_referee.referee.game import Game
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.step import Step
from euchre_referee.referee.timing import due_ms
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, failed_append, refuse
from euchre_referee.store.append import Append, Outcome, SeatAdded, Stage
from euchre_referee.store.committer import Committer
from euchre_referee.store.errors import StoreBusy


class Scribe:
    """Turns steps into appends. While a game's append is under way nothing else may be decided in it here."""

    def __init__(self, committer: Committer, settings: Settings) -> None:
        self._committer: Final = committer
        self._settings: Final = settings
        self._writing: Final[set[str]] = set()
        self._waiting: Final[dict[str, list[asyncio.Future[None]]]] = {}

    @property
    def sent(self) -> float:
        """When the append was sent whose outcome is being told, by the monotonic clock."""
        return self._committer.sent

    def writing(self, game: str) -> bool:
        """An append of the game is under way."""
        return game in self._writing

    async def idle(self, game: str) -> None:
        """Returns when no append of the game is under way here."""
        while game in self._writing:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(game, []).append(turn)
            await turn

    async def confirmed(self, game: Game) -> None:
        """Returns when the history that the fold has is where appends are waited for. Nothing is waited for unless
        replicas are (euchre serve --wait-replicas).

        An answer that is read from the log needs it: whoever wrote the log may not have been answered for want of it.
        Raises CallRefused.
        """
        try:
            failed = await self._committer.confirm(game.id, game.version, game.head)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy
        if failed is not None:
            raise CallRefused(failed_append(failed))

    def decision(self, game: Game, step: Step, done: Callable[[Outcome], None], *, due_only: bool = False) -> None:
        """Appends what follows in a running game. Raises StoreBusy."""
        ended = step.ended is not None
        append = _append(
            game,
            step,
            None if ended else _session(game, step.state.to_act),
            None if game.ended is not None else _session(game, game.state.to_act),
            0 if ended else due_ms(game.created.clocks, step.accounts, step.state.to_act),
            due_only,
        )
        if ended:
            append = append._replace(stage=Stage.FINISHED, expire_ms=self._settings.kept_ms(game.created.board))
        self._write(append, done)

    def strike(self, game: Game, step: Step, done: Callable[[Outcome], None]) -> None:
        """Appends a strike; the turn and its clock go on. Raises StoreBusy."""
        session = _session(game, game.state.to_act)
        append = _append(game, step, session, session)._replace(keep_clock=True)
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
        limit_ms = due_ms(game.created.clocks, step.accounts, step.state.to_act) if dealt else 0
        append = _append(game, step, turn, None, limit_ms)._replace(
            keep_clock=not dealt and not new,
            stage=Stage.RUNNING if dealt else Stage.WAITING if new else None,
            seats_added=tuple(SeatAdded(session, seat) for session, seat in seats),
        )
        self._write(append, done)

    def _write(self, append: Append, done: Callable[[Outcome], None]) -> None:
        self._committer.submit(append, partial(self._written, append.game, done))
        self._writing.add(append.game)

    def _written(self, game: str, done: Callable[[Outcome], None], outcome: Outcome) -> None:
        self._writing.discard(game)
        try:
            done(outcome)
        finally:
            if self._waiting:
                for turn in self._waiting.pop(game, ()):
                    if not turn.done():
                        turn.set_result(None)


def _append(
    game: Game, step: Step, turn: str | None, previous: str | None, limit_ms: int = 0, due_only: bool = False
) -> Append:
    return Append(
        game.id,
        game.version,
        game.head,
        step.entries,
        step.head,
        step.deal_version,
        turn,
        previous,
        limit_ms,
        due_only=due_only,
    )


def _session(game: Game, seat: int) -> str | None:
    taken = game.seats[seat] if seat >= 0 else None
    return taken.session if taken is not None else None
