"""Decisions: judged against the fold that is at hand, appended, and answered only then."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import Mark, Sanction
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import Games, at_deal, empty_game
from euchre_referee.referee.hearing import Answer, Hearing
from euchre_referee.referee.judge import act, strike
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.step import Step
from euchre_referee.referee.timing import credited_ms
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
from euchre_referee.referee.verdicts import (
    LOG_BROKEN,
    OUR_FAULT,
    Accepted,
    CallRefused,
    Outcome,
    Refused,
    ServiceReason,
    by_rules,
    failed_append,
    store_fault,
)
from euchre_referee.rules.refusals import Refusal
from euchre_referee.store import append as stored
from euchre_referee.store.errors import STORE_FAULTS, StoreBusy
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.served import ServedClock

_ATTEMPTS: Final = 20
_ASKED_AT_ONCE: Final = 16
"""Decisions of one session for which the store is asked at the same time; the others wait behind them."""
_KEEPS_CHANGING: Final = Refused(ServiceReason.BUSY, detail="the game keeps changing", retry_ms=50)

_LOGGER: Final = logging.getLogger(__name__)


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
        self._asking: Final[WeakValueDictionary[str, asyncio.Semaphore]] = WeakValueDictionary()

    def submit(self, session: str, decision: Decision, answer: Answer) -> None:
        """Judges a decision; `answer` is called once, now or after its append."""
        hearing = Hearing(session, decision, answer)
        if self._observer.tracer is None:
            self._hear(hearing)
        else:
            hearing.context = self._observer.tracer.begin(hearing)
            hearing.context.run(self._hear, hearing)

    def _hear(self, hearing: Hearing) -> None:
        decision = hearing.decision
        game = self._games.cached(decision.game)
        try:
            if game is None or self._scribe.writing(decision.game) or not self._decide(game, hearing):
                self._start(hearing)
            else:
                self._games.hits += 1
        except Exception:
            _could_not_judge(decision)
            self._refuse(hearing, None, OUR_FAULT)

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

    def _refuse(self, hearing: Hearing, seat: int | None, refused: Refused, game: Game | None = None) -> None:
        self._observer.refused(refused.reason, game)
        if self._observer.tracer is not None:
            self._observer.tracer.refused(hearing, refused.reason, game)
        # Whoever is to try again finds its decision by the seat, also where nothing of the game could be read.
        hearing.answer(hearing.decision.seat if seat is None else seat, refused)

    def _busy(self, hearing: Hearing, seat: int, busy: StoreBusy) -> None:
        self._refuse(hearing, seat, Refused(ServiceReason.BUSY, detail=str(busy), retry_ms=busy.retry_ms))

    # --- the long way: the game is not at hand, or it is about another version

    def _start(self, hearing: Hearing) -> None:
        task = asyncio.get_running_loop().create_task(self._settle_surely(hearing), context=hearing.context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _again(self, game: Game, hearing: Hearing) -> None:
        """The append met another history."""
        self._observer.conflict()
        self._games.forget(game.id)
        hearing.conflicts += 1
        if hearing.conflicts < _ATTEMPTS:
            self._start(hearing)
        else:
            self._refuse(hearing, None, _KEEPS_CHANGING)

    async def _settle_surely(self, hearing: Hearing) -> None:
        """Whatever happens, the decision is answered."""
        # Each session has a queue of its own: what one sends must not keep the store from answering others.
        asking = self._asking.setdefault(hearing.session, asyncio.Semaphore(_ASKED_AT_ONCE))
        try:
            async with asking:
                await self._settle(hearing)
        except STORE_FAULTS as error:
            self._refuse(hearing, None, store_fault(error))
        except CallRefused as error:
            self._refuse(hearing, None, error.refused)
        except BrokenLog as error:
            self._observer.broken(error)
            self._refuse(hearing, None, LOG_BROKEN)
        except Exception:
            _could_not_judge(hearing.decision)
            self._refuse(hearing, None, OUR_FAULT)

    async def _settle(self, hearing: Hearing) -> None:
        decision = hearing.decision
        for _ in range(_ATTEMPTS):
            await self._scribe.idle(decision.game)
            game = await self._games.fresh(decision.game)
            if game is None:
                self._refuse(hearing, None, Refused(ServiceReason.GAME_NOT_FOUND, detail="there is no such game"))
                return
            if self._scribe.writing(decision.game):
                continue
            if not self._decide(game, hearing):
                await self._answer_past(game, hearing)
            return
        self._refuse(hearing, None, _KEEPS_CHANGING)

    async def _answer_past(self, game: Game, hearing: Hearing) -> None:
        seat = seat_of(game, hearing.session, hearing.decision.seat)
        assert not isinstance(seat, Refused)
        if about(game, hearing.decision) is About.PAST:
            earlier, entries = await self._before(game, hearing.decision.version)
            outcome = answer_again(earlier, entries, seat, hearing.decision)
        else:
            outcome = history_changed(game)
        if isinstance(outcome, Accepted):
            await self._scribe.confirmed(game)
            if self._observer.tracer is not None:
                self._observer.tracer.repeated(hearing)
            hearing.answer(seat, outcome)
            return
        self._refuse(hearing, seat, outcome, game)
        if outcome.reason == ServiceReason.HISTORY_CHANGED:
            self._desk.offer_anew(game, hearing.session)

    async def _before(self, game: Game, version: int) -> tuple[Game, Sequence[bytes]]:
        """The game at some version up to the one asked for, and the entries behind it."""
        source = await self._log.fold_source(game.id)
        if source is not None and 0 < source.head.deal_version <= version:
            return at_deal(source.head.deal_version, source.opening, source.deal[0]), source.deal[1:]
        log = await self._log.whole(game.id)
        if not log:
            raise BrokenLog(f"game {game.id} was removed while it was read")
        earlier = empty_game(log[0])
        earlier.begin(log[0])
        return earlier, log[1:]

    # --- the short way

    def _decide(self, game: Game, hearing: Hearing) -> bool:
        """Judges a decision on the turn that the fold has; False if it is about another version."""
        decision = hearing.decision
        seat = seat_of(game, hearing.session, decision.seat)
        if isinstance(seat, Refused):
            self._refuse(hearing, None, seat, game)
            return True
        if about(game, decision) is not About.THIS_TURN and not game.void:
            return False
        if game.ended is not None or not game.started:
            reason = ServiceReason.GAME_OVER if game.ended is not None else ServiceReason.GAME_NOT_STARTED
            refused = Refused(reason, detail="nobody is to act", current_version=game.version)
            self._refuse(hearing, seat, refused, game)
            return True
        step = self._judged(game, seat, hearing)
        if isinstance(step, Refusal):
            self._reject(game, seat, hearing, step)
        else:
            hearing.judged = monotonic()
            try:
                self._scribe.decision(game, step, partial(self._written, game, seat, step, hearing))
            except StoreBusy as busy:
                self._busy(hearing, seat, busy)
        return True

    def _judged(self, game: Game, seat: int, hearing: Hearing) -> Step | Refusal:
        action = hearing.decision.action
        if action is None:
            return MALFORMED
        spent_ms = self._spent_ms(game, hearing)
        return act(game, seat, action, Mark.OWN, spent_ms, _lag_ms(game, spent_ms))

    def _spent_ms(self, game: Game, hearing: Hearing) -> int:
        """Served time from the beginning of the turn until the decision's arrival."""
        since_arrival = int((monotonic() - hearing.arrived) * 1000)
        return max(0, self._served.served(game.bucket) - game.turn_started_ms - since_arrival)

    def _written(self, game: Game, seat: int, step: Step, hearing: Hearing, outcome: stored.Outcome) -> None:
        """The store has answered an append."""
        if isinstance(outcome, stored.Committed):
            hearing.sent = self._scribe.sent
            self._observer.decided(game, hearing, max(0, step.spent_ms - step.lag_ms))
            if self._observer.tracer is not None:
                self._observer.tracer.accepted(hearing, game)
            if step.lag_ms and (credited := _credited_ms(game, step)):
                self._observer.credited(credited)
            self.took(game, step, outcome.served_ms, hearing.session)
            action = hearing.decision.action
            assert action is not None
            hearing.answer(seat, Accepted(action, game.version, game.head))
        elif isinstance(outcome, stored.Failed):
            self._games.forget(game.id)
            self._refuse(hearing, seat, failed_append(outcome), game)
        else:
            self._again(game, hearing)

    def took(self, game: Game, step: Step, served_ms: int, previous: str | None) -> None:
        """Takes a committed step over into the fold and tells whom it concerns."""
        game.commit(step)
        self._moved(game, step, served_ms, previous)

    def _moved(self, game: Game, step: Step, served_ms: int, previous: str | None) -> None:
        """A committed step is in the fold: whom it concerns is told."""
        game.turn_started_ms = served_ms
        if step.ended is not None:
            self._observer.ended(game, step.ended)
            self._games.forget(game.id)
        self._desk.changed(game, previous)

    # --- refusals by the rules

    def _reject(self, game: Game, seat: int, hearing: Hearing, refusal: Refusal) -> None:
        """Answers a refusal; where the table counts them, once the strike is in the log."""
        to_act = seat == game.state.to_act
        refused = by_rules(refusal, game.state.legal if to_act else ())
        words = hearing.decision.words[:MOST_WORDS]
        if not to_act or not game.created.conduct.strike_limit or words in game.struck:
            self._refuse(hearing, seat, refused, game)
            return
        spent_ms = self._spent_ms(game, hearing)
        step, sanction = strike(game, seat, words, refusal.reason, spent_ms, _lag_ms(game, spent_ms))
        write = self._scribe.strike if sanction is None else self._scribe.decision
        try:
            write(game, step, partial(self._struck, game, seat, step, sanction, hearing, refused))
        except StoreBusy as busy:
            self._busy(hearing, seat, busy)

    def _struck(
        self,
        game: Game,
        seat: int,
        step: Step,
        sanction: Sanction | None,
        hearing: Hearing,
        refused: Refused,
        outcome: stored.Outcome,
    ) -> None:
        """The store has answered the append of a strike."""
        if isinstance(outcome, stored.Failed):
            self._games.forget(game.id)
            self._refuse(hearing, seat, failed_append(outcome), game)
            return
        if not isinstance(outcome, stored.Committed):
            self._again(game, hearing)
            return
        self._observer.struck(game)
        if sanction is not None:
            self._observer.sanctioned(game, sanction, Mark.STRIKES)
        for raw in step.entries:
            game.advance(raw)
        if sanction is not None:
            self._moved(game, step, outcome.served_ms, hearing.session)
        self._refuse(hearing, seat, refused, game)


def _could_not_judge(decision: Decision) -> None:
    """Logs the exception that is being handled."""
    about = {"game": decision.game, "version": decision.version}
    _LOGGER.exception("a decision on game %s could not be judged", decision.game, extra=about)


def _lag_ms(game: Game, spent_ms: int) -> int:
    """The referee's own part of the time; a turn that was never on a stream here has waited for its player alone."""
    return min(game.turn_lag_ms, spent_ms) if game.turn_lag_ms else 0


def _credited_ms(game: Game, step: Step) -> int:
    return credited_ms(game.created.clocks, game.accounts, step.seat, step.spent_ms, step.lag_ms)
