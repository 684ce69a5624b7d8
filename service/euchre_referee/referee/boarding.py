"""Boards made: the seeds that the games of a tournament share (DESIGN 7)."""

import asyncio
import secrets
from time import time
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.fairness.seeds import board_seed
from euchre_referee.referee.entries import Board, SeedMode
from euchre_referee.referee.games import Games
from euchre_referee.referee.packing import digest_of
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, failed_append, refuse
from euchre_referee.store.append import Append, Failed, Stage
from euchre_referee.store.committer import Committer
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.game_id import game_id


class NewBoards(NamedTuple):
    """What a tournament's operator asks for."""

    request_id: str
    first: int
    """Number of the first one, from 1."""
    number: int
    seed: bytes = b""
    """Empty: drawn."""


class Boarding:
    """Each board is a log of one entry."""

    def __init__(self, games: Games, committer: Committer, settings: Settings) -> None:
        self._games: Final = games
        self._committer: Final = committer
        self._settings: Final = settings

    async def boards(self, asked: NewBoards) -> tuple[Board, ...]:
        """Makes boards; the same request gives the same ones. Raises CallRefused."""
        request = digest_of(asked.request_id, str(asked.first), str(asked.number), asked.seed)
        run_seed = asked.seed or secrets.token_bytes(32)
        mode = SeedMode.CHOSEN if asked.seed else SeedMode.PROVABLE
        made = []
        for number in range(asked.first, asked.first + asked.number):
            name = game_id(digest_of("board", asked.request_id, str(number)))
            # The number stands for the board in the shuffle: it gives a chosen seed the same cards in every run, and
            # unlike an id it leaves nobody a choice once the nonces are known.
            label = str(number)
            seed = board_seed(run_seed, label.encode())
            made.append(Board(name, label, request, seed, mode, int(time() * 1000)))
        found = await asyncio.gather(*(self._written_or_found(board) for board in made))
        boards = tuple(board for board in found if board is not None and board.request == request)
        if len(boards) != asked.number:
            raise refuse(ServiceReason.ALREADY_EXISTS, "the request id was used for other boards")
        return boards

    async def _written_or_found(self, board: Board) -> Board | None:
        """The board, or the one that stands under its id."""
        raw = board.encode()
        head = next_head(GENESIS, salt(board.seed, 1), raw)
        append = Append(
            board.board,
            0,
            GENESIS,
            (raw,),
            head,
            0,
            stage=Stage.FINISHED,
            expire_ms=self._settings.kept_ms(board.board),
        )
        try:
            outcome = await self._committer.append(append)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy
        if isinstance(outcome, Failed):
            raise CallRefused(failed_append(outcome))
        # Whether just written or written before: what stands in the log counts.
        return await self._games.board(board.board)
