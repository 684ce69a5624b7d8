"""Tickets: signed words that open one stream over HTTP instead of a token (docs/security.md, "Streams in browsers").

A browser's EventSource sends no headers, and what stands in an address may be written down by whatever it passes. So
it is no token that stands there, but what opens a single path for a minute and nothing else.
"""

from time import time
from typing import Final

from euchre_referee.api.tokens import Caller, InvalidToken, Tokens

LIFETIME: Final = 60
"""Seconds in which a stream may be opened; it goes on after them."""

_PURPOSE: Final = "stream"
_PATH: Final = "path"


def ticket(tokens: Tokens, caller: Caller, path: str) -> str:
    """A ticket for the holder of a token. It is signed with the token's key, and retired with it."""
    return tokens.issue(caller, int(time()) + LIFETIME, purpose=_PURPOSE, more={_PATH: path})


def exchanged(tokens: Tokens, told: str, path: str) -> str:
    """The token that a ticket stands for, for one call in this process. Raises InvalidToken."""
    caller, claims = tokens.checked(told, _PURPOSE)
    if claims.get(_PATH) != path:
        raise InvalidToken("the ticket is for another stream")
    return tokens.issue(caller, int(time()) + LIFETIME)
