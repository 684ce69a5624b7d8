"""Who meets whom, where everybody sits, and in which order the boards are played (DESIGN 9).

A *board* is one deal, or one whole game, with the same cards for every seating. A *pairing* is a group of entrants
that meet on a number of boards; a *table* is one seating of a pairing, kept over all its boards, with a process of
its own for each seat: so no process ever sees a board twice. Pairings that meet on the same boards share a *block*
of them. Rounds, boards, pairings and tables are counted from 1, blocks from 0.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from euchre_referee.tournament.programs import members

FEWEST_ENTRANTS = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """One competitor: its name in this tournament and the program behind it.

    `program` is one of `programs.py`, or for a team of two both, as in `greedy+careful`.
    """

    name: str
    program: str

    @property
    def programs(self) -> tuple[str, ...]:
        """Its programs, one or two."""
        return members(self.program)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One seating of a pairing. `players` are the entrants' names by seat, `members` which of a team's bots sits there.

    Members count from 0; an entrant of one program takes no notice of them.
    """

    pairing: int
    table: int
    players: tuple[str, ...]
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants that meet on every board of a block, and the seatings that make their meeting even."""

    number: int
    round: int
    block: int
    entrants: tuple[str, ...]
    tables: tuple[TablePlan, ...]


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game: a board at a table. `players` are the entrants' names by seat."""

    pairing: int
    board: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Schedule:
    """All that is to be played, as far as it is known: every pairing on every board of its block.

    `boards` are those of a block. With `duplicate` a board is played at all tables of its pairings; without it at one
    of them, in turn.
    """

    pairings: tuple[Pairing, ...]
    boards: int
    duplicate: bool = True

    @property
    def tables(self) -> tuple[TablePlan, ...]:
        """Every table of every pairing."""
        return tuple(table for pairing in self.pairings for table in pairing.tables)

    @cached_property
    def board_count(self) -> int:
        """The number of the last board."""
        return self.boards * (1 + max(self._blocks, default=-1))

    @cached_property
    def game_count(self) -> int:
        """How many games there are to play."""
        return self.boards * sum(len(pairing.tables) if self.duplicate else 1 for pairing in self.pairings)

    def games(self) -> Iterator[GamePlan]:
        """Every game, board by board, the tables of a board next to each other since they start together."""
        for board in range(1, self.board_count + 1):
            yield from self.games_of_board(board)

    def pairings_on(self, board: int) -> tuple[Pairing, ...]:
        """The pairings that meet on a board."""
        return self._blocks.get((board - 1) // self.boards, ())

    def boards_of(self, pairing: Pairing) -> range:
        """The boards on which a pairing meets."""
        first = pairing.block * self.boards + 1
        return range(first, first + self.boards)

    def tables_of(self, pairing: Pairing, board: int) -> tuple[TablePlan, ...]:
        """The tables at which a pairing plays one of its boards."""
        if self.duplicate:
            return pairing.tables
        return (pairing.tables[(board - 1) % self.boards % len(pairing.tables)],)

    def games_of(self, pairing: Pairing, board: int) -> tuple[GamePlan, ...]:
        """The games of a pairing on one of its boards."""
        return tuple(
            GamePlan(pairing.number, board, table.table, table.players) for table in self.tables_of(pairing, board)
        )

    def games_of_board(self, board: int) -> tuple[GamePlan, ...]:
        """The games of all pairings on a board."""
        return tuple(plan for pairing in self.pairings_on(board) for plan in self.games_of(pairing, board))

    def plan(self, pairing: int, board: int, table: int) -> GamePlan | None:
        """The game with these numbers, or None if the schedule has none."""
        if not 1 <= pairing <= len(self.pairings):
            return None
        found = self.pairings[pairing - 1]
        if board not in self.boards_of(found):
            return None
        return next((plan for plan in self.games_of(found, board) if plan.table == table), None)

    @cached_property
    def _blocks(self) -> Mapping[int, tuple[Pairing, ...]]:
        found: defaultdict[int, list[Pairing]] = defaultdict(list)
        for pairing in self.pairings:
            found[pairing.block].append(pairing)
        return {block: tuple(pairings) for block, pairings in found.items()}
