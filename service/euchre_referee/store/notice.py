"""What replicas tell each other. A notice is a hint: it may be lost, come twice or come late."""

from collections.abc import Iterable
from struct import Struct, error
from typing import Final, NamedTuple, TypeAlias

_TURNS: Final = b"T"
_SUPERSEDED: Final = b"S"
_EPOCH: Final = Struct("<Q")
_TURN: Final = Struct("<BBI")


class TurnNotice(NamedTuple):
    """A session is to act in a game that has reached `version`."""

    session: str
    game: str
    version: int


class Superseded(NamedTuple):
    """A session was claimed anew with `epoch`; what served it before must let it go."""

    session: str
    epoch: int


Notice: TypeAlias = TurnNotice | Superseded


def pack_turns(notices: Iterable[TurnNotice]) -> bytes:
    """One message for many turns."""
    parts = [_TURNS]
    for session, game, version in notices:
        packed_session, packed_game = session.encode(), game.encode()
        parts += (_TURN.pack(len(packed_session), len(packed_game), version), packed_session, packed_game)
    return b"".join(parts)


def unpack_notices(message: bytes) -> list[Notice]:
    """The notices of a message (scripts/claim.lua packs Superseded). Raises ValueError for any other bytes."""
    try:
        if message[:1] == _SUPERSEDED:
            return [Superseded(message[1 + _EPOCH.size :].decode(), _EPOCH.unpack_from(message, 1)[0])]
        if message[:1] == _TURNS:
            return list(_unpack_turns(message))
    except (error, UnicodeDecodeError) as problem:
        raise ValueError(f"no notice can be read from {message[:40]!r}: {problem}") from problem
    raise ValueError(f"no notice begins as {message[:40]!r} does")


def _unpack_turns(message: bytes) -> Iterable[TurnNotice]:
    at = 1
    while at < len(message):
        session, game, version = _TURN.unpack_from(message, at)
        at += _TURN.size
        packed = message[at : at + session + game]
        if len(packed) < session + game:
            raise error("a text is cut short")
        at += session + game
        yield TurnNotice(packed[:session].decode(), packed[session:].decode(), version)
