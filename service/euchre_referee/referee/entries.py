"""The entries of a game's log and their canonical bytes (docs/log.md).

A game is its log: the first entry says what is fixed, every further one is one decision. The numbers of kinds,
marks and terminations are stored and never change their meaning.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, assert_never

from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.packing import Reader, Writer

FORMAT: Final = 1
"""The layout of entries that this module writes."""

DELAYED_FORMAT: Final = 2
"""The layout of a creation that has a delay at its end; without one it is written in the other."""

RULES_VERSION: Final = 1
"""The rule book's version; a change that judges any game otherwise raises it."""

NOBODY: Final = 255
"""A seat that is none."""


class EntryKind(IntEnum):
    """The first byte of an entry."""

    CREATED = 1
    JOINED = 2
    DEALT = 3
    ACTED = 4
    STRUCK = 5
    ENDED = 6
    BOARD = 7
    LOST = 8


TOURNAMENT: Final = 64
"""Begins the first entry of a tournament's log, which is no game's; kinds from here on are no game's either."""


class SeedMode(IntEnum):
    """Where a seed comes from."""

    PROVABLE = 0
    CHOSEN = 1


class Mark(IntEnum):
    """Who decided, and why it was not the seat."""

    OWN = 0
    TIMEOUT = 1
    """The clock, while the seat's session had a stream open: it stalled."""
    STRIKES = 2
    """Too many refused actions."""
    DISCONNECT = 3
    """The clock, while the seat's session had no stream."""


BY_CLOCK: Final = frozenset({Mark.TIMEOUT, Mark.DISCONNECT})
"""Marks of what was done because time ran out."""

CAUSES: Final = {Mark.TIMEOUT: "timeout", Mark.DISCONNECT: "disconnect", Mark.STRIKES: "illegal"}
"""A seat's fault in a word: in records, and as the cause of the end that it brings."""


class Termination(IntEnum):
    """How a game ended; the numbers are the contract's."""

    NORMAL = 1
    FORFEIT = 2
    ABORTED = 3
    VOID = 4


@dataclass(frozen=True, slots=True)
class Clocks:
    """A table's clocks, milliseconds of served time (docs/conduct.md, "Clocks")."""

    action_limit_ms: int = 0
    """For one action, at no cost to the bank; 0 with a bank: all time comes from the bank."""
    bank_ms: int = 0
    """For the whole game, used where an action takes longer than its limit; 0: none."""
    lag_quota_ms: int = 0
    """The referee's own delay that is credited at most; 0: none is."""
    lag_regain_ms: int = 0
    """Lag quota regained with every action."""

    @property
    def timed(self) -> bool:
        """There is a clock at all."""
        return self.action_limit_ms > 0 or self.bank_ms > 0


class Sanction(IntEnum):
    """What a seat's fault brings upon it."""

    DEFAULT_ACTION = 0
    """The documented safe action is made for it."""
    LOSE_DEAL = 1
    """The deal is over, and the others score a euchre (docs/conduct.md, "A lost deal")."""
    FORFEIT = 2
    """The game is over, and the seat's side has lost it."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a table does about refused actions and lost time."""

    strike_limit: int = 0
    """Refused actions that bring the sanction, every so many again; 0: refusals cost nothing."""
    on_strikes: Sanction = Sanction.DEFAULT_ACTION
    on_timeout: Sanction = Sanction.DEFAULT_ACTION


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat that the game's maker gave to a session."""

    session: str
    name: str


