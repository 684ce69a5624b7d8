"""The names of the store's keys. All keys of a bucket carry its hash tag, so they share a cluster slot."""

from functools import lru_cache
from typing import NamedTuple

from euchre_referee.store.game_id import bucket_of

FORMAT_KEY = "euchre:format"
"""Says with how many buckets, and in which form, the store was begun."""

CHANNEL_PREFIX = b"euchre:replica:"
"""Begins the name of the channel on which a replica listens."""


class BucketKeys(NamedTuple):
    """What a bucket keeps beside its games' logs and heads, in the order in which the scripts expect it."""

    clock: bytes
    """Served milliseconds, the server's time when they were counted, and the change sequence; packed."""
    due: bytes
    """Sorted set: game by deadline, in served milliseconds."""
    turns: bytes
    """Sorted set: `session NUL game` by the change sequence at which the turn was given."""
    seats: bytes
    """Sorted set of equal scores: `session NUL game NUL seat`, looked up by its beginning."""
    seated: bytes
    """Hash: game to its members in `seats`, so that they can leave with it."""
    waiting: bytes
    """Sorted set: game by the served time at which it was created."""
    running: bytes
    """Sorted set: game by the served time at which it began."""
    finished: bytes
    """Sorted set: game by the served time at which it expires."""


@lru_cache(maxsize=1024)
def bucket_keys(bucket: int) -> BucketKeys:
    """The index keys of a bucket."""
    return BucketKeys(*(f"{{b{bucket}}}:{name}".encode("ascii") for name in BucketKeys._fields))


@lru_cache(maxsize=1 << 16)
def log_key(game: str) -> bytes:
    """The list of a game's entries."""
    return b"{b%d}:log:%b" % (bucket_of(game), game.encode("ascii"))


@lru_cache(maxsize=1 << 16)
def head_key(game: str) -> bytes:
    """The packed head of a game."""
    return b"{b%d}:head:%b" % (bucket_of(game), game.encode("ascii"))


def presence_key(session: str, bucket: int) -> bytes:
    """Which replica serves a session."""
    return b"{b%d}:at:%b" % (bucket, session.encode())


def tournaments_key(bucket: int) -> bytes:
    """Sorted set: the tournaments of a bucket by the time at which they were made, milliseconds since 1970."""
    return b"{b%d}:tournaments" % bucket


def open_tournaments_key(bucket: int) -> bytes:
    """Set: those of them that may not have ended."""
    return b"{b%d}:open" % bucket


def lease_key(name: str) -> bytes:
    """Who leads a tournament, for as long as the key lives."""
    return b"{b%d}:lead:%b" % (bucket_of(name), name.encode("ascii"))
