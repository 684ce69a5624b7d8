"""What the referee does by itself: turns whose time is over, games that never fill, news that was lost."""

from collections.abc import Awaitable, Callable
from typing import Final

from euchre_referee.referee.deciding import Deciding
from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import Mark, Termination
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import Games
from euchre_referee.referee.judge import end, resign, time_over
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.step import Step
from euchre_referee.referee.timing import due_ms
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.referee.voiding import Voiding
from euchre_referee.store import append as stored
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.sweeper import Cause, Overdue

_ATTEMPTS: Final = 20


class Clockwork:
    """Any replica may find a turn due; the store accepts one of them, and none before its time.

    `present(session)` tells whether a session has a stream at any replica.
    """

    def __init__(
        self,
        games: Games,
        scribe: Scribe,
        deciding: Deciding,
        desk: Desk,
        observer: Observer,
        voiding: Voiding,
        present: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._games: Final = games
        self._scribe: Final = scribe
        self._deciding: Final = deciding
        self._desk: Final = desk
        self._observer: Final = observer
        self._voiding: Final = voiding
        self._present: Final = present

    async def act_on(self, overdue: Overdue) -> None:
        """Decides for the seat whose time is over, or ends the game that nobody fills or finishes."""
        await self._scribe.idle(overdue.game)
        try:
            game = await self._games.fresh(overdue.game)
        except BrokenLog:
            if await self._voiding.consider(overdue.game):
                return
            raise
        if game is None or game.ended is not None or self._scribe.writing(game.id):
            return
        if overdue.cause is not Cause.DEADLINE:
            self._write(game, end(game, Termination.ABORTED, overdue.cause.value))
            return
        seat = game.seat_to_act()
        version = game.version
        if seat is None:
            return
        mark = Mark.TIMEOUT if await self._present(seat.session) else Mark.DISCONNECT
        if game.version != version or self._scribe.writing(game.id):
            # Decided meanwhile; if it is due again it is found again.
            return
        allowed = due_ms(game.created.clocks, game.accounts, game.state.to_act)
        step = time_over(game, mark, allowed)

        def counted(committed: stored.Committed) -> None:
            self._observer.sanctioned(game, game.created.conduct.on_timeout, mark)
            self._observer.timed_out(game, max(0, committed.served_ms - game.turn_started_ms - allowed))

        self._write(game, step, counted, due_only=True)

    async def abort(self, name: str, cause: str) -> Game:
        """Ends a game on an operator's word; one whose log cannot be read is void. Raises CallRefused."""
        return await self._end(name, lambda game: end(game, Termination.ABORTED, cause))

    async def resign(self, name: str, seat_of: Callable[[Game], int]) -> Game:
        """Ends a game that a seat gives up; a game that is over answers with the end it had.

        `seat_of` finds the seat, or raises CallRefused. Raises CallRefused: GAME_NOT_STARTED while seats are free.
        """

        def step(game: Game) -> Step:
            seat = seat_of(game)
            if not game.started:
                raise refuse(ServiceReason.GAME_NOT_STARTED, "seats are free; nobody has anything to give up")
            return resign(game, seat)

        return await self._end(name, step, seat_of)

    async def refresh(self, name: str, session: str) -> None:
        """Something may have happened in a game elsewhere: tells a session that is served here."""
        if self._desk.box(session) is None:
            return
        await self._scribe.idle(name)
        game = await self._games.fresh(name)
        if game is not None:
            self._desk.offer(game, session)

    async def _end(
        self, name: str, step: Callable[[Game], Step], check: Callable[[Game], object] | None = None
    ) -> Game:
        for _ in range(_ATTEMPTS):
            await self._scribe.idle(name)
            try:
                game = await self._games.fresh(name)
            except BrokenLog:
                # Whoever asks for a seat's sake cannot decide that no other replica may read it.
                if check is not None or (game := await self._voiding.declare(name)) is None:
                    raise
            if game is None:
                raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
            if check is not None:
                check(game)
            if game.ended is not None:
                await self._scribe.confirmed(game)
                return game
            if not self._scribe.writing(name):
                self._write(game, step(game))
        raise refuse(ServiceReason.BUSY, "the game keeps changing", retry_ms=100)

    def _write(
        self,
        game: Game,
        step: Step,
        before: Callable[[stored.Committed], None] | None = None,
        *,
        due_only: bool = False,
    ) -> None:
        """Appends a step and takes it over once it stands; `before` hears of it while the fold is as it was."""
        seat = game.seat_to_act()
        previous = seat.session if seat is not None else None

        def done(outcome: stored.Outcome) -> None:
            if isinstance(outcome, stored.Committed):
                if before is not None:
                    before(outcome)
                self._deciding.took(game, step, outcome.served_ms, previous)
            elif not isinstance(outcome, stored.NotDue):
                self._games.forget(game.id)

        try:
            self._scribe.decision(game, step, done, due_only=due_only)
        except StoreBusy:
            # It stays due: the next sweep finds it again.
            return