@dataclass(frozen=True, slots=True)
class Created:
    """The first entry: everything that is fixed for the whole game."""

    game: str
    request: bytes
    """SHA-256 of the request's content: a retry with other content is told so."""
    ruleset: str
    """Canonical form."""
    seed: bytes
    seed_mode: SeedMode
    commitment: bytes
    board: str
    """The label of the board whose cards are dealt, which enters the shuffle; empty in a single game."""
    nonces: tuple[bytes, ...]
    """The entrants' nonces, with a board; in a single game players give theirs with their joins."""
    first_dealer: int
    """NOBODY: drawn."""
    clocks: Clocks
    conduct: Conduct
    reservations: tuple[Reservation, ...]
    """One a seat, or none at all."""
    created_ms: int
    """Wall-clock time, milliseconds since 1970 UTC; for people, nothing is decided by it."""
    delay: Delay = NO_DELAY

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.CREATED).u8(DELAYED_FORMAT if self.delay else FORMAT)
        out.u16(RULES_VERSION).text(self.game).raw(self.request)
        out.text(self.ruleset).raw(self.seed).u8(self.seed_mode).raw(self.commitment).text(self.board)
        out.u8(len(self.nonces))
        for nonce in self.nonces:
            out.sized(nonce)
        clocks = self.clocks
        out.u8(self.first_dealer).u32(clocks.action_limit_ms).u32(clocks.bank_ms)
        out.u32(clocks.lag_quota_ms).u32(clocks.lag_regain_ms).u16(self.conduct.strike_limit)
        out.u8(self.conduct.on_strikes).u8(self.conduct.on_timeout)
        out.u8(len(self.reservations))
        for reservation in self.reservations:
            out.text(reservation.session).text(reservation.name)
        out.u64(self.created_ms)
        return out.u32(self.delay.ms).u16(self.delay.decisions).done() if self.delay else out.done()


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took a seat."""

    seat: int
    session: str
    name: str
    nonce: bytes
    request: bytes
    """SHA-256 of the request id and content."""

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.JOINED).u8(self.seat).text(self.session).text(self.name)
        return out.sized(self.nonce).raw(self.request).done()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal, with all that a fold needs to begin here."""

    deal_number: int
    """From 1, void deals count."""
    scored_deals: int
    dealer: int
    order: bytes
    """The shuffled cards, as `euchre_referee.rules.cards` numbers them."""
    scores: tuple[int, ...]
    carried: tuple[int, ...]
    """Points carried from an earlier game, by seat (laps)."""
    banks: tuple[int, ...]
    """Time bank left, milliseconds, by seat."""
    lag_quotas: tuple[int, ...]
    strikes: tuple[int, ...]
    head: bytes
    """The log's head before this entry."""

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.DEALT).u32(self.deal_number).u32(self.scored_deals).u8(self.dealer)
        out.sized(self.order).numbers(self.scores).numbers(self.carried).numbers(self.banks)
        return out.numbers(self.lag_quotas).numbers(self.strikes).raw(self.head).done()


_ACTED: Final = struct.Struct(">BBHBII")
_LOST: Final = struct.Struct(">BBBII")


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat's action, its own or made for it."""

    seat: int
    action: int
    """Code of `euchre_referee.rules.actions`."""
    mark: Mark
    spent_ms: int
    """Served time from the beginning of the turn to the decision's arrival; all the seat had if time ran out."""
    lag_ms: int
    """Of it, the referee's own delay until the turn was handed to the seat's stream."""

    def encode(self) -> bytes:
        """Canonical bytes."""
        return acted_bytes(self.seat, self.action, self.mark, self.spent_ms, self.lag_ms)


def acted_bytes(seat: int, action: int, mark: Mark, spent_ms: int, lag_ms: int) -> bytes:
    """The canonical bytes of `Acted`, of which there is one for every decision."""
    return _ACTED.pack(EntryKind.ACTED, seat, action, mark, spent_ms, lag_ms)


@dataclass(frozen=True, slots=True)
class Struck:
    """A refused action of the seat to act, where refusals count; the decision stays open."""

    seat: int
    action: str
    """What was sent, in the record's words; shortened to 64 characters."""
    reason: str
    strikes: int
    """Strikes of the seat in this game, this one included."""

    def encode(self) -> bytes:
        """Canonical bytes."""
        return Writer(EntryKind.STRUCK).u8(self.seat).text(self.action).text(self.reason).u16(self.strikes).done()


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat lost the deal in which it was to act."""

    seat: int
    mark: Mark
    spent_ms: int
    """As in `Acted`."""
    lag_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        return _LOST.pack(EntryKind.LOST, self.seat, self.mark, self.spent_ms, self.lag_ms)


@dataclass(frozen=True, slots=True)
class Ended:
    """The last entry; it reveals the seed."""

    termination: Termination
    cause: str
    """Empty for a normal end."""
    seat: int
    """Whose fault it was; NOBODY if nobody's."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seed: bytes

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.ENDED).u8(self.termination).text(self.cause).u8(self.seat)
        return out.numbers(self.scores).numbers(self.winners).raw(self.seed).done()


