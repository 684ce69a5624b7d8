"""Games and boards made, seats taken. Every such call can be sent again: the same request gives the same answer."""

import asyncio
import secrets
from hashlib import sha256
from time import time
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.fairness.seeds import board_seed, commitment
from euchre_referee.referee.deciding import failed_append
from euchre_referee.referee.desk import Desk
from euchre_referee.referee.entries import (
    NOBODY,
    Board,
    Clocks,
    Conduct,
    Created,
    Joined,
    Reservation,
    SeedMode,
)
from euchre_referee.referee.game import Game, Seat
from euchre_referee.referee.games import Games
from euchre_referee.referee.judge import Step, create, join
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.packing import Writer
from euchre_referee.referee.scribe import Scribe
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.store import append as stored
from euchre_referee.store.append import Append
from euchre_referee.store.committer import Committer
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.game_id import game_id

_ATTEMPTS: Final = 20


class NewGame(NamedTuple):
    """What the maker of a game asks for."""

    request_id: str
    rules: RuleSet
    reservations: tuple[Reservation, ...] = ()
    clocks: Clocks | None = None
    conduct: Conduct | None = None
    board: str = ""
    nonces: tuple[bytes, ...] = ()
    seed: bytes = b""
    first_dealer: int | None = None


class NewSeat(NamedTuple):
    """What a player who takes a seat asks for."""

    request_id: str
    game: str
    session: str
    seat: int | None
    name: str
    nonce: bytes


class NewBoards(NamedTuple):
    """What a tournament's operator asks for."""

    request_id: str
    first: int
    """Number of the first one, from 1."""
    number: int
    seed: bytes = b""
    """Empty: drawn."""


