"""Roles, scopes and keys: who may call what, and what is written down of it."""

import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from time import time
from typing import Any, Final

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import tournament_service_pb2 as tournament
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Role, Scope, Tokens
from euchre_referee.ops.audit import AuditLog
from euchre_referee.ops.keyring import Keyring
from tests.api.callers import Caller, Told, new_game, told
from tests.api.nearby import Nearby, nearby
from tests.api.test_server import read_all
from tests.conftest import Server

OLD, NEW = bytes(32), b"n" * 32
SOON: Final = 600


def token(bearer: Bearer, keys: Keyring | None = None) -> str:
    """A token for ten minutes."""
    return Tokens(keys or Keyring({"k": OLD})).issue(bearer, int(time()) + SOON)


class Guarded:
    """A referee that lets nobody in without a token, and the file of its audit log."""

    def __init__(self, referee: Nearby, audit: Path) -> None:
        self.address: Final = referee.address
        self._audit: Final = audit

    def caller(self, role: Role, *scopes: Scope) -> Caller:
        """The bearer of a token."""
        return Caller(self.address, token(Bearer(f"{role}-{uuid.uuid4().hex[:8]}", role, frozenset(scopes))))

    def lines(self) -> list[dict[str, Any]]:
        """What operators did."""
        return [json.loads(line) for line in self._audit.read_text().splitlines()]


@pytest.fixture
async def guarded(server: Server, tmp_path: Path) -> AsyncIterator[Guarded]:
    """A referee of its own."""
    path = tmp_path / "audit"
    audit = AuditLog(path)
    async with nearby(server.store, anonymous=False, audit=audit) as referee:
        yield Guarded(referee, path)
    audit.close()


async def test_without_a_token_nothing_is_served_but_health(guarded: Guarded) -> None:
    async with Caller(guarded.address) as anybody:
        stub = anybody.referee
        calls: list[tuple[Any, Any]] = [
            (stub.ListPresets, api.ListPresetsRequest()),
            (stub.CreateGame, new_game()),
            (stub.JoinGame, api.JoinGameRequest(request_id=str(uuid.uuid4()))),
            (stub.GetView, api.GetViewRequest()),
            (stub.Act, api.ActRequest()),
            (stub.GetRecord, api.GetRecordRequest()),
            (stub.Verify, api.VerifyRequest()),
            (stub.AbortGame, api.AbortGameRequest()),
            (anybody.player.ListTurns, player.ListTurnsRequest()),
            (anybody.tournament.CreateBoards, tournament.CreateBoardsRequest()),
        ]
        for method, request in calls:
            assert (await anybody.refused(method, request)).code is grpc.StatusCode.UNAUTHENTICATED
        for stream in (anybody.play(), stub.Watch(api.WatchRequest())):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await read_all(stream)
            assert told(raised.value).reason == "UNAUTHENTICATED"
        health: Any = health_pb2_grpc.HealthStub(anybody.channel)
        assert (await health.Check(health_pb2.HealthCheckRequest())).status == health_pb2.HealthCheckResponse.SERVING


async def test_a_spectator_looks_on_and_does_nothing_else(guarded: Guarded) -> None:
    async with guarded.caller(Role.PLAYER) as maker, guarded.caller(Role.SPECTATOR) as spectator:
        game = (await maker.call(maker.referee.CreateGame, new_game())).game
        assert not (await spectator.view(game)).view.HasField("viewer")
        assert (await spectator.call(spectator.referee.GetRecord, api.GetRecordRequest(game=game))).record
        stub = spectator.referee
        join = api.JoinGameRequest(request_id="r", game=game)
        calls: list[tuple[Any, Any]] = [
            (stub.CreateGame, new_game()),
            (stub.JoinGame, join),
            (stub.Act, api.ActRequest()),
            (spectator.player.Act, player.PlayerServiceActRequest()),
            (spectator.player.ListTurns, player.ListTurnsRequest()),
        ]
        for method, request in calls:
            refused = await spectator.refused(method, request)
            assert (refused.reason, "spectator" in refused.text) == ("PERMISSION_DENIED", True)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await read_all(spectator.play())
        assert told(raised.value).reason == "PERMISSION_DENIED"


async def ended(call: Any) -> None:
    """Reads a stream to its end."""
    while await call.read() is not grpc.aio.EOF:
        pass


Deed = Callable[[Caller], Awaitable[Told | None]]


async def outcome(caller: Caller, method: Any, request: Any) -> Told | None:
    """What a call was told, None if it was carried out."""
    try:
        await caller.call(method, request)
    except grpc.aio.AioRpcError as error:
        return told(error)
    return None


def deeds(game: str) -> dict[Scope, list[Deed]]:
    """What each scope allows."""
    reserved = new_game(["a", "b", "c", "d"])
    chosen = new_game()
    chosen.seed = bytes(32)
    boards = tournament.CreateBoardsRequest(request_id=str(uuid.uuid4()), count=1)
    return {
        Scope.CREATE: [
            lambda caller: outcome(caller, caller.referee.CreateGame, reserved),
            lambda caller: outcome(caller, caller.referee.CreateGame, chosen),
            lambda caller: outcome(caller, caller.tournament.CreateBoards, boards),
        ],
        Scope.ISSUE: [lambda caller: outcome(caller, caller.referee.IssueToken, api.IssueTokenRequest(session="s"))],
        Scope.ABORT: [lambda caller: outcome(caller, caller.referee.AbortGame, api.AbortGameRequest(game=game))],
    }


