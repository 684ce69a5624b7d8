"""Entries as they lie in the store where it must not be able to read them (docs/security.md, "Sealed games").

What is sealed is an entry's canonical bytes, whole, after the chain has gone over them and before they are sent to
the store. So logs, heads and proofs are the same with and without it, and whoever checks a game need not know.

    sealed entry = ff | 01 | u8 length, name of the key | 12 bytes nonce | AES-256-GCM(entry) with its tag of 16 bytes

The cipher's key is HMAC-SHA-256(key, "euchre/1 seal " game); the name of the key, the entry's version (u64) and the
game go in as associated data, so that a sealed entry fits at its own place only. No entry begins with ff otherwise.
"""

import hmac
import os
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from euchre_referee.store.append import Append
from euchre_referee.store.errors import StoreError

_SEALED: Final = 0xFF
_SCHEME: Final = 1
_BEGIN: Final = bytes((_SEALED, _SCHEME))
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_CIPHERS_KEPT: Final = 4096


class UnknownSeal(StoreError):
    """A game is sealed with a key that this process does not have."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"game {game} is sealed with the key {name!r}, which this referee does not have")
        self.name = name


class Sealing:
    """Seals with the newest key what is appended, and opens what is read; without keys it seals nothing."""

    def __init__(self, keys: Mapping[str, bytes] | None = None, retired: Collection[str] = ()) -> None:
        """`keys` by name, the newest last; `retired`: names of keys that were, of which no game is left."""
        self._keys: Final = dict(keys or {})
        self.retired: Final = frozenset(retired)
        self.newest: Final = list(self._keys)[-1] if self._keys else None
        self._cipher: Final = lru_cache(maxsize=_CIPHERS_KEPT)(self._new_cipher)

    def has(self, name: str) -> bool:
        """The key is at hand."""
        return name in self._keys

    def closed(self, append: Append) -> Append:
        """An append as it is sent to the store."""
        if self.newest is None:
            return append
        return append._replace(
            entries=tuple(
                self._close(append.game, version, entry) for version, entry in enumerate(append.entries, append.version)
            )
        )

    def opened(self, game: str, version: int, entries: Sequence[bytes]) -> tuple[bytes, ...]:
        """Entries read from a log, the first of which has `version` entries before it.

        Those that are not sealed stay as they are, and so do those that were not sealed there by a referee, but
        changed, moved or cut: they are no entries, which whoever decodes them finds. Raises UnknownSeal.
        """
        return tuple(
            self._open(game, place, entry) if entry[:1] == _BEGIN[:1] else entry
            for place, entry in enumerate(entries, version)
        )

    def _close(self, game: str, version: int, entry: bytes) -> bytes:
        assert self.newest is not None
        name, nonce = self.newest.encode(), os.urandom(_NONCE_BYTES)
        sealed = self._cipher(self.newest, game).encrypt(nonce, entry, _place(name, game, version))
        return b"".join((_BEGIN, bytes((len(name),)), name, nonce, sealed))

    def _open(self, game: str, version: int, sealed: bytes) -> bytes:
        begin, length, rest = sealed[:2], sealed[2:3], sealed[3:]
        if begin != _BEGIN or not length or len(rest) < length[0] + _NONCE_BYTES + _TAG_BYTES:
            return sealed
        name, rest = rest[: length[0]], rest[length[0] :]
        told = name.decode(errors="replace")
        if told not in self._keys:
            raise UnknownSeal(game, told)
        try:
            return self._cipher(told, game).decrypt(
                rest[:_NONCE_BYTES], rest[_NONCE_BYTES:], _place(name, game, version)
            )
        except InvalidTag:
            return sealed

    def _new_cipher(self, name: str, game: str) -> AESGCM:
        # A key of its own for every game: the nonces are drawn, and one key would see too many of them.
        return AESGCM(hmac.digest(self._keys[name], b"euchre/1 seal " + game.encode(), "sha256"))


def _place(name: bytes, game: str, version: int) -> bytes:
    return b"".join((bytes((len(name),)), name, version.to_bytes(8, "big"), game.encode()))
