"""Who meets whom, where everybody sits, and in which order the boards are played (DESIGN 9).

A *board* is one deal with the same cards for every seating. A *pairing* is a group of entrants that meet on
every board; a *table* is one seating of a pairing, kept over all boards, with a process of its own for each
seat: so no process ever sees a board twice. Boards, pairings and tables are counted from 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

FEWEST_ENTRANTS = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """One competitor: its name in this tournament and the program behind it (`greedy` or `module:Class`)."""

    name: str
    program: str


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One seating of a pairing, kept over all boards. `players` are the entrants' names by seat."""

    pairing: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants that meet on every board, and the seatings that make their meeting even."""

    number: int
    entrants: tuple[str, ...]
    tables: tuple[TablePlan, ...]


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game: a board at a table. `players` are the entrants' names by seat."""

    pairing: int
    board: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All that is to be played: every pairing on every board."""

    pairings: tuple[Pairing, ...]
    boards: int

    @property
    def tables(self) -> tuple[TablePlan, ...]:
        """Every table of every pairing."""
        return tuple(table for pairing in self.pairings for table in pairing.tables)

    @property
    def game_count(self) -> int:
        """How many games there are to play."""
        return self.boards * len(self.tables)

    def games(self) -> Iterator[GamePlan]:
        """Every game, board by board, the tables of a board next to each other since they start together."""
        for board in range(1, self.boards + 1):
            for table in self.tables:
                yield GamePlan(table.pairing, board, table.table, table.players)

    def plan(self, pairing: int, board: int, table: int) -> GamePlan | None:
        """The game with these numbers, or None if the schedule has none."""
        if not (1 <= pairing <= len(self.pairings) and 1 <= board <= self.boards):
            return None
        tables = self.pairings[pairing - 1].tables
        if not 1 <= table <= len(tables):
            return None
        return GamePlan(pairing, board, table, tables[table - 1].players)


def round_robin(names: Sequence[str], players: int, partners: bool, boards: int) -> Schedule:
    """Everybody meets everybody, on every board, in every seating.

    With partners, and with single players where the entrants are fewer than the seats, two entrants meet:
    one on the even seats, the other on the odd ones, then exchanged. Else every group of as many entrants
    as seats meets, in as many rotations. `names` are at least two and all different.
    """
    groups = combinations(names, _meeting(len(names), players, partners))
    return Schedule(tuple(_pairing(number, group, players) for number, group in enumerate(groups, 1)), boards)


def round_robin_size(entrants: int, players: int, partners: bool, boards: int) -> int:
    """How many games `round_robin` plans, without planning them."""
    meeting = _meeting(entrants, players, partners)
    return comb(entrants, meeting) * meeting * boards


def _meeting(entrants: int, players: int, partners: bool) -> int:
    """How many entrants meet at a time; as many seatings make their meeting even."""
    return players if not partners and entrants >= players else FEWEST_ENTRANTS


def _pairing(number: int, group: tuple[str, ...], players: int) -> Pairing:
    """`group` seated in turn, once from each of its members: for two members that is A B A B and B A B A."""
    size = len(group)
    seatings = (tuple(group[(seat + turned) % size] for seat in range(players)) for turned in range(size))
    return Pairing(number, group, tuple(TablePlan(number, table, players) for table, players in enumerate(seatings, 1)))
