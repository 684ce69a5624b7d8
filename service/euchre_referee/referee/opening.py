"""Games made, seats taken. Every such call can be sent again: the same request gives the same answer."""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import time
from typing import Final, NamedTuple

from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.delay import Delay
from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import (
    NOBODY,
    Conduct,
    Created,
    Joined,
    Reservation,
    Sanction,
    SeedMode,
)
from euchre_referee.referee.game import Game, Seat
from euchre_referee.referee.games import Games
from euchre_referee.referee.judge import create, join
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.packing import digest_of
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.step import Step
from euchre_referee.referee.table_terms import AskedClocks
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, failed_append, refuse
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.store import append as stored
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.game_id import game_id

_ATTEMPTS: Final = 20


class Deck(NamedTuple):
    """The seed of a board that has no log of its own, and what stands for it in the shuffle."""

    label: str
    seed: bytes
    mode: SeedMode


class NewGame(NamedTuple):
    """What the maker of a game asks for."""

    request_id: str
    rules: RuleSet
    reservations: tuple[Reservation | None, ...] = ()
    """One a seat, None where it stays free; or none at all."""
    clocks: AskedClocks | None = None
    conduct: Conduct | None = None
    board: str = ""
    nonces: tuple[bytes, ...] = ()
    seed: bytes = b""
    first_dealer: int | None = None
    delay: Delay | None = None
    deck: Deck | None = None
    """Instead of a board: what decides the cards, where the referee itself asks."""


class NewSeat(NamedTuple):
    """What a player who takes a seat asks for."""

    request_id: str
    game: str
    session: str
    seat: int | None
    name: str
    nonce: bytes


class Opening:
    """Everything before the first card."""

    def __init__(
        self,
        games: Games,
        scribe: Scribe,
        desk: Desk,
        settings: Settings,
        observer: Observer,
    ) -> None:
        self._games: Final = games
        self._scribe: Final = scribe
        self._desk: Final = desk
        self._settings: Final = settings
        self._observer: Final = observer

    async def create(self, asked: NewGame) -> Created:
        """Makes a game. Raises CallRefused: ALREADY_EXISTS if the request id was used for something else."""
        created = await self._created(asked)
        game = Game(created, asked.rules)
        step = create(game, created, () if created.reservations else _seated(asked))
        seats = [(reserved.session, seat) for seat, reserved in enumerate(asked.reservations) if reserved is not None]
        outcome = await self._written(game, step, seats)
        if isinstance(outcome, stored.Committed):
            return created
        known = await self._games.fresh(created.game)
        if known is None or known.created.request != created.request:
            raise refuse(ServiceReason.ALREADY_EXISTS, "the request id was used for another game")
        return known.created

    async def join(self, asked: NewSeat) -> tuple[int, Game]:
        """Takes a seat. Raises CallRefused. Joins commute: one that meets another is tried again."""
        request = digest_of(asked.request_id, asked.game, asked.session, str(asked.seat), asked.name, asked.nonce)
        for _ in range(_ATTEMPTS):
            await self._scribe.idle(asked.game)
            game = await self._games.fresh(asked.game)
            if game is None:
                raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
            for number, taken in enumerate(game.seats):
                if taken is not None and taken.request == request:
                    await self._scribe.confirmed(game)
                    return number, game
            if self._scribe.writing(game.id):
                continue
            seat = _free_seat(game, asked)
            step = join(game, Joined(seat, asked.session, asked.name, asked.nonce, request))
            outcome = await self._written(game, step, [(asked.session, seat)])
            if isinstance(outcome, stored.Committed):
                return seat, game
            self._games.forget(game.id)
        raise refuse(ServiceReason.BUSY, "too many join at once", retry_ms=100)

    async def _created(self, asked: NewGame) -> Created:
        rules, settings = asked.rules, self._settings
        clocks = settings.clocks if asked.clocks is None else asked.clocks.over(settings.clocks)
        conduct = asked.conduct or settings.conduct
        if asked.conduct is None and not clocks.timed:
            # The server's own conduct rules suit its own clocks.
            conduct = replace(conduct, on_timeout=Sanction.DEFAULT_ACTION)
        seed, mode, label = asked.seed, SeedMode.CHOSEN, ""
        if asked.board:
            board = await self._games.board(asked.board)
            if board is None:
                raise refuse(ServiceReason.BOARD_NOT_FOUND, "there is no such board")
            seed, mode, label = board.seed, board.seed_mode, board.label
        elif asked.deck is not None:
            label, seed, mode = asked.deck
        elif not seed:
            seed, mode = secrets.token_bytes(32), SeedMode.PROVABLE
        return Created(
            game=game_of_request(asked.request_id),
            request=_request_of(asked),
            ruleset=rules.canonical,
            seed=seed,
            seed_mode=mode,
            commitment=commitment(seed),
            board=label,
            nonces=asked.nonces,
            first_dealer=NOBODY if asked.first_dealer is None else asked.first_dealer,
            clocks=clocks,
            conduct=conduct,
            reservations=_whole(asked.reservations),
            created_ms=int(time() * 1000),
            delay=settings.delay if asked.delay is None else asked.delay,
        )

    async def _written(self, game: Game, step: Step, seats: list[tuple[str, int]]) -> stored.Outcome:
        """Appends; what follows is done even if the caller has gone meanwhile."""
        future: asyncio.Future[stored.Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: stored.Outcome) -> None:
            if isinstance(outcome, stored.Committed):
                self._took(game, step, outcome.served_ms)
            if not future.done():
                future.set_result(outcome)

        try:
            self._scribe.opening(game, step, seats, done)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy
        outcome = await future
        if isinstance(outcome, stored.Failed):
            raise CallRefused(failed_append(outcome))
        return outcome

    def _took(self, game: Game, step: Step, served_ms: int) -> None:
        """Takes a committed creation or join over into the fold and tells whom it concerns."""
        for raw in step.entries:
            if game.version:
                game.advance(raw)
            else:
                game.begin(raw)
        game.turn_started_ms = served_ms
        self._games.keep(game)
        if game.started:
            self._observer.started(game)
            self._desk.changed(game, None)
        else:
            self._desk.wake_watchers(game.id)


