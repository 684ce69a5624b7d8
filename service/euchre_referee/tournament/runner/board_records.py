"""`games.jsonl` as it grows: board by board in the order of the schedule, and how it goes on after a break.

Beside it stands an index: for each board where its records end, and the version of the tournament's log that they were
read at. What the file holds beyond the index was being written when the runner ended, or was left there as all there
was: it is cut off before more is written.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from struct import Struct
from typing import BinaryIO, Final

_ENTRY: Final = Struct(">QQ")


class BoardRecords:
    """`with BoardRecords.opened(games, index) as records`; boards count from 1. Nothing of them is kept in memory."""

    def __init__(self, games: BinaryIO, index: BinaryIO) -> None:
        self._games: Final = games
        self._index: Final = index
        self.written = index.seek(0, os.SEEK_END) // _ENTRY.size
        """The last board whose records stand there."""
        whole = games.seek(0, os.SEEK_END)
        while self.written and self._entry(self.written)[0] > whole:
            self.written -= 1
        self._cut()

    @classmethod
    @contextmanager
    def opened(cls, games: Path, index: Path) -> "Iterator[BoardRecords]":
        """Goes on where the files end, or makes them. Raises OSError."""
        with _appending(games, 0o666) as lines, _appending(index, 0o600) as ends:
            yield cls(lines, ends)

    def add(self, lines: Sequence[str], version: int) -> None:
        """The records of the next board, as the tournament's log had them at a version."""
        self._write(lines)
        # Never an index of what is not there, even if the machine ends.
        os.fsync(self._games.fileno())
        self._index.write(_ENTRY.pack(self._games.tell(), version))
        self._index.flush()
        self.written += 1

    def leave(self, lines: Sequence[str]) -> None:
        """Records of boards that are not over, for whoever reads the file meanwhile: gone as soon as it goes on."""
        self._write(lines)

    def version(self, board: int) -> int:
        """The version that a board's records were read at."""
        return self._entry(board)[1]

    def take_back(self, board: int) -> None:
        """This board and all after it are to be written anew."""
        self.written = min(self.written, board - 1)
        self._cut()

    def _cut(self) -> None:
        end = self._entry(self.written)[0]
        for file, size in ((self._index, self.written * _ENTRY.size), (self._games, end)):
            file.truncate(size)
            file.seek(size)

    def _write(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._games.write(line.encode() + b"\n")
        self._games.flush()

    def _entry(self, board: int) -> tuple[int, int]:
        """Where a board's records end, and their version; of board 0 the beginning."""
        if not board:
            return 0, 0
        self._index.seek((board - 1) * _ENTRY.size)
        end, version = _ENTRY.unpack(self._index.read(_ENTRY.size))
        self._index.seek(0, os.SEEK_END)
        return end, version


def _appending(path: Path, mode: int) -> BinaryIO:
    return open(os.open(path, os.O_RDWR | os.O_CREAT, mode), "r+b")
