"""The name of a game, which also says where it is kept.

An id is `<bucket>-<16 base32 characters>`. The bucket picks the hash tag of the game's keys, so that a game
and the indexes it stands in share one slot of a cluster.
"""

import re
from base64 import b32encode
from functools import lru_cache
from hashlib import sha256
from typing import Final

BUCKETS: Final = 64
"""Buckets of a store unless it was begun with another number; at most 1024."""

_NAME_BYTES: Final = 10
_FORM: Final = re.compile(r"(0|[1-9][0-9]{0,3})-[a-z2-7]{16}")


def game_id(key: bytes, buckets: int = BUCKETS) -> str:
    """The id of the game created under `key` (32 bytes, the digest of the create request).

    The same key gives the same id, so a create that is sent again meets its own game.
    """
    digest = sha256(b"euchre game id" + key).digest()
    name = b32encode(digest[:_NAME_BYTES]).decode("ascii").lower()
    return f"{int.from_bytes(digest[_NAME_BYTES : _NAME_BYTES + 4], 'big') % buckets}-{name}"


def is_game_id(text: str, buckets: int = BUCKETS) -> bool:
    """Whether `text`, which may come from anybody, has the form of an id in a store of `buckets` buckets."""
    return _FORM.fullmatch(text) is not None and int(text.partition("-")[0]) < buckets


@lru_cache(maxsize=1 << 16)
def bucket_of(game: str) -> int:
    """The bucket of a game. Raises ValueError for a text that is no id."""
    if _FORM.fullmatch(game) is None:
        raise ValueError(f"{game[:40]!r} is no game id: expected <bucket>-<16 characters a-z, 2-7>")
    return int(game.partition("-")[0])
