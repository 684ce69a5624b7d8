"""Tokens for a storm's sessions."""

from time import time

from euchre_referee.api.tokens import Caller, Tokens


def token_of(tokens: Tokens, caller: Caller) -> str:
    """Good for a day."""
    return tokens.issue(caller, int(time()) + 86_400)