@dataclass(frozen=True, slots=True)
class Board:
    """The only entry of a board's log: the seed that its games share."""

    board: str
    """Its id."""
    label: str
    """What stands for it in the shuffle: its number in the run, from 1."""
    request: bytes
    seed: bytes
    seed_mode: SeedMode
    created_ms: int

    def encode(self) -> bytes:
        """Canonical bytes."""
        out = Writer(EntryKind.BOARD).u8(FORMAT).text(self.board).text(self.label).raw(self.request).raw(self.seed)
        return out.u8(self.seed_mode).u64(self.created_ms).done()


Entry = Created | Joined | Dealt | Acted | Struck | Ended | Board | Lost


def decode(content: bytes) -> Entry:
    """The entry that the bytes stand for. Raises ValueError, saying what is wrong, if they are none."""
    if not content:
        raise ValueError("an entry without a byte")
    kind = EntryKind(content[0])
    if kind is EntryKind.ACTED:
        if len(content) != _ACTED.size:
            raise ValueError(f"an action has {_ACTED.size} bytes, not {len(content)}")
        _, seat, action, mark, spent_ms, lag_ms = _ACTED.unpack(content)
        return Acted(seat, action, Mark(mark), spent_ms, lag_ms)
    reader = Reader(content)
    entry = _read(kind, reader)
    reader.end()
    return entry


def _read(kind: EntryKind, reader: Reader) -> Entry:
    match kind:
        case EntryKind.CREATED:
            return _created(reader)
        case EntryKind.JOINED:
            return Joined(reader.u8(), reader.text(), reader.text(), reader.sized(), reader.raw(32))
        case EntryKind.DEALT:
            return Dealt(
                reader.u32(),
                reader.u32(),
                reader.u8(),
                reader.sized(),
                reader.numbers(),
                reader.numbers(),
                reader.numbers(),
                reader.numbers(),
                reader.numbers(),
                reader.raw(16),
            )
        case EntryKind.STRUCK:
            return Struck(reader.u8(), reader.text(), reader.text(), reader.u16())
        case EntryKind.ENDED:
            termination, cause, seat = Termination(reader.u8()), reader.text(), reader.u8()
            return Ended(termination, cause, seat, reader.numbers(), reader.numbers(), reader.raw(32))
        case EntryKind.BOARD:
            _check_format(reader)
            return Board(
                reader.text(), reader.text(), reader.raw(32), reader.raw(32), SeedMode(reader.u8()), reader.u64()
            )
        case EntryKind.LOST:
            return Lost(reader.u8(), Mark(reader.u8()), reader.u32(), reader.u32())
        case EntryKind.ACTED:
            raise AssertionError("read before")
        case _:
            assert_never(kind)


def _check_format(reader: Reader) -> None:
    found = reader.u8()
    if found != FORMAT:
        raise ValueError(f"log format {found} is not the format {FORMAT} that this version reads")


def _created(reader: Reader) -> Created:
    found = reader.u8()
    if found not in (FORMAT, DELAYED_FORMAT):
        raise ValueError(f"log format {found} is none of {FORMAT} and {DELAYED_FORMAT}, which this version reads")
    rules_version = reader.u16()
    if rules_version != RULES_VERSION:
        raise ValueError(f"rules version {rules_version} is not the version {RULES_VERSION} that is played here")
    game, request, ruleset = reader.text(), reader.raw(32), reader.text()
    seed, mode, commitment, board = reader.raw(32), SeedMode(reader.u8()), reader.raw(32), reader.text()
    nonces = tuple(reader.sized() for _ in range(reader.u8()))
    first_dealer = reader.u8()
    clocks = Clocks(reader.u32(), reader.u32(), reader.u32(), reader.u32())
    conduct = Conduct(reader.u16(), Sanction(reader.u8()), Sanction(reader.u8()))
    reservations = tuple(Reservation(reader.text(), reader.text()) for _ in range(reader.u8()))
    created_ms = reader.u64()
    delay = Delay(reader.u32(), reader.u16()) if found == DELAYED_FORMAT else NO_DELAY
    if found == DELAYED_FORMAT and not delay:
        raise ValueError(f"log format {DELAYED_FORMAT} is for a delay, and there is none")
    return Created(
        game, request, ruleset, seed, mode, commitment, board, nonces,
        first_dealer, clocks, conduct, reservations, created_ms, delay,
    )  # fmt: skip
