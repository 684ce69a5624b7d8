"""The places of a tournament: a seat at a table, with a session and a process of its own (DESIGN 7)."""

from collections.abc import Mapping
from typing import NamedTuple

from euchre_referee.tournament.schedule import Entrant, Pairing


class Place(NamedTuple):
    """One seat of one table, kept over all boards; pairings and tables count from 1, seats from 0."""

    pairing: int
    table: int
    seat: int
    entrant: Entrant

    member: int = 0

    @property
    def program(self) -> str:
        """What plays there: of a team of two the bot whose turn it is to sit there."""
        programs = self.entrant.programs
        return programs[self.member % len(programs)]

    def session(self, tournament: str) -> str:
        """The session that the seat is reserved for, in all its games; at most 100 bytes."""
        return f"{tournament}/{self.pairing}/{self.table}/{self.seat}"

    def __str__(self) -> str:
        return f"{self.entrant.name} (pairing {self.pairing}, table {self.table}, seat {self.seat})"


def places(pairing: Pairing, entrants: Mapping[str, Entrant]) -> tuple[Place, ...]:
    """Every place of a pairing, table by table; `entrants` by name."""
    return tuple(
        Place(pairing.number, table.table, seat, entrants[name], member)
        for table in pairing.tables
        for seat, (name, member) in enumerate(zip(table.players, table.members, strict=True))
    )
