"""Which boards are over, as a tournament's events tell it: what decides when their records may be seen.

The records of a board show its cards. They stay out of sight until every meeting that plays it is over with it: in some
pairing it may still be in play (DESIGN 7).
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple


class Meeting(NamedTuple):
    """A pairing and the boards that it plays, counted from 1; `games` is how many it plays on each."""

    pairing: int
    entrants: tuple[str, ...]
    boards: range
    games: int


class Boards:
    """The boards of a tournament, `length` in each block; if `duplicate`, all meetings of a round share one."""

    def __init__(self, length: int, *, duplicate: bool) -> None:
        self._length: Final = length
        self._duplicate: Final = duplicate
        self._meetings: Final[dict[int, Meeting]] = {}
        self._blocks: Final[defaultdict[int, list[int]]] = defaultdict(list)
        self._over: Final[defaultdict[int, int]] = defaultdict(int)
        """Of every board a bit for each of its meetings that is over with it."""
        self._closed = 0
        self.last_begun = 0
        """The last board of which a game began."""

    def begin(self, round_number: int, pairing: int, entrants: Iterable[str], tables: int) -> None:
        """A meeting of a round, which follows those before."""
        block = round_number - 1 if self._duplicate else pairing - 1
        if pairing not in self._meetings:
            self._blocks[block].append(pairing)
        first = block * self._length + 1
        self._meetings[pairing] = Meeting(
            pairing, tuple(entrants), range(first, first + self._length), tables if self._duplicate else 1
        )

    def close(self) -> None:
        """No board that was begun so far gets any further results: those of its meetings that are missing stay so."""
        self._closed = max((meeting.boards[-1] for meeting in self._meetings.values()), default=0)

    def begin_game(self, board: int) -> None:
        """A game of a board began."""
        self.last_begun = max(self.last_begun, board)

    def over(self, pairing: int, board: int) -> None:
        """A board is over at all tables of a pairing."""
        self.begin_game(board)
        self._over[board] |= self._bit(pairing, board)

    def again(self, pairing: int, board: int) -> None:
        """A game of it is played again."""
        self._over[board] &= ~self._bit(pairing, board)

    def is_settled(self, board: int) -> bool:
        """Whether every meeting that plays it is over with it, or never will be."""
        return board <= self._closed or (bool(found := self._all(board)) and self._over[board] == found)

    def games(self, board: int) -> int | None:
        """How many games a board's records are of; None if fewer than there were to play."""
        if self._over[board] != self._all(board):
            return None
        return sum(self._meetings[pairing].games for pairing in self._meetings_on(board))

    def any_over(self, board: int) -> bool:
        """Whether any meeting is over with it."""
        return bool(self._over[board])

    def _meetings_on(self, board: int) -> list[int]:
        return self._blocks.get((board - 1) // self._length, [])

    def _bit(self, pairing: int, board: int) -> int:
        return 1 << (pairing - self._meetings_on(board)[0])

    def _all(self, board: int) -> int:
        """The bits of all meetings on it."""
        return (1 << len(self._meetings_on(board))) - 1
