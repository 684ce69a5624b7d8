"""The entries of a tournament's log and their canonical bytes (docs/log.md, "Tournaments").

The numbers of kinds, causes and states are stored and never change their meaning. No game's entry has one of these
kinds, so nobody takes a tournament for a game.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from euchre_referee.referee.entries import TOURNAMENT, SeedMode
from euchre_referee.referee.packing import Reader, Writer
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.log.offer_bytes import read_offer, write_offer

FORMAT: Final = 1
"""The layout that this module writes; the first entry of a log says it."""


class EntryKind(IntEnum):
    """The first byte of an entry."""

    OPENED = TOURNAMENT
    REGISTERED = 65
    STARTED = 66
    ROUND = 67
    CALLED = 68
    BEGUN = 69
    PLAYED = 70
    PAUSED = 71
    RESUMED = 72
    REPLACED = 73
    RESTARTED = 74
    STALLED = 75
    ENDED = 76


class By(IntEnum):
    """Who did it."""

    SERVICE = 0
    OPERATOR = 1


class Place(NamedTuple):
    """A game's place in the schedule, from 1."""

    pairing: int
    board: int
    table: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry: what was chosen, and the secrets that everything else is drawn from."""

    tournament: str
    request: bytes
    """SHA-256 of the request's content: a retry with other content is told so."""
    offer: Offer
    run_seed: bytes
    """The boards' seeds are derived from it; told when the tournament has ended."""
    seed_mode: SeedMode
    secret: bytes
    """32 bytes that are never told: the ids of games are derived from it, and the log's heads are salted with it."""
    at_ms: int
    """Here and in every other entry: wall-clock time, milliseconds since 1970 UTC; for people."""

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.OPENED).u8(FORMAT).text(self.tournament).raw(self.request)
        write_offer(out, self.offer)
        return out.raw(self.run_seed).u8(self.seed_mode).raw(self.secret).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Registered:
    """An entrant."""

    name: str
    program: str
    session: str
    """Whose token is handed its places; empty: operators' only."""
    nonce: bytes
    request: bytes
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.REGISTERED).text(self.name).text(self.program).text(self.session)
        return out.sized(self.nonce).raw(self.request).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Started:
    """The entrants are final, and all boards are committed to."""

    commitment: bytes
    """The combined one to all boards' seeds."""
    rounds: int
    """As the form has them now that the entrants are known; 0 where the format has none of its own."""
    challenger: str
    """Empty: none."""
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.STARTED).raw(self.commitment).u16(self.rounds).text(self.challenger)
        return out.u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round was drawn: who meets in it, as numbers of entrants from 0 in the order of registration."""

    round: int
    meetings: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    cause: str
    """Why the round before was closed though not all of it was played; empty: it was."""
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.ROUND).u16(self.round).u32(len(self.meetings))
        for meeting in self.meetings:
            out.sized(bytes(meeting))
        return out.sized(bytes(self.byes)).text(self.cause).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Called:
    """The places of a pairing are called."""

    pairing: int
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return Writer(EntryKind.CALLED).u32(self.pairing).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Begun:
    """A pairing begins a board, at all its tables."""

    pairing: int
    board: int
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return Writer(EntryKind.BEGUN).u32(self.pairing).u32(self.board).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Played:
    """A game is over, and this is what it came to."""

    place: Place
    attempt: int
    """From 1."""
    record: bytes
    """SHA-256 of the game's record as it is exported."""
    finish: bytes
    """As `packed` writes it."""
    cause: str
    """Why it counts for nobody, where it does not."""
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = _place(Writer(EntryKind.PLAYED), self.place).u16(self.attempt)
        return out.raw(self.record).sized(self.finish).text(self.cause).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Paused:
    """An entrant's pairings begin no further boards."""

    entrant: str
    by: By
    who: str
    """The operator's session; empty for the service."""
    cause: str
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return _deed(Writer(EntryKind.PAUSED).text(self.entrant), self.by, self.who, self.cause, self.at_ms)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A paused entrant goes on."""

    entrant: str
    who: str
    cause: str
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return _deed(Writer(EntryKind.RESUMED).text(self.entrant), By.OPERATOR, self.who, self.cause, self.at_ms)


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another program plays for an entrant: its places have new sessions, its games in play are restarted."""

    entrant: str
    program: str
    session: str
    """As in `Registered`."""
    request: bytes
    who: str
    cause: str
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.REPLACED).text(self.entrant).text(self.program).text(self.session).raw(self.request)
        return _deed(out, By.OPERATOR, self.who, self.cause, self.at_ms)


