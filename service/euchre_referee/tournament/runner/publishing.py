"""Records, board by board, from the service into the directory: each as soon as nobody can be told a card by it."""

import asyncio
from typing import Final

from euchre_referee.tournament.runner.board_records import BoardRecords
from euchre_referee.tournament.runner.following import Following
from euchre_referee.tournament.runner.organizer import Organizer


class Publishing:
    """Writes the records of one board after the other, in their order."""

    def __init__(self, tournament: str, following: Following, records: BoardRecords, organizer: Organizer) -> None:
        self._tournament: Final = tournament
        self._following: Final = following
        self._records: Final = records
        self._organizer: Final = organizer
        self._changed: Final = asyncio.Event()

    def look(self) -> None:
        """Boards may be over that were not before."""
        self._changed.set()

    def take_back(self, board: int, version: int) -> None:
        """A game of a board is played again since this version: its records are no longer what they were."""
        if board <= self._records.written and self._records.version(board) < version:
            self._records.take_back(board)

    async def publish(self) -> None:
        """Until cancelled. Raises `euchre_client.RefereeError`, OSError."""
        while True:
            self._changed.clear()
            while await self._publish_next():
                pass
            await self._changed.wait()

    async def publish_rest(self) -> None:
        """At the end: what is over, and of boards that are not what there is of them."""
        boards = self._following.boards
        if self._following.ended is not None:
            boards.close()
        while self._records.written < boards.last_begun and await self._publish_next(whatever=True):
            pass
        for board in range(self._records.written + 1, boards.last_begun + 1):
            if boards.any_over(board):
                self._records.leave(await self._organizer.records(self._tournament, board))

    async def _publish_next(self, *, whatever: bool = False) -> bool:
        """Writes the records of the next board, if it is over; `whatever`: also if some of them are missing."""
        board, version = self._records.written + 1, self._following.version
        boards, ended = self._following.boards, self._following.ended is not None
        if not (self._following.up_to_date and boards.is_settled(board)) or (ended and board > boards.last_begun):
            return False
        lines = []
        # When it has ended, also single games count whose boards are not over.
        if ended or boards.any_over(board):
            lines = await self._organizer.records(self._tournament, board)
        if self._records.written != board - 1:
            return True
        games = boards.games(board)
        if games is not None and len(lines) != games and not whatever:
            # A game of it is played again, which the next event tells.
            return False
        self._records.add(lines, version)
        return True
