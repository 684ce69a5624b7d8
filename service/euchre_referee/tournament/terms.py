"""What is fixed before the first deal of a tournament, and what is promised about it (DESIGN 7 and 9)."""

from dataclasses import dataclass
from enum import StrEnum

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.formats import scheduler
from euchre_referee.tournament.formats.form import USUAL_FORM, Form, Format, Scoring
from euchre_referee.tournament.formats.scheduler import Scheduler
from euchre_referee.tournament.formats.seating import Tables
from euchre_referee.tournament.schedule import Entrant


class SeedMode(StrEnum):
    """Whether the cards can be proved to have been chosen by nobody."""

    PROVABLE = "provable"
    REPRODUCIBLE = "reproducible, not provable"


class Isolation(StrEnum):
    """What kept a program from knowing what another place of the same program saw."""

    LOCAL_PROCESSES = "local processes"
    REMOTE_SESSIONS = "remote sessions"


class BoardKind(StrEnum):
    """What is played on a board."""

    DEAL = "deal"
    GAME = "game"
    """From the start to the preset's target, every deal with the board's next deck."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules, the entrants in the order of registration, and the boards of each meeting.

    `commitment` is the combined commitment to all boards' seeds in hexadecimal, "" where there is none. `commitments`
    are those to each of them where a test may leave some unplayed, so that the combined one can be checked.
    `run_commitment` is the one to the seed that all boards' seeds are derived from, which was published before any
    entrant's nonce was known, and `run_seed` that seed once it is told; both hexadecimal, "" where there is none.
    """

    rules: RuleSet
    entrants: tuple[Entrant, ...]
    boards: int
    seed_mode: SeedMode
    isolation: Isolation
    commitment: str = ""
    form: Form = USUAL_FORM
    commitments: tuple[str, ...] = ()
    run_commitment: str = ""
    run_seed: str = ""

    @property
    def board_kind(self) -> BoardKind:
        """Rules of a single deal make boards of one."""
        return BoardKind.DEAL if self.rules.max_deals == 1 else BoardKind.GAME

    def scheduler(self) -> Scheduler:
        """The format, set up for these entrants."""
        names = [entrant.name for entrant in self.entrants]
        return scheduler(self.form, names, self.tables().meeting(len(names)), self.commitment)

    def tables(self) -> Tables:
        """The seatings of a meeting."""
        teams = any(len(entrant.programs) > 1 for entrant in self.entrants)
        return Tables(self.rules.players, self.rules.partners, teams, self.form.seatings)

    @property
    def board_count(self) -> int:
        """All boards of all rounds: meetings of a round share theirs, but each has its own without duplicate boards."""
        shapes = self.scheduler().shapes
        return self.boards * (len(shapes) if self.form.duplicate else sum(shape.meetings for shape in shapes))

    @property
    def game_count(self) -> int:
        """All games of all rounds."""
        shapes, tables = self.scheduler().shapes, self.tables()
        return self.boards * sum(
            shape.meetings * (len(tables.of(shape.size)) if self.form.duplicate else 1) for shape in shapes
        )


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


_MEETINGS = {
    Format.ROUND_ROBIN: "a round-robin",
    Format.DOUBLE_ROUND_ROBIN: "a double round-robin",
    Format.GAUNTLET: "a gauntlet",
    Format.SWISS: "a Swiss tournament",
    Format.ELIMINATION: "a single elimination",
    Format.MATCH: "a match",
}


def form_statement(terms: Terms) -> str:
    """In which way the entrants met, to follow "they met in"."""
    form, game = terms.form, terms.board_kind is BoardKind.GAME
    rounds = f" of {form.rounds} rounds" if form.rounds else ""
    tested = " that ends when its test is decided" if form.test else ""
    against = f" of {form.challenger} against all others" if form.challenger else ""
    if not form.duplicate:
        kind = ", every game with cards of its own" if game else ", every deal with cards of its own"
    else:
        boards = "duplicate boards of a whole game" if game else "duplicate boards"
        kind = f" on {boards}" + (", scored by matchpoints" if form.scoring is Scoring.MATCHPOINTS else "")
    return f"{_MEETINGS[form.format]}{rounds}{against} of {terms.rules.preset}{kind}{tested}"


def board_statement(terms: Terms) -> str:
    """What a board is."""
    played = "One deal" if terms.board_kind is BoardKind.DEAL else "One whole game"
    if not terms.form.duplicate:
        return f"{played}, with cards of its own; the seatings take turns."
    return f"{played}, with the same cards and the same first dealer for every seating of the same entrants."


def score_statement(terms: Terms) -> str:
    """What one unit of a score is."""
    rules, unit = terms.rules, terms.board_kind
    counted = ", points taken off counting as gained" if rules.counts_down else ""
    averaged = ", averaged over the seatings" if terms.form.duplicate else ""
    if terms.form.scoring is Scoring.MATCHPOINTS:
        return (
            "share of the results of others in the same seat with the same cards that are worse, half a one for "
            f"equal ones, less one half{averaged}{counted}"
        )
    if rules.partners:
        return f"points of the own side minus those of the other, per {unit}{averaged}{counted}"
    return f"points per {unit} and seat above the mean of the table{averaged}{counted}"
