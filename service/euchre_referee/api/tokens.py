"""Signed tokens: who calls, and what the caller may do (docs/api.md, "Tokens").

A token is a JSON Web Token signed with HMAC-SHA256. Its subject is the session that seats are bound to; whoever
holds the token holds the seats.
"""

import hmac
import secrets
from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Final, NamedTuple

import jwt

ISSUER: Final = "euchre-referee"
KEY_BYTES: Final = 32
MOST_SESSION_BYTES: Final = 100
_ALGORITHM: Final = "HS256"
_REMEMBERED: Final = 4096


class Caller(NamedTuple):
    """Who calls."""

    session: str
    """Empty for a caller without a token."""
    operator: bool = False


NOBODY: Final = Caller("")


class InvalidToken(Exception):
    """A token that is not accepted; the text says why and tells nothing secret."""


class Tokens:
    """Signs tokens with the newest key and accepts those of every key."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """`keys` by name, the one to sign with last; at least 32 bytes each."""
        if not keys:
            raise ValueError("no key to sign tokens with")
        for name, key in keys.items():
            if len(key) < KEY_BYTES:
                raise ValueError(f"the token key {name!r} has {len(key)} bytes, at least {KEY_BYTES} are needed")
        self._keys: Final = dict(keys)
        self._signing: Final = list(keys)[-1]
        self._known: Final[dict[str, tuple[Caller, float]]] = {}

    def issue(self, caller: Caller, expires: int) -> str:
        """A token that holds until `expires`, seconds since 1970."""
        claims = {"iss": ISSUER, "sub": caller.session, "exp": expires, "op": caller.operator}
        return jwt.encode(claims, self._keys[self._signing], _ALGORITHM, headers={"kid": self._signing})

    def session_for(self, join: bytes) -> str:
        """The session of a player who came without a token; the same join gives the same one."""
        return "p-" + hmac.digest(self._keys[self._signing], b"session " + join, "sha256").hex()[:32]

    def caller(self, token: str) -> Caller:
        """Who holds a token. Raises InvalidToken."""
        known = self._known.get(token)
        if known is not None and known[1] > time():
            return known[0]
        caller, expires = self._checked(token)
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[token] = caller, expires
        return caller

    def _checked(self, token: str) -> tuple[Caller, float]:
        try:
            name = jwt.get_unverified_header(token).get("kid", "")
            key = self._keys.get(name)
            if key is None:
                raise InvalidToken("the token is signed with a key that is not known here")
            claims = jwt.decode(token, key, [_ALGORITHM], issuer=ISSUER, options={"require": ["sub", "exp", "iss"]})
        except jwt.ExpiredSignatureError as error:
            raise InvalidToken("the token has expired: ask for a new one") from error
        except jwt.InvalidTokenError as error:
            raise InvalidToken(f"the token is not valid: {error}") from error
        if not claims["sub"]:
            raise InvalidToken("the token is not valid: it names no session")
        return Caller(str(claims["sub"]), claims.get("op") is True), float(claims["exp"])


def load_keys(path: Path) -> dict[str, bytes]:
    """The keys of a file: one a line, `name hexadecimal-digits`, the newest last. Raises ValueError, OSError."""
    keys: dict[str, bytes] = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if not line.strip():
            continue
        name, _, digits = line.strip().partition(" ")
        try:
            keys[name] = bytes.fromhex(digits)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: expected `name hexadecimal-digits`") from error
    return keys


def make_keys(path: Path) -> dict[str, bytes]:
    """The keys of a file, which is made with one new key, readable only by its owner, if it is not there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        new.touch(mode=0o600)
        new.write_text(f"k{secrets.token_hex(4)} {secrets.token_hex(KEY_BYTES)}\n")
        # Another process may have been quicker: its key stays.
        try:
            path.hardlink_to(new)
        except FileExistsError:
            pass
        finally:
            new.unlink()
    return load_keys(path)