def game_of_request(request_id: str) -> str:
    """The id of the game that a request makes."""
    return game_id(digest_of("game", request_id))


def _free_seat(game: Game, asked: NewSeat) -> int:
    if game.ended is not None:
        raise refuse(ServiceReason.GAME_OVER, "the game is over")
    if asked.seat is None:
        free = [number for number, taken in enumerate(game.seats) if taken is None]
        if not free:
            raise refuse(ServiceReason.GAME_FULL, "every seat is taken")
        if game.seats_of(asked.session):
            raise refuse(ServiceReason.ALREADY_SEATED, "the session holds a seat: name the seat to take another")
        return free[0]
    if asked.seat >= len(game.seats):
        raise refuse(ServiceReason.INVALID_REQUEST, f"seat: the game has the seats 0 to {len(game.seats) - 1}")
    if isinstance(game.seats[asked.seat], Seat):
        raise refuse(ServiceReason.SEAT_TAKEN, f"seat {asked.seat} is taken")
    return asked.seat


def _whole(reservations: Sequence[Reservation | None]) -> tuple[Reservation, ...]:
    """The reservations where they leave no seat free: only then does the game's first entry hold them."""
    reserved = tuple(reservation for reservation in reservations if reservation is not None)
    return reserved if len(reserved) == len(reservations) else ()


def _seated(asked: NewGame) -> list[Joined]:
    """Reserved seats beside free ones are taken like those of players who join."""
    return [
        Joined(seat, reserved.session, reserved.name, b"", digest_of("reserved", asked.request_id, str(seat)))
        for seat, reserved in enumerate(asked.reservations)
        if reserved is not None
    ]


def _request_of(asked: NewGame) -> bytes:
    """SHA-256 of everything that was asked for; the server's defaults are not part of it."""
    conduct = asked.conduct
    reserved = [text for each in asked.reservations for text in ((each.session, each.name) if each else ("", ""))]
    return digest_of(
        asked.request_id,
        asked.rules.canonical,
        asked.board,
        *_texts(asked.clocks),
        *_texts(None if conduct is None else (conduct.strike_limit, conduct.on_strikes, conduct.on_timeout)),
        str(asked.first_dealer),
        asked.seed,
        *asked.nonces,
        *reserved,
        *(() if asked.deck is None else ("deck", asked.deck.label, asked.deck.seed)),
        *(() if asked.delay is None else ("delay", str(asked.delay.ms), str(asked.delay.decisions))),
    )


def _texts(numbers: Iterable[int | None] | None) -> Iterable[str]:
    return ("none",) if numbers is None else map(str, numbers)
