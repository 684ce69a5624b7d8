"""The hash chain of a game's log (docs/fairness.md, "Chain").

A head stands for the whole history up to it. It is salted from the seed, so a head that a player sees tells
nothing about the hidden cards; once the seed is revealed, anybody can compute every head again.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256

from euchre_referee.fairness.layout import domain, exactly, u32, u64
from euchre_referee.fairness.seeds import SEED_BYTES

HEAD_BYTES = 16
SALT_BYTES = 32
GENESIS = bytes(HEAD_BYTES)
"""The head of an empty log."""

_SALT = domain("salt")
_ENTRY = domain("entry")
_HEAD = domain("head")


def salt(seed: bytes, version: int) -> bytes:
    """The 32-byte salt of entry `version`; the first entry of a log is version 1."""
    return hmac.digest(exactly("a seed", seed, SEED_BYTES), _SALT + u64(version), "sha256")


def next_head(head: bytes, salt: bytes, entry: bytes) -> bytes:
    """The 16-byte head after `entry` is appended to the log whose head is `head`.

    `entry` is given in its canonical bytes. Raises ValueError for a head or a salt of another length.
    """
    exactly("a head", head, HEAD_BYTES)
    exactly("a salt", salt, SALT_BYTES)
    inner = sha256(_ENTRY + salt + u32(len(entry)) + entry).digest()
    return sha256(_HEAD + head + inner).digest()[:HEAD_BYTES]


def head_of(seed: bytes, entries: Iterable[bytes]) -> bytes:
    """The head of a whole log: `GENESIS` if it is empty."""
    head = GENESIS
    for version, entry in enumerate(entries, start=1):
        head = next_head(head, salt(seed, version), entry)
    return head