@dataclass(frozen=True, slots=True)
class Restarted:
    """A game is played again with the same cards; what it came to before counts no longer."""

    place: Place
    attempt: int
    """The one that follows."""
    request: bytes
    who: str
    cause: str
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = _place(Writer(EntryKind.RESTARTED), self.place).u16(self.attempt).raw(self.request)
        return _deed(out, By.OPERATOR, self.who, self.cause, self.at_ms)


@dataclass(frozen=True, slots=True)
class Stalled:
    """Nothing is left to play but pairings of paused entrants."""

    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return Writer(EntryKind.STALLED).u64(self.at_ms).done()


@dataclass(frozen=True, slots=True)
class Ended:
    """The last entry."""

    finished: bool
    """False: it was cancelled."""
    by: By
    who: str
    cause: str
    """Empty: everything was played."""
    at_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return _deed(Writer(EntryKind.ENDED).u8(self.finished), self.by, self.who, self.cause, self.at_ms)


Entry = (
    Opened
    | Registered
    | Started
    | RoundBegun
    | Called
    | Begun
    | Played
    | Paused
    | Resumed
    | Replaced
    | Restarted
    | Stalled
    | Ended
)


def decode(content: bytes) -> Entry:
    """The entry that the bytes stand for. Raises ValueError, saying what is wrong, if they are none."""
    if not content:
        raise ValueError("an entry without a byte")
    reader = Reader(content)
    entry = _read(EntryKind(content[0]), reader)
    reader.end()
    return entry


def _read(kind: EntryKind, reader: Reader) -> Entry:  # one return for each kind
    match kind:
        case EntryKind.OPENED:
            return _opened(reader)
        case EntryKind.REGISTERED:
            name, program, session = reader.text(), reader.text(), reader.text()
            return Registered(name, program, session, reader.sized(), reader.raw(32), reader.u64())
        case EntryKind.STARTED:
            return Started(reader.raw(32), reader.u16(), reader.text(), reader.u64())
        case EntryKind.ROUND:
            number, meetings = reader.u16(), tuple(tuple(reader.sized()) for _ in range(reader.u32()))
            return RoundBegun(number, meetings, tuple(reader.sized()), reader.text(), reader.u64())
        case EntryKind.CALLED:
            return Called(reader.u32(), reader.u64())
        case EntryKind.BEGUN:
            return Begun(reader.u32(), reader.u32(), reader.u64())
        case EntryKind.PLAYED:
            place, attempt, record = _read_place(reader), reader.u16(), reader.raw(32)
            return Played(place, attempt, record, reader.sized(), reader.text(), reader.u64())
        case EntryKind.PAUSED:
            return Paused(reader.text(), By(reader.u8()), reader.text(), reader.text(), reader.u64())
        case EntryKind.RESUMED:
            entrant, _ = reader.text(), By(reader.u8())
            return Resumed(entrant, reader.text(), reader.text(), reader.u64())
        case EntryKind.REPLACED:
            entrant, program, session, request = reader.text(), reader.text(), reader.text(), reader.raw(32)
            By(reader.u8())
            return Replaced(entrant, program, session, request, reader.text(), reader.text(), reader.u64())
        case EntryKind.RESTARTED:
            place, attempt, request = _read_place(reader), reader.u16(), reader.raw(32)
            By(reader.u8())
            return Restarted(place, attempt, request, reader.text(), reader.text(), reader.u64())
        case EntryKind.STALLED:
            return Stalled(reader.u64())
        case EntryKind.ENDED:
            return Ended(bool(reader.u8()), By(reader.u8()), reader.text(), reader.text(), reader.u64())


def _opened(reader: Reader) -> Opened:
    found = reader.u8()
    if found != FORMAT:
        raise ValueError(f"log format {found} is not the format {FORMAT} that this version reads")
    tournament, request, offer = reader.text(), reader.raw(32), read_offer(reader)
    return Opened(
        tournament, request, offer, reader.raw(32), SeedMode(reader.u8()), reader.raw(32), reader.u64()
    )  # fmt: skip


def _place(out: Writer, place: Place) -> Writer:
    return out.u32(place.pairing).u32(place.board).u16(place.table)


def _read_place(reader: Reader) -> Place:
    return Place(reader.u32(), reader.u32(), reader.u16())


def _deed(out: Writer, by: By, who: str, cause: str, at_ms: int) -> bytes:
    return out.u8(by).text(who).text(cause).u64(at_ms).done()
