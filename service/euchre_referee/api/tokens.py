"""Signed tokens: who calls, and what the caller may do (docs/access.md, "Tokens").

A token is a JSON Web Token signed with HMAC-SHA256. Its subject is the session that seats are bound to; whoever
holds the token holds the seats.
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from hashlib import sha256
from time import time
from typing import Any, Final, NamedTuple

import jwt

from euchre_referee.ops.keyring import Keyring

ISSUER: Final = "euchre-referee"
DEFAULT_AUDIENCE: Final = "euchre-referee"
MOST_SESSION_BYTES: Final = 100
_ALGORITHM: Final = "HS256"
_REQUIRED: Final = ("sub", "exp", "iss", "aud")
_REMEMBERED: Final = 4096
_GUESTS: Final = "p-"


class Role(StrEnum):
    """What a token is for."""

    PLAYER = "player"
    OPERATOR = "operator"
    SPECTATOR = "spectator"
    """Looks on; makes no games and takes no seats."""


class Scope(StrEnum):
    """What an operator's token allows."""

    CREATE = "create"
    """Boards; games with a board, a chosen seed or reserved seats, and any number of games that wait."""
    ABORT = "abort"
    ISSUE = "issue"
    """Tokens for players and spectators."""
    BOARDS = "boards"
    """Looking at the games of boards, whose cards may still be in play at another table."""
    FULL_VIEW = "full_view"
    """All cards of a game that is still played."""


OPERATOR_SCOPES: Final = frozenset(Scope) - {Scope.FULL_VIEW}
"""What an operator's token allows unless it is said otherwise: everything but looking into hands."""


class Caller(NamedTuple):
    """Who calls."""

    session: str
    """Empty for a caller without a token."""
    role: Role = Role.PLAYER
    scopes: frozenset[Scope] = frozenset()
    key: str = ""
    """The name of the key that the token is signed with."""

    @classmethod
    def operating(cls, session: str, scopes: Collection[Scope] = OPERATOR_SCOPES) -> "Caller":
        """An operator."""
        return cls(session, Role.OPERATOR, frozenset(scopes))

    @property
    def operator(self) -> bool:
        """An operator's token, whatever it allows."""
        return self.role is Role.OPERATOR

    def may(self, scope: Scope) -> bool:
        """The token allows it."""
        return scope in self.scopes


NOBODY: Final = Caller("")


class InvalidToken(Exception):
    """A token that is not accepted; the text says why and tells nothing secret."""


class Tokens:
    """Signs tokens with the newest key and accepts those of every key that is not retired."""

    def __init__(self, keys: Keyring | Mapping[str, bytes], audience: str = DEFAULT_AUDIENCE) -> None:
        """`audience`: the service that tokens are for; those for another one are refused. Raises KeyProblem."""
        self._ring = keys if isinstance(keys, Keyring) else Keyring(keys)
        self._audience: Final = audience
        self._known: Final[dict[str, tuple[Caller, float]]] = {}
        self._listeners: Final[list[Callable[[], None]]] = []
        self.look_for_keys: Callable[[], None] = _nowhere
        """Called when a token names a key that is not known: it may have been made a moment ago."""

    def take(self, ring: Keyring) -> None:
        """Goes on with other keys; tokens of those that are gone are not accepted any more."""
        self._ring = ring
        self._known.clear()
        for listener in self._listeners:
            listener()

    def on_new_keys(self, listener: Callable[[], None]) -> None:
        """Calls it whenever there are other keys."""
        self._listeners.append(listener)

    def issue(
        self,
        caller: Caller,
        expires: int,
        not_before: int | None = None,
        *,
        purpose: str = "",
        more: Mapping[str, str] | None = None,
    ) -> str:
        """A token that holds until `expires`, and from `not_before` on, seconds since 1970.

        With a purpose it is good for that alone, and no token for calls. `more` are claims of its own. What is signed
        for somebody whose own token is known gets the same key.
        """
        claims: dict[str, object] = {
            **(more or {}),
            "iss": ISSUER,
            "aud": self._audience_for(purpose),
            "sub": caller.session,
            "exp": expires,
            "role": caller.role.value,
        }
        if caller.scopes:
            claims["scope"] = " ".join(sorted(caller.scopes))
        if not_before is not None:
            claims["nbf"] = not_before
        ring = self._ring
        name = caller.key if caller.key in ring.keys else ring.newest
        return jwt.encode(claims, ring.keys[name], _ALGORITHM, headers={"kid": name})

    def caller(self, token: str) -> Caller:
        """Who holds a token. Raises InvalidToken."""
        known = self._known.get(token)
        if known is not None and known[1] > time():
            return known[0]
        caller, claims = self.checked(token)
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[token] = caller, float(claims["exp"])
        return caller

    def holds(self, caller: Caller) -> bool:
        """The key that a caller's token was signed with is in use still."""
        return not caller.key or caller.key in self._ring.keys

    def checked(self, token: str, purpose: str = "") -> tuple[Caller, Mapping[str, Any]]:
        """Who holds a token that was issued for a purpose, and its claims. Raises InvalidToken."""
        try:
            name = jwt.get_unverified_header(token).get("kid", "")
            claims = jwt.decode(
                token,
                self._key(name),
                [_ALGORITHM],
                issuer=ISSUER,
                audience=self._audience_for(purpose),
                options={"require": list(_REQUIRED)},
            )
        except jwt.InvalidTokenError as error:
            raise InvalidToken(_told(error)) from error
        if not claims["sub"]:
            raise InvalidToken("the token is not valid: it names no session")
        return Caller(str(claims["sub"]), *_rights(claims), key=name), claims

    def _audience_for(self, purpose: str) -> str:
        return f"{self._audience} {purpose}" if purpose else self._audience

    def _key(self, name: str) -> bytes:
        if name not in self._ring.keys and name not in self._ring.retired:
            self.look_for_keys()
        key = self._ring.keys.get(name)
        if key is not None:
            return key
        if name in self._ring.retired:
            when = self._ring.retired[name]
            raise InvalidToken(f"the token is signed with the key {name}, which was retired {when}: ask for a new one")
        raise InvalidToken("the token is signed with a key that is not known here")


def session_of_join(join: bytes) -> str:
    """The session of a player who came without a token; the same join gives the same one, whatever keys there are."""
    return _GUESTS + sha256(b"euchre session " + join).hexdigest()[:32]


def is_of_a_guest(session: str) -> bool:
    """Whoever has it came without a token, and may have as many others."""
    return session.startswith(_GUESTS)


def _rights(claims: Mapping[str, Any]) -> tuple[Role, frozenset[Scope]]:
    """Role and scopes; a scope that this release does not know allows nothing."""
    try:
        role = Role(claims.get("role", Role.PLAYER))
    except ValueError as error:
        raise InvalidToken("the token is not valid: its role is none that is known here") from error
    if role is not Role.OPERATOR:
        return role, frozenset()
    words = str(claims.get("scope", "")).split()
    return role, frozenset(scope for scope in Scope if scope in words)


def _told(error: jwt.InvalidTokenError) -> str:
    match error:
        case jwt.ExpiredSignatureError():
            return "the token has expired: ask for a new one"
        case jwt.ImmatureSignatureError():
            return "the token is not valid yet: its time begins later"
        case jwt.InvalidAudienceError():
            return "the token is for another service: ask this one's operator for a token"
        case _:
            return f"the token is not valid: {error}"


def _nowhere() -> None:
    return None
