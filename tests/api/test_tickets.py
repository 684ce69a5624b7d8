"""Tickets that open one stream instead of a token."""

from datetime import UTC, datetime

import pytest

from euchre_referee.api import tickets
from euchre_referee.api.tickets import exchanged, ticket
from euchre_referee.api.tokens import Caller, InvalidToken, Role, Scope, Tokens
from euchre_referee.ops.keyring import Keyring

PATH = "/v1/games/x:watch"
FAR = 4_000_000_000


def bearer(tokens: Tokens, caller: Caller) -> Caller:
    """Who holds a token of the caller's."""
    return tokens.caller(tokens.issue(caller, FAR))


@pytest.mark.parametrize(
    "caller", [Caller("s"), Caller("s", Role.SPECTATOR), Caller.operating("s", {Scope.FULL_VIEW, Scope.ABORT})]
)
def test_a_ticket_stands_for_the_token_that_it_was_asked_with(caller: Caller) -> None:
    tokens = Tokens({"k": bytes(32)})
    held = bearer(tokens, caller)
    assert tokens.caller(exchanged(tokens, ticket(tokens, held, PATH), PATH)) == held


def test_it_is_good_for_its_path_and_its_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = Tokens({"k": bytes(32)})
    held = bearer(tokens, Caller("s"))
    told = ticket(tokens, held, PATH)
    with pytest.raises(InvalidToken, match="another stream"):
        exchanged(tokens, told, "/v1/games/y:watch")
    with pytest.raises(InvalidToken):
        tokens.caller(told)
    with pytest.raises(InvalidToken):
        exchanged(tokens, tokens.issue(held, FAR), PATH)
    with pytest.raises(InvalidToken):
        exchanged(Tokens({"k": b"x" * 32}), told, PATH)
    monkeypatch.setattr(tickets, "LIFETIME", -1)
    with pytest.raises(InvalidToken, match="expired"):
        exchanged(tokens, ticket(tokens, held, PATH), PATH)


def test_it_is_signed_with_the_key_of_the_token_and_retired_with_it() -> None:
    old = Keyring({"old": bytes(32)})
    tokens = Tokens(old)
    held = bearer(tokens, Caller("s"))
    both = old.with_new(in_use=True)
    tokens.take(both)
    told = ticket(tokens, held, PATH)
    assert tokens.caller(exchanged(tokens, told, PATH)).key == "old"
    tokens.take(both.without("old", datetime.now(UTC)))
    with pytest.raises(InvalidToken, match="retired"):
        exchanged(tokens, told, PATH)
