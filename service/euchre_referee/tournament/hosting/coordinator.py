"""Coordinates one tournament: calls pairings, begins boards, takes results, draws rounds.

It owns nothing. Everything that it appends is decided on the log as it stands, game ids follow from the log, and what
it knows beside the log is found again: so another one, at another replica, goes on where it was, and two at once do
nothing twice.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.verdicts import CallRefused
from euchre_referee.store.cancellation import heed_cancellation
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.tournaments import Tournaments
from euchre_referee.tournament.hosting.deeds import drawn, failing
from euchre_referee.tournament.hosting.filling import WAIT_SECONDS, Filling
from euchre_referee.tournament.hosting.journal import MOST_AT_ONCE, Decide, Journal
from euchre_referee.tournament.hosting.reckoning import Course, Reckoning, score_of
from euchre_referee.tournament.hosting.running import Running
from euchre_referee.tournament.hosting.steps import (
    Ahead,
    ahead,
    begun,
    called,
    is_all_played,
    longest_game,
)
from euchre_referee.tournament.hosting.tables import Tables, Taken, now_ms
from euchre_referee.tournament.log.entries import By, Ended, Entry, Stalled
from euchre_referee.tournament.log.fold import Tournament

IDLE_SECONDS: Final = 1.0
"""How often a tournament is looked at of which nothing is heard."""
_FAULT_SECONDS: Final = 1.0
_ABANDONED_MS: Final = 30 * 24 * 60 * 60 * 1000
"""A tournament that is not started for so long is cancelled."""

_LOGGER: Final = logging.getLogger(__name__)


class Coordinator:
    """`lead` until the tournament has ended, or is led elsewhere."""

    def __init__(self, name: str, journal: Journal, index: Tournaments, tables: Tables, reckoning: Reckoning) -> None:
        self._name: Final = name
        self._journal: Final = journal
        self._index: Final = index
        self._tables: Final = tables
        self._reckoning: Final = reckoning
        self._changed: Final = asyncio.Event()
        self._running: Final = Running(tables, self._changed.set)
        self._filling: Final = Filling(tables.present)
        self._decided = False
        self._results = 0
        self._look_again = 0
        self.tournament: Tournament | None = None
        """As it was when it was last looked at."""

    async def lead(self) -> None:
        """Does what is to be done, again and again, whatever happens in it."""
        try:
            with self._journal.waking(self._name, self._changed):
                while await self._guarded():
                    heed_cancellation()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(WAIT_SECONDS if self._filling.waits else IDLE_SECONDS):
                            await self._changed.wait()
        finally:
            self._running.close()

    async def _guarded(self) -> bool:
        """Whether there is more to do."""
        about = {"tournament": self._name}
        try:
            return await self._attend()
        except (*STORE_FAULTS, CallRefused) as error:
            _LOGGER.warning(
                "tournament %s could not be attended to, it will be again: %s", self._name, error, extra=about
            )
        except BrokenLog as error:
            _LOGGER.error("%s", error, extra=about)
        except Exception:
            _LOGGER.exception("tournament %s could not be attended to", self._name, extra=about)
        await asyncio.sleep(_FAULT_SECONDS)
        return True

    async def _attend(self) -> bool:
        self._changed.clear()
        self.tournament = tournament = await self._journal.fresh(self._name)
        if tournament is None:
            await self._index.forget(self._name)
            return False
        if tournament.ended is not None:
            await self._close(tournament)
            return False
        if tournament.started is not None:
            await self._go_on(tournament)
        elif now_ms() - tournament.opened.at_ms > _ABANDONED_MS:
            await self._write(lambda now: () if now.started else (_ended(False, "never started"),))
        return True

    async def _go_on(self, tournament: Tournament) -> None:
        self._running.follow(tournament)
        await self._filling.look(tournament)
        await self._running.make(tournament, self._filling.ready)
        taken = await self._running.take(tournament)
        if taken:
            tournament = await self._write(lambda now: _played(now, taken))
        if any(failing(tournament, 0)):
            tournament = await self._write(lambda now: tuple(failing(now, now_ms())))
        await self._look_at_test(tournament)
        if not self._decided:
            if any(called(tournament, 0)):
                tournament = await self._write(lambda now: tuple(called(now, now_ms())))
                await self._filling.look(tournament)
            if next(begun(tournament, self._filling.ready, 0), None) is not None:
                tournament = await self._write(
                    lambda now: tuple(begun(now, self._filling.ready, now_ms()))[:MOST_AT_ONCE]
                )
        await self._running.give_up(longest_game(tournament))
        await self._turn(tournament)

    async def _write(self, decide: Decide) -> Tournament:
        return await self._journal.write(self._name, decide)

    async def _look_at_test(self, tournament: Tournament) -> None:
        """Whether a test has ended the match; looked at again when there are some hundredths more results."""
        if tournament.offer.form.test is None:
            return
        results = len(tournament.play.results)
        if results < self._results:
            # A result was taken back.
            self._decided, self._look_again = False, 0
        self._results = results
        if self._decided or results < self._look_again:
            return
        self._look_again = results + 1 + results // 20
        course = await self._reckoning.course(score_of(tournament, whole=True), 0)
        self._decided = course.decided

    async def _turn(self, tournament: Tournament) -> None:
        """Draws the next round, or ends the tournament, once nothing is left of the round."""
        left = ahead(tournament)
        decided = self._decided and not tournament.play.running
        if tournament.stalled or (left is Ahead.PLAY and not decided):
            return
        version, rounds = tournament.version, len(tournament.rounds)
        course = await self._reckoning.course(score_of(tournament, whole=True), rounds)
        following = turned(tournament, left, course)
        if following is None:
            # A result was taken back that had decided the test.
            self._decided, self._look_again = False, 0
            return

        def decide(now: Tournament) -> Sequence[Entry]:
            # If anything has happened meanwhile it is looked at first.
            return (following,) if now.version == version else ()

        await self._write(decide)

    async def _close(self, tournament: Tournament) -> None:
        """Ends what is in play, lets the games expire like others, and leaves the tournament."""
        play = tournament.play
        for place in tuple(play.running):
            with suppress(CallRefused):
                await self._tables.abort(play.facts(place).game, f"the tournament is {tournament.state}")
        places = [*play.results, *play.running]
        games = [facts.game for facts in play.taken_back]
        for start in range(0, len(places), MOST_AT_ONCE):
            games += [play.facts(place).game for place in places[start : start + MOST_AT_ONCE]]
            await asyncio.sleep(0)
        await self._tables.release(games)
        await self._index.close(self._name, self._tables.referee.settings.retention_ms)


def _played(tournament: Tournament, taken: Sequence[Taken]) -> Sequence[Entry]:
    """The results that are not in the log yet, of the attempts that count."""
    play = tournament.play
    return tuple(
        each.entry(now_ms())
        for each in taken
        if each.place in play.running and each.attempt == play.attempt(each.place)
    )


def turned(tournament: Tournament, left: Ahead, course: Course) -> Entry | None:
    """What follows once nothing is left of a round: the next one, the end, or waiting for who is paused.

    None while there is something to play and no test has ended the match.
    """
    if left is Ahead.PLAY and not course.decided:
        return None
    following = None if course.decided else course.following
    if following is not None and (left is Ahead.DRAW or tournament.offer.close_rounds):
        closed = f"{', '.join(tournament.paused())}: paused" if left is Ahead.CLOSE else ""
        return drawn(tournament, following.meetings, following.byes, closed, now_ms())
    if course.decided or is_all_played(tournament):
        return _ended(True)
    return Stalled(now_ms())


def _ended(finished: bool, cause: str = "") -> Ended:
    return Ended(finished, By.SERVICE, "", cause, now_ms())
