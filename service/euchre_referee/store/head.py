"""The head of a game's log: what an append is compared with, and whose turn it is.

Layout, little endian: version (4), digest (16), version of the current deal's entry (4), served time at which
the turn began (8), deadline (8), then the session to act. The append script writes it.
"""

from struct import Struct
from typing import Final, NamedTuple

from euchre_referee.store.errors import BrokenHead

DIGEST_BYTES: Final = 16
NO_DIGEST: Final = bytes(DIGEST_BYTES)
"""The digest of an empty log."""

_FIXED: Final = Struct("<I16sIQQ")


class Head(NamedTuple):
    """The end of a log. Times are served milliseconds of the game's bucket."""

    version: int
    """Entries in the log; 0 for a game that does not exist."""
    digest: bytes
    """Sixteen bytes of the hash chain after the last entry."""
    deal_version: int
    """The version whose entry began the current deal; 0 before the first."""
    turn: str | None
    """The session to act, if any."""
    turn_started: int
    deadline: int
    """When the turn is due; 0 if it has no limit."""


NO_HEAD: Final = Head(0, NO_DIGEST, 0, None, 0, 0)
"""The head of a game that does not exist (or no longer does)."""


def unpack_head(packed: bytes | None) -> Head:
    """Read the value of a head key; None gives NO_HEAD. Raises BrokenHead for anything else than a head."""
    if packed is None:
        return NO_HEAD
    if len(packed) < _FIXED.size:
        raise BrokenHead(f"a head has at least {_FIXED.size} bytes, this value has {len(packed)}")
    version, digest, deal_version, started, deadline = _FIXED.unpack_from(packed)
    session = packed[_FIXED.size :]
    try:
        turn = session.decode() if session else None
    except UnicodeDecodeError as error:
        raise BrokenHead(f"the session in a head is not UTF-8: {session[:40]!r}") from error
    return Head(version, digest, deal_version, turn, started, deadline)
