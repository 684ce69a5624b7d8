"""The games of tournaments at the referee: made, looked at, judged, aborted."""

import asyncio
import json
from collections.abc import Collection, Sequence
from hashlib import sha256
from time import time
from typing import Final, NamedTuple

from euchre_referee.referee.entries import NOBODY, Reservation
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.opening import Deck, NewGame
from euchre_referee.referee.recording import Json, full_record
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.table_terms import asked_of
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.store.presence import Presence
from euchre_referee.store.retention import Retention
from euchre_referee.tournament.log.entries import Place, Played
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.naming import game_request, seed_of_board
from euchre_referee.tournament.log.packed import Finish, finish_of, pack
from euchre_referee.tournament.places import Place as Chair
from euchre_referee.tournament.places import places
from euchre_referee.tournament.results import Fault, Termination, judge, table_result
from euchre_referee.tournament.schedule import Pairing, Schedule

KEPT_MS: Final = 100 * 365 * 24 * 60 * 60 * 1000
"""Games of a tournament are kept so long, which is until it has ended and they are released."""
_MOST_CAUSE: Final = 200
_RELEASED_AT_ONCE: Final = 1000


class Taken(NamedTuple):
    """A game that is over, and what it came to."""

    place: Place
    attempt: int
    record: bytes
    finish: Finish
    cause: str

    def entry(self, at_ms: int) -> Played:
        """As the log has it."""
        return Played(self.place, self.attempt, self.record, pack(self.finish), self.cause, at_ms)


def chairs(tournament: Tournament, pairing: Pairing) -> tuple[Chair, ...]:
    """The places of a pairing, table by table."""
    return places(pairing, tournament.competitors())


def session_of(tournament: Tournament, chair: Chair) -> str:
    """The session that a place is reserved for in all its games, until its entrant's program is replaced."""
    session = chair.session(tournament.id)
    replaced = tournament.entrants[chair.entrant.name].replacements
    return f"{session}/{replaced}" if replaced else session


def record_line(record: Json, place: Place, attempt: int) -> str:
    """A game's record with its place in the tournament, as a line of `games.jsonl`."""
    numbers = {**place._asdict(), **({"attempt": attempt} if attempt > 1 else {})}
    return json.dumps({**record, "tournament": numbers}, ensure_ascii=False, separators=(",", ":"))


class Tables:
    """Every method raises the store's errors; `make` and `abort` also CallRefused."""

    def __init__(self, referee: Referee) -> None:
        self._referee: Final = referee
        # Whoever only asks where sessions are claims none.
        self._presence: Final = Presence(referee.store, "")
        self._retention: Final = Retention(referee.store)

    @property
    def referee(self) -> Referee:
        """Whose games they are."""
        return self._referee

    async def make(self, tournament: Tournament, place: Place) -> None:
        """Makes a game, or finds that it is made; it begins at once."""
        opened, offer = tournament.opened, tournament.offer
        seated = [chair for chair in _at(tournament, place) if chair.table == place.table]
        deck = Deck(str(place.board), seed_of_board(opened.run_seed, place.board), opened.seed_mode)
        await self._referee.opening.create(
            NewGame(
                request_id=game_request(opened.secret, place, tournament.play.attempt(place)),
                rules=offer.rules,
                reservations=tuple(Reservation(session_of(tournament, chair), chair.entrant.name) for chair in seated),
                clocks=asked_of(offer.clocks),
                conduct=offer.conduct,
                nonces=tournament.nonces,
                delay=offer.delay,
                deck=deck,
            )
        )

    async def heads(self, games: Sequence[str]) -> dict[str, bool]:
        """Of those of the games that could be looked at: whether nobody is to act, because a game is over."""
        heads = await self._referee.log.heads(games)
        return {name: head.turn is None for name, head in heads.items() if head.version > 0}

    async def take(self, tournament: Tournament, place: Place, game: str) -> Taken | None:
        """What a game came to; None if it is not over, or gone."""
        attempt, schedule, rules = tournament.play.attempt(place), tournament.play.schedule, tournament.offer.rules
        log = await self._referee.log.whole(game)
        if not log:
            return None
        return await asyncio.to_thread(_judged, log, place, attempt, schedule, rules)

    async def record(self, place: Place, attempt: int, game: str) -> str | None:
        """A finished game's record as a line; None if the game is gone."""
        log = await self._referee.log.whole(game)
        if not log:
            return None
        return await asyncio.to_thread(lambda: record_line(full_record(log), place, attempt))

    async def keep(self, games: Sequence[str]) -> None:
        """Finished games are kept until they are released."""
        await self._retention.release(games, KEPT_MS)

    async def release(self, games: Sequence[str]) -> None:
        """Games are kept no longer than others."""
        for start in range(0, len(games), _RELEASED_AT_ONCE):
            part = games[start : start + _RELEASED_AT_ONCE]
            await self._retention.release(part, self._referee.settings.retention_ms)

    async def abort(self, game: str, cause: str) -> None:
        """Ends a game before its time."""
        await self._referee.clockwork.abort(game, cause)

    async def present(self, sessions: Collection[str]) -> set[str]:
        """Those of the sessions that have a stream at some replica."""
        asked = list(sessions)
        return {session for session, at in zip(asked, await self._presence.locate(asked), strict=True) if at}


def _at(tournament: Tournament, place: Place) -> tuple[Chair, ...]:
    return chairs(tournament, tournament.play.pairing(place.pairing))


def now_ms() -> int:
    """Wall-clock time, milliseconds since 1970."""
    return int(time() * 1000)


def _judged(log: Sequence[bytes], place: Place, attempt: int, schedule: Schedule, rules: RuleSet) -> Taken | None:
    try:
        record = full_record(log)
    except BrokenLog as error:
        return _void(place, attempt, f"the log cannot be read: {error}")
    line = record_line(record, place, attempt)
    judged = judge({**record, "tournament": place._asdict()})
    result = table_result(rules, schedule, judged, "")
    digest = sha256(line.encode()).digest()
    if isinstance(result, Fault):
        return _void(place, attempt, f"its record is no result: {result.problem}", digest)
    if result.termination is Termination.UNFINISHED:
        return None
    end = record.get("end")
    told = end if isinstance(end, dict) else {}
    seat = told.get("seat", NOBODY)
    cause = str(told.get("cause", ""))[:_MOST_CAUSE] if result.points is None else ""
    return Taken(place, attempt, digest, finish_of(result, seat if isinstance(seat, int) else NOBODY), cause)


def _void(place: Place, attempt: int, cause: str, digest: bytes = bytes(32)) -> Taken:
    return Taken(place, attempt, digest, Finish(Termination.VOID, None, None, ()), cause[:_MOST_CAUSE])
