"""Decisions: judged against the fold that is at hand, appended, and answered only then."""

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Final

from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import Mark
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import Games, empty_game
from euchre_referee.referee.judge import Step, act, strike
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.triage import (
    MALFORMED,
    MOST_WORDS,
    About,
    Decision,
    about,
    answer_again,
    history_changed,
    seat_of,
)
from euchre_referee.referee.verdicts import Accepted, Outcome, Refused, ServiceReason, by_rules
from euchre_referee.rules.refusals import Refusal
from euchre_referee.store import append as stored
from euchre_referee.store.errors import StoreBusy, StoreUnavailable
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.served import ServedClock

Answer = Callable[[int | None, Outcome], None]
"""Takes the seat that decided, where it is known, and the verdict."""

_ATTEMPTS: Final = 20
_BUSY_RETRY_MS: Final = 50


class Deciding:
    """The way of a decision from a session to its verdict."""

    def __init__(
        self, games: Games, log: GameLog, scribe: Scribe, desk: Desk, served: ServedClock, observer: Observer
    ) -> None:
        self._games: Final = games
        self._log: Final = log
        self._scribe: Final = scribe
        self._desk: Final = desk
        self._served: Final = served
        self._observer: Final = observer
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def submit(self, session: str, decision: Decision, answer: Answer) -> None:
        """Judges a decision; `answer` is called once, now or after its append."""
        arrived = monotonic()
        answer = self._counted(answer)
        game = self._games.cached(decision.game)
        if game is None or self._scribe.writing(game.id) or not self._decide(game, session, decision, arrived, answer):
            self._start(self._settle(session, decision, arrived, answer, _ATTEMPTS), answer)

    async def decide(self, session: str, decision: Decision) -> tuple[int | None, Outcome]:
        """Judges a decision and returns the seat and the verdict. The append goes on if the caller is cancelled."""
        done: asyncio.Future[tuple[int | None, Outcome]] = asyncio.get_running_loop().create_future()

        def answer(seat: int | None, outcome: Outcome) -> None:
            if not done.done():
                done.set_result((seat, outcome))

        self.submit(session, decision, answer)
        return await done

    async def aclose(self) -> None:
        """Waits for the decisions under way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _counted(self, answer: Answer) -> Answer:
        def counting(seat: int | None, outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                self._observer.refused(outcome.reason)
            answer(seat, outcome)

        return counting

    def _start(self, settling: Coroutine[None, None, None], answer: Answer) -> None:
        async def settle() -> None:
            try:
                await settling
            except StoreUnavailable as error:
                answer(None, Refused(ServiceReason.STORE_UNAVAILABLE, detail=str(error), retry_ms=1000))
            except BrokenLog as error:
                self._observer.broken(error)
                answer(None, Refused(ServiceReason.INTERNAL, detail="the game's log cannot be read"))

        task = asyncio.get_running_loop().create_task(settle())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle(self, session: str, decision: Decision, arrived: float, answer: Answer, attempts: int) -> None:
        """The long way: the game as the store has it, and its log where the version is decided already."""
        for _ in range(attempts):
            await self._scribe.idle(decision.game)
            game = await self._games.fresh(decision.game)
            if game is None:
                answer(None, Refused(ServiceReason.GAME_NOT_FOUND, detail="there is no such game"))
                return
            if self._scribe.writing(decision.game):
                continue
            if self._decide(game, session, decision, arrived, answer):
                return
            seat = seat_of(game, session, decision)
            assert not isinstance(seat, Refused)
            if about(game, decision) is About.UNKNOWN:
                answer(seat, history_changed(game))
            else:
                log = await self._log.whole(decision.game)
                answer(seat, answer_again(empty_game(log[0]), log, seat, decision))
            return
        answer(None, Refused(ServiceReason.BUSY, detail="the game keeps changing", retry_ms=_BUSY_RETRY_MS))

    def _decide(self, game: Game, session: str, decision: Decision, arrived: float, answer: Answer) -> bool:
        """Judges a decision on the turn that the fold has; False if it is about another version."""
        seat = seat_of(game, session, decision)
        if isinstance(seat, Refused):
            answer(None, seat)
            return True
        if about(game, decision) is not About.THIS_TURN:
            return False
        if game.ended is not None or not game.started:
            reason = ServiceReason.GAME_OVER if game.ended is not None else ServiceReason.GAME_NOT_STARTED
            answer(seat, Refused(reason, detail="nobody is to act", current_version=game.version))
            return True
        now = monotonic()
        spent_ms = max(0, self._served.served(bucket_of(game.id)) - game.turn_started_ms)
        lag_ms = int((now - arrived) * 1000)
        step = self._judged(game, seat, decision, max(0, spent_ms - lag_ms), lag_ms)
        if isinstance(step, Refusal):
            self._refuse(game, seat, session, decision, step, arrived, answer)
        else:
            self._append(game, seat, session, decision, step, arrived, answer)
        return True

    def _judged(self, game: Game, seat: int, decision: Decision, spent_ms: int, lag_ms: int) -> Step | Refusal:
        if decision.action is None:
            return MALFORMED
        return act(game, seat, decision.action, Mark.OWN, spent_ms, lag_ms)

    def _append(
        self,
        game: Game,
        seat: int,
        session: str,
        decision: Decision,
        step: Step,
        arrived: float,
        answer: Answer,
    ) -> None:
        phase = game.state.phase
        assert decision.action is not None
        accepted = Accepted(decision.action, game.version + len(step.entries), step.head)

        def written(outcome: stored.Outcome) -> None:
            match outcome:
                case stored.Committed(_, served_ms):
                    self._observer.decided(game, phase, monotonic() - arrived)
                    self.took(game, seat, step, served_ms, session)
                    answer(seat, accepted)
                case stored.Failed(reason):
                    self._games.forget(game.id)
                    answer(seat, Refused(ServiceReason.STORE_UNAVAILABLE, detail=reason, retry_ms=1000))
                case _:
                    self._again(game, session, decision, arrived, answer)

        try:
            self._scribe.decision(game, step, written)
        except StoreBusy as busy:
            answer(seat, Refused(ServiceReason.BUSY, detail=str(busy), retry_ms=busy.retry_ms))

    def took(self, game: Game, seat: int, step: Step, served_ms: int, previous: str | None) -> None:
        """Takes a committed action over into the fold and tells whom it concerns."""
        spent_ms = max(0, served_ms - game.turn_started_ms)
        game.commit(step.entries, step.state, step.head, step.deal_version)
        game.last_spent_ms[seat] = spent_ms
        self.moved(game, step, served_ms, previous)

    def moved(self, game: Game, step: Step, served_ms: int, previous: str | None) -> None:
        """A committed step is in the fold: whom it concerns is told."""
        game.turn_started_ms = served_ms
        if step.ended is not None:
            game.ended = step.ended
            self._observer.ended(game, step.ended)
            self._games.forget(game.id)
        self._desk.changed(game, previous)

    def _refuse(
        self,
        game: Game,
        seat: int,
        session: str,
        decision: Decision,
        refusal: Refusal,
        arrived: float,
        answer: Answer,
    ) -> None:
        """Answers a refusal; where the table counts them, once the strike is in the log."""
        to_act = seat == game.state.to_act
        refused = by_rules(refusal, game.state.legal if to_act else ())
        limit = game.created.conduct.strike_limit
        words = decision.words[:MOST_WORDS]
        if not to_act or not limit or words in game.struck:
            answer(seat, refused)
            return
        step, defaulted = strike(game, seat, words, refusal.reason, limit)

        def written(outcome: stored.Outcome) -> None:
            if isinstance(outcome, stored.Committed):
                for raw in step.entries:
                    game.advance(raw)
                if defaulted:
                    self.moved(game, step, outcome.served_ms, session)
                answer(seat, refused)
            else:
                self._again(game, session, decision, arrived, answer)

        try:
            if defaulted:
                self._scribe.decision(game, step, written)
            else:
                self._scribe.strike(game, step, written)
        except StoreBusy as busy:
            answer(seat, Refused(ServiceReason.BUSY, detail=str(busy), retry_ms=busy.retry_ms))

    def _again(self, game: Game, session: str, decision: Decision, arrived: float, answer: Answer) -> None:
        self._observer.conflict()
        self._games.forget(game.id)
        self._start(self._settle(session, decision, arrived, answer, _ATTEMPTS), answer)