@pytest.mark.parametrize("scope", [Scope.CREATE, Scope.ISSUE, Scope.ABORT])
async def test_an_operator_may_what_the_scopes_say(guarded: Guarded, scope: Scope) -> None:
    async with guarded.caller(Role.PLAYER) as maker:
        game = (await maker.call(maker.referee.CreateGame, new_game())).game
        calls = deeds(game)[scope]
        for deed in calls:
            refused = await deed(maker)
            assert refused is not None
            assert (refused.reason, "operators" in refused.text) == ("PERMISSION_DENIED", True)
    async with guarded.caller(Role.OPERATOR, *(set(Scope) - {scope})) as lacking:
        for deed in calls:
            refused = await deed(lacking)
            assert refused is not None
            assert (refused.reason, f"scope {scope}" in refused.text) == ("PERMISSION_DENIED", True)
    async with guarded.caller(Role.OPERATOR, scope) as allowed:
        for deed in calls:
            assert await deed(allowed) is None
    written = guarded.lines()
    assert {line["scope"] for line in written} == {scope}
    results = ["PERMISSION_DENIED"] * 2 * len(calls) + ["OK"] * len(calls)
    assert [line["result"] for line in written] == results
    assert [line["role"] for line in written] == [
        role for role in ("player", "operator", "operator") for _ in range(len(calls))
    ]
    assert {line["kid"] for line in written} == {"k"}
    assert {line["peer"] for line in written} == {"127.0.0.1"}


async def test_the_audit_log_tells_what_was_done_and_nothing_secret(guarded: Guarded) -> None:
    async with guarded.caller(Role.OPERATOR, *Scope) as operator:
        request = new_game(["a", "b", "c", "d"])
        request.seed = bytes(range(32))
        game = (await operator.call(operator.referee.CreateGame, request)).game
        operator.metadata += (("x-request-id", "mine"),)
        issued = await operator.call(operator.referee.IssueToken, api.IssueTokenRequest(session="bot"))
        await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game, cause="rain"))
        bad = api.AbortGameRequest(game=game, cause="\n")
        assert (await operator.refused(operator.referee.AbortGame, bad)).reason == "INVALID_REQUEST"
        await operator.view(game)
    made, token_line, aborted, refused = guarded.lines()
    assert (made["method"], made["request_id"], made["seed"]) == ("CreateGame", request.request_id, "chosen")
    assert (token_line["session"], token_line["lifetime_seconds"]) == ("bot", 86_400)
    assert (aborted["game"], aborted["cause"], aborted["request_id"]) == (game, "rain", "mine")
    assert refused["result"] == "INVALID_REQUEST"
    text = json.dumps(guarded.lines())
    for secret in (issued.token, bytes(range(32)).hex(), operator.metadata[0][1].split()[1]):
        assert secret not in text


async def test_keys_are_rotated_while_the_referee_runs(server: Server, session: str) -> None:
    before = Keyring({"old": OLD})
    rotated = Keyring({"old": OLD, "new": NEW})
    retired = Keyring({"new": NEW}, {"old": "2026-05-01"})
    tokens = Tokens(before)
    async with nearby(server.store, tokens=tokens) as referee:
        first = Caller(referee.address, token(Bearer(session), before))
        second = Caller(referee.address, token(Bearer(session), rotated))
        operator = Caller(referee.address, token(Bearer.operating("op"), rotated))
        async with first, second, operator:
            list_turns, request = first.player.ListTurns, player.ListTurnsRequest()
            refused = await second.refused(second.player.ListTurns, request)
            assert (refused.reason, "not known" in refused.text) == ("UNAUTHENTICATED", True)
            # What the file has meanwhile is found when it is asked for.
            tokens.look_for_keys = lambda: tokens.take(rotated)
            await second.call(second.player.ListTurns, request)
            await first.call(list_turns, request)
            game = await operator.create([session] * 4)
            playing = first.play()
            await playing.write(player.PlayRequest())
            assert isinstance(await playing.read(), player.PlayResponse)
            watching = first.referee.Watch(api.WatchRequest(game=game), metadata=first.metadata)
            assert isinstance(await watching.read(), api.WatchResponse)
            tokens.take(retired)
            refused = await first.refused(list_turns, request)
            assert (refused.reason, "the key old, which was retired 2026-05-01" in refused.text) == (
                "UNAUTHENTICATED",
                True,
            )
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await ended(playing)
            assert told(raised.value).reason == "UNAUTHENTICATED"
            turn = (await second.call(second.player.ListTurns, request)).turns[0]
            await second.act(turn)
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await ended(watching)
            assert told(raised.value).reason == "UNAUTHENTICATED"


async def test_a_join_sent_again_after_a_rotation_is_the_same_join(server: Server) -> None:
    tokens = Tokens(Keyring({"old": OLD}))
    async with nearby(server.store, tokens=tokens) as referee, Caller(referee.address) as anybody:
        game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
        join = api.JoinGameRequest(request_id=str(uuid.uuid4()), game=game, name="Ann")
        first = await anybody.call(anybody.referee.JoinGame, join)
        tokens.take(Keyring({"new": NEW}, {"old": "today"}))
        second = await anybody.call(anybody.referee.JoinGame, join)
        assert (second.seat, tokens.caller(second.token).session) == (
            first.seat,
            Tokens(Keyring({"old": OLD})).caller(first.token).session,
        )
