"""An append to a game's log: what is asked, how it is packed for the script, and what comes of it."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from euchre_referee.store.head import DIGEST_BYTES

MOST_ENTRIES: Final = 1000
"""Entries in one append; the script hands them to the server in one command."""

_DUE_ONLY: Final = 1
_KEEP_CLOCK: Final = 2
_FIXED: Final = struct.Struct("<I16sI16sIBBQQHH")
_LENGTH: Final = struct.Struct("<I")


class Stage(IntEnum):
    """Where a game stands, for lists and counts and for what is swept."""

    WAITING = 1
    RUNNING = 2
    FINISHED = 3


class SeatAdded(NamedTuple):
    """A session that takes a seat (0..255) of the game by this append."""

    session: str
    seat: int


class Append(NamedTuple):
    """Entries to add to a log whose history is `version` entries ending in `digest`.

    Sessions are texts of at most 255 bytes without NUL. Times are milliseconds of served time.
    """

    game: str
    version: int
    """Entries that the log must hold; 0 for a game to create."""
    digest: bytes
    """The head's digest that the log must have; NO_DIGEST for version 0."""
    entries: tuple[bytes, ...]
    new_digest: bytes
    """The digest after the entries."""
    deal_version: int
    """The version of the current deal's entry after this append; 0 before the first deal."""
    turn: str | None = None
    """The session to act after this append."""
    previous_turn: str | None = None
    """The session that was to act before it."""
    limit_ms: int = 0
    """The turn's limit, counted from this append; 0 for none."""
    keep_clock: bool = False
    """The turn goes on: its start and its deadline stay (a strike, say); `limit_ms` is not read."""
    due_only: bool = False
    """Accept only if the turn's deadline has passed: a timeout."""
    stage: Stage | None = None
    """The stage that the game enters by this append, if it changes."""
    seats_added: tuple[SeatAdded | tuple[str, int], ...] = ()
    expire_ms: int = 0
    """With FINISHED: the game is removed this long after; 0 keeps it until it is released."""

    @property
    def new_version(self) -> int:
        """Entries in the log after this append."""
        return self.version + len(self.entries)


@dataclass(frozen=True, slots=True)
class Committed:
    """The entries stand in the log, flushed as the store's fsync policy says."""

    version: int
    """Entries in the log after them."""
    served_ms: int
    """The served time at which they were appended."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The log has another history: nothing was appended. Read it again and decide anew."""

    version: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class NotDue:
    """The history is as expected but the turn's deadline has not passed (`due_only`)."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing is known to have been appended, because of a fault of the store or of the game's keys.

    With `unavailable` the store did not answer in time. The append may be asked again as it is: if it was
    made after all, the log says so.
    """

    reason: str
    unavailable: bool = False


Outcome: TypeAlias = Committed | Conflict | NotDue | Failed


def pack_append(append: Append) -> bytes:
    """The append as the script reads it. Raises ValueError, naming the field, for what cannot be stored."""
    if not 0 < len(append.entries) <= MOST_ENTRIES:
        raise ValueError(f"{append.game}: an append has 1 to {MOST_ENTRIES} entries, not {len(append.entries)}")
    if len(append.digest) != DIGEST_BYTES or len(append.new_digest) != DIGEST_BYTES:
        raise ValueError(f"{append.game}: a digest has {DIGEST_BYTES} bytes")
    flags = (_DUE_ONLY if append.due_only else 0) | (_KEEP_CLOCK if append.keep_clock else 0)
    try:
        parts = [
            _FIXED.pack(
                append.version,
                append.digest,
                append.new_version,
                append.new_digest,
                append.deal_version,
                flags,
                append.stage or 0,
                append.limit_ms,
                append.expire_ms,
                len(append.entries),
                len(append.seats_added),
            ),
            _short(append.game),
            _short(append.turn or ""),
            _short(append.previous_turn or ""),
        ]
    except struct.error as error:
        raise ValueError(f"{append.game}: a number of the append is out of its range: {error}") from error
    for entry in append.entries:
        parts.append(_LENGTH.pack(len(entry)))
        parts.append(entry)
    for session, seat in append.seats_added:
        parts.append(_short(session))
        parts.append(bytes((seat,)))
    return b"".join(parts)


@lru_cache(maxsize=1 << 16)
def _short(text: str) -> bytes:
    encoded = text.encode()
    if len(encoded) > 255 or b"\0" in encoded:
        raise ValueError(f"{text[:40]!r}...: at most 255 bytes without NUL")
    return bytes((len(encoded),)) + encoded