class Opening:
    """Everything before the first card."""

    def __init__(
        self,
        games: Games,
        committer: Committer,
        scribe: Scribe,
        desk: Desk,
        settings: Settings,
        observer: Observer,
    ) -> None:
        self._games: Final = games
        self._committer: Final = committer
        self._scribe: Final = scribe
        self._desk: Final = desk
        self._settings: Final = settings
        self._observer: Final = observer

    async def create(self, asked: NewGame) -> Created:
        """Makes a game. Raises CallRefused: ALREADY_EXISTS if the request id was used for something else."""
        created = await self._created(asked)
        game = Game(created, asked.rules)
        step = create(game, created)
        seats = [(reserved.session, seat) for seat, reserved in enumerate(created.reservations)]
        outcome = await self._written(game, step, seats)
        if isinstance(outcome, stored.Committed):
            if game.full:
                self._observer.started(game)
            await self._announce(created.game)
            return created
        known = await self._games.fresh(created.game)
        if known is None or known.created.request != created.request:
            raise refuse(ServiceReason.ALREADY_EXISTS, "the request id was used for another game")
        return known.created

    async def join(self, asked: NewSeat) -> tuple[int, Game]:
        """Takes a seat. Raises CallRefused. Joins commute: one that meets another is tried again."""
        request = _digest(asked.request_id, asked.game, asked.session, str(asked.seat), asked.name, asked.nonce)
        for _ in range(_ATTEMPTS):
            await self._scribe.idle(asked.game)
            game = await self._games.fresh(asked.game)
            if game is None:
                raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
            for number, taken in enumerate(game.seats):
                if taken is not None and taken.request == request:
                    return number, game
            if self._scribe.writing(game.id):
                continue
            seat = _free_seat(game, asked)
            step = join(game, Joined(seat, asked.session, asked.name, asked.nonce, request))
            outcome = await self._written(game, step, [(asked.session, seat)])
            if isinstance(outcome, stored.Committed):
                for raw in step.entries:
                    game.advance(raw)
                game.turn_started_ms = outcome.served_ms
                if game.started:
                    self._observer.started(game)
                    self._desk.changed(game, None)
                else:
                    self._desk.wake_watchers(game.id)
                return seat, game
            self._games.forget(game.id)
        raise refuse(ServiceReason.BUSY, "too many join at once", retry_ms=100)

    async def boards(self, asked: NewBoards) -> tuple[Board, ...]:
        """Makes boards: their seeds, to which the answer commits. Raises CallRefused."""
        request = _digest(asked.request_id, str(asked.first), str(asked.number), asked.seed)
        run_seed = asked.seed or secrets.token_bytes(32)
        mode = SeedMode.CHOSEN if asked.seed else SeedMode.PROVABLE
        made = []
        for number in range(asked.first, asked.first + asked.number):
            name = game_id(_digest("board", asked.request_id, str(number)))
            # A chosen seed gives the same cards in every run, so the board's number stands for it, not its id.
            label = str(number) if asked.seed else name
            seed = board_seed(run_seed, label.encode())
            made.append(Board(name, label, request, seed, mode, int(time() * 1000)))
        outcomes = await asyncio.gather(*(self._board_written(board) for board in made))
        found = [
            board if isinstance(outcome, stored.Committed) else await self._games.board(board.board)
            for board, outcome in zip(made, outcomes, strict=True)
        ]
        boards = tuple(board for board in found if board is not None and board.request == request)
        if len(boards) != asked.number:
            raise refuse(ServiceReason.ALREADY_EXISTS, "the request id was used for other boards")
        return boards

    async def _created(self, asked: NewGame) -> Created:
        rules = asked.rules
        clocks, conduct = asked.clocks or self._settings.clocks, asked.conduct or self._settings.conduct
        seed, mode, label = asked.seed, SeedMode.CHOSEN, ""
        if asked.board:
            board = await self._games.board(asked.board)
            if board is None:
                raise refuse(ServiceReason.BOARD_NOT_FOUND, "there is no such board")
            seed, mode, label = board.seed, board.seed_mode, board.label
        elif not seed:
            seed, mode = secrets.token_bytes(32), SeedMode.PROVABLE
        return Created(
            game=game_id(_digest("game", asked.request_id)),
            request=_request_of(asked, clocks, conduct),
            ruleset=rules.canonical,
            seed=seed,
            seed_mode=mode,
            commitment=commitment(seed),
            board=label,
            nonces=asked.nonces,
            first_dealer=NOBODY if asked.first_dealer is None else asked.first_dealer,
            clocks=clocks,
            conduct=conduct,
            reservations=asked.reservations,
            created_ms=int(time() * 1000),
        )

    async def _announce(self, name: str) -> None:
        """The first turn of a game whose seats were all reserved."""
        game = await self._games.fresh(name)
        if game is not None and game.started:
            self._desk.changed(game, None)

    async def _board_written(self, board: Board) -> stored.Outcome:
        raw = board.encode()
        head = next_head(GENESIS, salt(board.seed, 1), raw)
        append = Append(
            board.board, 0, GENESIS, (raw,), head, 0,
            stage=stored.Stage.FINISHED, expire_ms=self._settings.retention_ms,
        )  # fmt: skip
        try:
            return await self._committer.append(append)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy

    async def _written(self, game: Game, step: Step, seats: list[tuple[str, int]]) -> stored.Outcome:
        future: asyncio.Future[stored.Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: stored.Outcome) -> None:
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


def _digest(*parts: str | bytes) -> bytes:
    out = Writer(0)
    for part in parts:
        out.sized(part.encode() if isinstance(part, str) else part)
    return sha256(out.done()).digest()


def _request_of(asked: NewGame, clocks: Clocks, conduct: Conduct) -> bytes:
    """SHA-256 of everything that was asked for."""
    reserved = [text for reservation in asked.reservations for text in (reservation.session, reservation.name)]
    return _digest(
        asked.request_id,
        asked.rules.canonical,
        asked.board,
        repr((clocks, conduct, asked.first_dealer)),
        asked.seed,
        *asked.nonces,
        *reserved,
    )
