"""What is fixed before the first deal of a tournament, and what is promised about it (DESIGN 7 and 9)."""

from dataclasses import dataclass
from enum import StrEnum

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.schedule import Entrant, Schedule, round_robin


class SeedMode(StrEnum):
    """Whether the cards can be proved to have been chosen by nobody."""

    PROVABLE = "provable"
    REPRODUCIBLE = "reproducible, not provable"


class Isolation(StrEnum):
    """What kept a program from knowing what another place of the same program saw."""

    LOCAL_PROCESSES = "local processes"
    REMOTE_SESSIONS = "remote sessions"


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules (one scored deal a game), the entrants in the order of registration, and the boards.

    `commitment` is the combined commitment to all boards' seeds in hexadecimal, "" where there is none.
    """

    rules: RuleSet
    entrants: tuple[Entrant, ...]
    boards: int
    seed_mode: SeedMode
    isolation: Isolation
    commitment: str = ""

    def schedule(self) -> Schedule:
        """The round-robin that these terms ask for."""
        names = [entrant.name for entrant in self.entrants]
        return round_robin(names, self.rules.players, self.rules.partners, self.boards)


def seed_statement(mode: SeedMode) -> str:
    """One sentence for people about the seeds."""
    if mode is SeedMode.PROVABLE:
        return (
            "Provable: the referee drew the seeds of all boards and published their commitment before any "
            "entrant's nonce was known; the revealed seeds fix every card."
        )
    return (
        "Reproducible, not provable: the seed was chosen, so the same run can be played again, but whoever "
        "chose it could have tried others."
    )


def isolation_statement(isolation: Isolation) -> str:
    """One sentence for people about what programs could not know, and what cannot be prevented."""
    if isolation is Isolation.LOCAL_PROCESSES:
        return (
            "Every seat of every table was played by a process of its own, started for it, and no process met a "
            "board twice. All ran as one user of one machine: a program written to cheat could have looked into "
            "another, or into the keys and the store of a referee beside it."
        )
    return (
        "Every seat of every table was played over a session of its own and no turn named its board; "
        "collusion of remote programs cannot be prevented."
    )


def score_statement(rules: RuleSet) -> str:
    """What one unit of a score is."""
    counted = ", points taken off counting as gained" if rules.counts_down else ""
    if rules.partners:
        return f"points of the own side minus those of the other, per deal, averaged over the seatings{counted}"
    return f"points per deal and seat above the mean of the table, averaged over the seatings{counted}"
