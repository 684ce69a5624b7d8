"""A tournament as its log adds up: a fold of the entries and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final, assert_never

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.entries import SeedMode as EntrySeedMode
from euchre_referee.referee.game import BrokenLog
from euchre_referee.tournament.formats.scheduler import Round
from euchre_referee.tournament.log.entries import (
    Begun,
    By,
    Called,
    Ended,
    Entry,
    Opened,
    Paused,
    Place,
    Played,
    Registered,
    Replaced,
    Restarted,
    Resumed,
    RoundBegun,
    Stalled,
    Started,
    decode,
)
from euchre_referee.tournament.log.happenings import (
    Audience,
    Began,
    BoardOver,
    Entered,
    GameBegun,
    Happening,
    Incident,
    IncidentKind,
    Made,
    Over,
    PairingCalled,
    PairingOver,
    RoundDrawn,
    Waits,
    What,
)
from euchre_referee.tournament.log.naming import board_commitments
from euchre_referee.tournament.log.play import Play
from euchre_referee.tournament.schedule import Entrant, Pairing
from euchre_referee.tournament.terms import SeedMode, Terms
from euchre_referee.tournament.unfolding import seated


class State(StrEnum):
    """Where a tournament stands."""

    REGISTERING = "registering"
    RUNNING = "running"
    STALLED = "stalled"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(slots=True)
class Competitor:
    """An entrant as it stands."""

    name: str
    program: str
    session: str
    nonce: bytes
    request: bytes
    paused: str | None = None
    """Why it is paused; None: it is not."""
    replacements: int = 0
    failing: int = 0
    """Boards in a row on which it forfeited, or the clock decided for it."""


class Tournament:
    """The fold. Whoever reads it leaves it as it is; `advance` takes the next entry."""

    def __init__(self, first: bytes) -> None:
        """Raises BrokenLog if no tournament begins so."""
        entry = _decoded(first, 1)
        if not isinstance(entry, Opened):
            raise BrokenLog(f"entry 1 is {type(entry).__name__}: no tournament begins so")
        self.opened: Final = entry
        self.id: Final = entry.tournament
        self.offer = entry.offer
        self.version = 0
        self.head = GENESIS
        self.at_ms = entry.at_ms
        """When the last entry was written."""
        self.entrants: Final[dict[str, Competitor]] = {}
        self.started: Started | None = None
        self.boards_planned = self.games_planned = 0
        """Of all rounds there will be; 0 before the start."""
        self.rounds: Final[list[RoundBegun]] = []
        self.incidents: Final[list[Incident]] = []
        self.requests: Final[dict[bytes, Place | str]] = {}
        """What restarts and replacements were asked for, by their request."""
        self.stalled = False
        self._told = True
        self.ended: Ended | None = None
        self.play: Final = Play(
            entry.secret,
            entry.offer.boards,
            duplicate=entry.offer.form.duplicate,
            by_meetings=entry.offer.form.by_meetings,
        )
        self._chain(first)

    # --- what is asked of it

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.ended is not None:
            return State.FINISHED if self.ended.finished else State.CANCELLED
        if self.started is None:
            return State.REGISTERING
        return State.STALLED if self.stalled else State.RUNNING

    @property
    def run_commitment(self) -> bytes:
        """To the seed that all boards' seeds are derived from."""
        return commitment(self.opened.run_seed)

    @property
    def seed_mode(self) -> SeedMode:
        """What the seeds prove."""
        provable = self.opened.seed_mode is EntrySeedMode.PROVABLE
        return SeedMode.PROVABLE if provable else SeedMode.REPRODUCIBLE

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """The entrants', in the order of registration."""
        return tuple(entrant.nonce for entrant in self.entrants.values())

    def competitors(self) -> dict[str, Entrant]:
        """The entrants as the formats know them, by name, with the programs that play now."""
        return {each.name: Entrant(each.name, each.program) for each in self.entrants.values()}

    def terms(self) -> Terms:
        """The terms with what is told of the seeds; the run's own when it has ended."""
        terms = self.offer.terms(tuple(self.competitors().values()), self.seed_mode)
        if self.started is None:
            return terms
        return replace(
            terms,
            commitment=self.started.commitment.hex(),
            commitments=self._commitments,
            run_commitment=self.run_commitment.hex(),
            run_seed=self.opened.run_seed.hex() if self.ended is not None else "",
        )

    @cached_property
    def _commitments(self) -> tuple[str, ...]:
        """To every board, where a test may leave some unplayed: told all the same, and seconds of work."""
        if self.offer.form.test is None:
            return ()
        return tuple(each.hex() for each in board_commitments(self.opened.run_seed, self.boards_planned))

    def is_blocked(self, pairing: Pairing) -> bool:
        """Whether an entrant of a pairing is paused."""
        return any(self.entrants[name].paused is not None for name in pairing.entrants)

    def paused(self) -> tuple[str, ...]:
        """The entrants that are paused."""
        return tuple(each.name for each in self.entrants.values() if each.paused is not None)

    def is_shown(self, board: int) -> bool:
        """Whether everybody may know what happened on a board."""
        return self.ended is not None or self.play.is_shown(board)

    # --- what happens

    def advance(self, raw: bytes, *, told: bool = True) -> tuple[Happening, ...]:
        """Takes the next entry; what it means to followers, in part only unless it is to be told.

        Raises BrokenLog, the fold then being of no use.
        """
        self._told = told
        entry = _decoded(raw, self.version + 1)
        if self.ended is not None:
            raise BrokenLog(f"tournament {self.id}: entry {self.version + 1} follows its end")
        self._chain(raw)
        self.at_ms = entry.at_ms
        try:
            return tuple(self._take(entry))
        except (LookupError, ValueError) as error:
            raise BrokenLog(f"tournament {self.id}: entry {self.version} does not fit: {error!r}") from error

    def beginning(self) -> tuple[Happening, ...]:
        """What the first entry means to followers."""
        return (Happening(Made()),)

    def _chain(self, raw: bytes) -> None:
        self.version += 1
        self.head = next_head(self.head, salt(self.opened.secret, self.version), raw)

    def _take(self, entry: Entry) -> Iterator[Happening]:
        match entry:
            case Opened():
                raise ValueError("it is opened already")
            case Registered():
                self.entrants[entry.name] = Competitor(
                    entry.name, entry.program, entry.session, entry.nonce, entry.request
                )
                yield Happening(Entered(entry.name, entry.program))
            case Started():
                self.started = entry
                self.offer = self.offer.settled(entry.rounds, entry.challenger or None)
                terms = self.terms_of_play()
                self.boards_planned, self.games_planned = terms.board_count, terms.game_count
                yield Happening(Began())
            case RoundBegun():
                yield from self._begin_round(entry)
            case Called():
                self.play.pairing(entry.pairing)
                self.play.called.add(entry.pairing)
                yield Happening(PairingCalled(entry.pairing))
            case Begun():
                places = self.play.begin(entry.pairing, entry.board, entry.at_ms)
                for place in places if self._told else ():
                    yield Happening(GameBegun(self.play.facts(place)), Audience.OPERATORS)
            case Played():
                yield from self._finish(entry)
            case Paused() | Resumed() | Replaced() | Restarted():
                yield from self._meddle(entry)
            case Stalled():
                self.stalled = True
                yield Happening(Waits(self.paused()))
            case Ended():
                yield from self._end(entry)
            case _:
                assert_never(entry)

    def _begin_round(self, entry: RoundBegun) -> Iterator[Happening]:
        play, names = self.play, list(self.entrants)
        hidden = self._hidden() if self._told else ()
        drawn = Round(
            tuple(tuple(names[number] for number in meeting) for meeting in entry.meetings),
            tuple(names[number] for number in entry.byes),
        )
        before = len(play.schedule.pairings)
        play.extend(tuple(seated(self.terms_of_play(), drawn, len(self.rounds), before)))
        self.rounds.append(entry)
        self.stalled = False
        yield from self._shown(hidden)
        if entry.cause:
            yield self._incident(entry.at_ms, IncidentKind.ROUND_CLOSED, By.SERVICE, entry.cause, round=entry.round - 1)
        yield Happening(RoundDrawn(entry.round))

    def terms_of_play(self) -> Terms:
        """The terms without what is told of the seeds: whatever the schedule depends on but the draw."""
        return self.offer.terms(tuple(self.competitors().values()), self.seed_mode)

    def _finish(self, entry: Played) -> Iterator[Happening]:
        place = entry.place
        if entry.attempt != self.play.attempt(place):
            raise ValueError(f"{place} is at attempt {self.play.attempt(place)}")
        whole = self.play.finish(entry)
        if whole:
            self._count_failures(place.pairing, place.board)
        if whole and self._told:
            yield Happening(self._board(place.pairing, place.board), Audience.OPERATORS)
        if self._told and self.play.is_shown(place.board):
            yield from self._shown((place.board,))
        if self.play.is_over(place.pairing):
            yield Happening(PairingOver(place.pairing))

    def _meddle(self, entry: Paused | Resumed | Replaced | Restarted) -> Iterator[Happening]:
        match entry:
            case Paused():
                self.entrants[entry.entrant].paused = entry.cause
                yield self._incident(entry.at_ms, IncidentKind.PAUSED, entry.by, entry.cause, entrant=entry.entrant)
            case Resumed():
                self._go_on(entry.entrant)
                yield self._incident(entry.at_ms, IncidentKind.RESUMED, By.OPERATOR, entry.cause, entrant=entry.entrant)
            case Replaced():
                yield from self._replace(entry)
            case Restarted():
                self.requests[entry.request] = entry.place
                yield from self._restart(entry.place, entry.at_ms, entry.cause)

    def _replace(self, entry: Replaced) -> Iterator[Happening]:
        self.requests[entry.request] = entry.entrant
        entrant = self.entrants[entry.entrant]
        before, entrant.program = entrant.program, entry.program
        entrant.session = entry.session
        entrant.replacements += 1
        self._go_on(entry.entrant)
        yield self._incident(
            entry.at_ms,
            IncidentKind.REPLACED,
            By.OPERATOR,
            entry.cause,
            entrant=entry.entrant,
            program_before=before,
            program=entry.program,
        )
        for place in [place for place in self.play.running if entry.entrant in self.play.players(place)]:
            yield from self._restart(place, entry.at_ms, f"{entry.entrant} was replaced: {entry.cause}")

    def _restart(self, place: Place, at_ms: int, cause: str) -> Iterator[Happening]:
        attempt = self.play.attempt(place) + 1
        self.play.restart(place, attempt, at_ms)
        self.stalled = False
        yield self._incident(at_ms, IncidentKind.RESTARTED, By.OPERATOR, cause, place=place, attempt=attempt)
        yield Happening(GameBegun(self.play.facts(place)), Audience.OPERATORS)

    def _go_on(self, name: str) -> None:
        self.entrants[name].paused = None
        self.entrants[name].failing = 0
        self.stalled = False

    def _end(self, entry: Ended) -> Iterator[Happening]:
        hidden = self._hidden() if self._told else ()
        self.ended = entry
        yield from self._shown(hidden)
        if entry.by is By.OPERATOR or not entry.finished:
            yield self._incident(entry.at_ms, IncidentKind.CANCELLED, entry.by, entry.cause)
        yield Happening(Over())

    # --- what follows from it

    def _hidden(self) -> tuple[int, ...]:
        """The boards that were begun and are not shown."""
        play = self.play
        begun = {board for pairing in play.called for board in play.boards_begun(pairing)}
        return tuple(sorted(board for board in begun if not play.is_shown(board)))

    def _shown(self, boards: Sequence[int]) -> Iterator[Happening]:
        """What everybody may know from now on."""
        for board in boards if self._told else ():
            if self.is_shown(board):
                for pairing in self.play.schedule.pairings_on(board):
                    if self.play.board_over(pairing.number, board):
                        yield Happening(self._board(pairing.number, board), Audience.OTHERS)

    def _board(self, pairing: int, board: int) -> BoardOver:
        places = self.play.places_on(pairing, board)
        return BoardOver(pairing, board, tuple(self.play.facts(place) for place in places))

    def _count_failures(self, pairing: int, board: int) -> None:
        if not self.offer.pause_after:
            return
        failed = set()
        for place in self.play.places_on(pairing, board):
            finish = self.play.finish_at(place)
            failed |= {name for seat, name in enumerate(self.play.players(place)) if finish.failed(seat)}
        for name in self.play.pairing(pairing).entrants:
            self.entrants[name].failing = self.entrants[name].failing + 1 if name in failed else 0

    def _incident(
        self,
        at_ms: int,
        kind: IncidentKind,
        by: By,
        cause: str,
        *,
        entrant: str = "",
        place: Place | None = None,
        attempt: int = 0,
        program_before: str = "",
        program: str = "",
        round: int = 0,
    ) -> Happening:
        incident = Incident(
            self.version, at_ms, kind, by, cause, entrant, place, attempt, program_before, program, round
        )
        self.incidents.append(incident)
        what: What = incident
        return Happening(what)


def folded(entries: Sequence[bytes]) -> Tournament:
    """The tournament of a whole log. Raises BrokenLog."""
    tournament = Tournament(entries[0])
    for raw in entries[1:]:
        tournament.advance(raw, told=False)
    return tournament


def _decoded(raw: bytes, number: int) -> Entry:
    try:
        return decode(raw)
    except (ValueError, BrokenLog) as error:
        raise BrokenLog(f"entry {number} of a tournament cannot be read: {error}") from error
