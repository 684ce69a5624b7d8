"""Who sees what of a game, and when: spectators with a delay, operators who see all cards."""

import asyncio
import json
from pathlib import Path

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import tournament_service_pb2 as tournament
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Role, Scope
from euchre_referee.ops.audit import AuditLog
from euchre_referee.referee.delay import Delay
from euchre_referee.referee.settings import Settings
from tests.api.callers import Caller, new_game, told
from tests.api.nearby import nearby
from tests.api.test_access import token
from tests.api.test_watching import play_on, watch
from tests.conftest import Server
from tests.store.until import until

HOUR_MS = 3_600_000


async def delayed(operator: Caller, session: str, ms: int = 0, decisions: int = 0) -> str:
    """A game of two deals whose seats one session holds."""
    request = new_game([session] * 4, max_deals=2, all_pass="stick_dealer")
    request.spectator_delay.milliseconds, request.spectator_delay.decisions = ms, decisions
    return (await operator.call(operator.referee.CreateGame, request)).game


async def heard(caller: Caller, game: str, version: int, most: int = 1_000) -> list[api.WatchResponse]:
    """What a watcher is told until it is told of a version."""
    answers: list[api.WatchResponse] = []
    call = watch(caller, game)
    while len(answers) < most and (not answers or answers[-1].version < version):
        answer = await call.read()
        assert isinstance(answer, api.WatchResponse)
        answers.append(answer)
    call.cancel()
    return answers


async def test_spectators_lag_by_decisions_and_see_the_game_as_it_was(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    game = await delayed(operator, session, decisions=3)
    views: dict[int, pb.View] = {}
    for made in range(12):
        seen = await anybody.view(game)
        assert (seen.spectator_delay.decisions, seen.spectator_delay.milliseconds) == (3, 0)
        # Whoever plays is told at once; that is what the game was at every version.
        now = (await heard(bot, game, (await bot.view(game, 0)).version))[-1]
        views[now.version] = now.view
        behind = len(now.view.moves) - len(seen.view.moves)
        assert (behind, seen.version) == ((3, now.version - 3) if made >= 3 else (made, 1))
        if made >= 3:
            assert seen.view == views[seen.version]
            (answer,) = await heard(anybody, game, seen.version)
            assert (answer.version, answer.head, answer.view) == (seen.version, seen.head, seen.view)
        await play_on(bot, game, 1)
    record = json.loads((await anybody.call(anybody.referee.GetRecord, api.GetRecordRequest(game=game))).record)
    assert len(record["deals"][-1]["actions"]) == 9


async def test_a_watcher_of_another_version_learns_nothing_of_how_far_the_game_is(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    game = await delayed(operator, session, ms=HOUR_MS)
    await play_on(bot, game, 4)
    assert (await anybody.view(game)).version == 1
    waiting = [watch(anybody, game, version) for version in (2, 4, 400)]
    reading = [call.read() for call in waiting]
    playing = await bot.view(game, 0)
    assert playing.version > 4
    await play_on(bot, game)
    # Now that it is over each of them is answered.
    for call, answer, version in zip(waiting, reading, (2, 4, 400), strict=True):
        if version == 400:
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await answer
            assert told(raised.value).reason == "HISTORY_CHANGED"
        else:
            first = await answer
            assert isinstance(first, api.WatchResponse)
            assert first.events[0].version > version
            assert first.events[-1].WhichOneof("what") == "game_over"
        call.cancel()


async def test_what_is_old_enough_is_shown_by_itself(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    game = await delayed(operator, session, ms=300)
    await play_on(bot, game, 2)
    version = (await bot.view(game, 0)).version
    # Nothing happens meanwhile.
    answers = await heard(anybody, game, version)
    assert answers[-1].version == version
    events = [event for answer in answers for event in answer.events]
    assert [event.version for event in events] == sorted(event.version for event in events)


async def test_many_look_at_once_at_a_game_that_goes_on(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    game = await delayed(operator, session, decisions=2)
    for _ in range(6):
        playing = asyncio.create_task(play_on(bot, game, 1))
        seen = await asyncio.gather(*(anybody.view(game) for _ in range(6)))
        await playing
        assert len({view.SerializeToString() for view in seen}) <= 2
    (answer,) = await heard(anybody, game, (await anybody.view(game)).version)
    assert answer.view == (await anybody.view(game)).view


async def test_the_servers_delay_is_for_games_that_bring_none(server: Server, session: str) -> None:
    settings = Settings(delay=Delay(0, 2))
    async with (
        nearby(server.store, settings=settings) as slow,
        slow.caller("op", operator=True) as operator,
        slow.caller() as anybody,
    ):
        game = await operator.create([session] * 4)
        assert (await anybody.view(game)).spectator_delay.decisions == 2
        at_once = await delayed(operator, session)
        assert not (await anybody.view(at_once)).HasField("spectator_delay")


@pytest.mark.parametrize("field", ["milliseconds", "decisions"])
async def test_a_delay_has_an_end(operator: Caller, field: str) -> None:
    request = new_game()
    setattr(request.spectator_delay, field, HOUR_MS + 1)
    refused = await operator.refused(operator.referee.CreateGame, request)
    assert (refused.reason, field in refused.text) == ("INVALID_REQUEST", True)


# --- all cards


def all_scopes() -> str:
    """The token of an operator who may see all cards, at a referee nearby."""
    return token(Bearer.operating("seer", set(Scope)))


async def test_all_cards_are_for_operators_with_the_scope_and_written_down(
    server: Server, session: str, tmp_path: Path
) -> None:
    audit = AuditLog(tmp_path / "audit")
    async with (
        nearby(server.store, audit=audit) as referee,
        Caller(referee.address, all_scopes()) as seer,
        referee.caller("op", operator=True) as operator,
        referee.caller(session) as bot,
        referee.caller() as anybody,
    ):
        game = await operator.create([session] * 4)
        view = api.GetViewRequest(game=game, full=True)
        record = api.GetRecordRequest(game=game, full=True)
        for caller in (operator, bot, anybody):
            refusals = [
                (await caller.refused(caller.referee.GetView, view)).reason,
                (await caller.refused(caller.referee.GetRecord, record)).reason,
            ]
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await caller.referee.Watch(api.WatchRequest(game=game, full=True), metadata=caller.metadata).read()
            refusals.append(told(raised.value).reason)
            assert set(refusals) == {"UNAUTHENTICATED" if caller is anybody else "PERMISSION_DENIED"}
        for _ in range(4):
            seen = await seer.call(seer.referee.GetView, view)
            hands = {cards.seat: list(cards.hand) for cards in seen.cards}
            assert hands == {seat: list((await bot.view(game, seat)).view.hand) for seat in range(4)}
            put_away = [card for cards in seen.cards for card in cards.put_away]
            known = {*put_away, *seen.talon, *(card for hand in hands.values() for card in hand)}
            assert len(known) >= 23
            assert not seen.view.hand
            answer = await seer.referee.Watch(
                api.WatchRequest(game=game, full=True), metadata=seer.metadata, timeout=30
            ).read()
            assert isinstance(answer, api.WatchResponse)
            assert (list(answer.cards), list(answer.talon)) == (list(seen.cards), list(seen.talon))
            await play_on(bot, game, 1)
        whole = json.loads((await seer.call(seer.referee.GetRecord, record)).record)
        assert (whole["running"], "proof" in whole) == (True, False)
        assert [len(hand.split()) for hand in whole["deals"][0]["hands"]] == [5, 5, 5, 5]
        assert not (await seer.view(game)).cards
    audit.close()
    lines = [json.loads(line) for line in (tmp_path / "audit").read_text().splitlines()]
    looks = [line for line in lines if line["scope"] == "full_view"]
    assert {line["game"] for line in looks} == {game}
    assert [line["result"] for line in looks if line["subject"] == "seer"] == ["OK"] * 9
    assert len(looks) == 18


async def test_looks_at_the_games_of_boards_are_written_down(server: Server, session: str, tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit")
    async with (
        nearby(server.store, audit=audit) as referee,
        referee.caller("op", operator=True) as operator,
        referee.caller(session) as bot,
    ):
        made = tournament.CreateBoardsRequest(request_id=f"boards {session}", count=1)
        request = new_game([session] * 4)
        request.board = (await operator.call(operator.tournament.CreateBoards, made)).boards[0].id
        game = (await operator.call(operator.referee.CreateGame, request)).game
        look, record = api.GetViewRequest(game=game), api.GetRecordRequest(game=game)
        await operator.call(operator.referee.GetView, look)
        await operator.call(operator.referee.GetRecord, record)
        assert (await bot.refused(bot.referee.GetView, look)).reason == "RECORD_WITHHELD"
        assert (await bot.refused(bot.referee.GetRecord, record)).reason == "RECORD_WITHHELD"
        assert await watch(operator, game).read()
        # One's own seats need no scope.
        await bot.view(game, 0)
    audit.close()
    lines = [json.loads(line) for line in (tmp_path / "audit").read_text().splitlines()]
    looks = [(line["subject"], line["method"], line["result"]) for line in lines if line["scope"] == "boards"]
    assert looks == [
        ("op", "GetView", "OK"),
        ("op", "GetRecord", "OK"),
        (session, "GetView", "RECORD_WITHHELD"),
        (session, "GetRecord", "RECORD_WITHHELD"),
        ("op", "Watch", "OK"),
    ]


async def test_all_cards_come_with_the_games_delay_or_the_servers(server: Server, session: str) -> None:
    async with (
        nearby(server.store, settings=Settings(full_view_delay_ms=HOUR_MS)) as referee,
        Caller(referee.address, all_scopes()) as seer,
        referee.caller(session) as bot,
    ):
        game = await delayed(seer, session)
        await play_on(bot, game, 3)
        seen = await seer.call(seer.referee.GetView, api.GetViewRequest(game=game, full=True))
        assert (seen.version, list(seen.cards), list(seen.talon)) == (1, [], [])
        # As a spectator an operator does not lag in such a game.
        assert (await seer.view(game)).version == (await bot.view(game, 0)).version
        await play_on(bot, game)

        async def over() -> bool:
            return (await seer.call(seer.referee.GetView, api.GetViewRequest(game=game, full=True))).HasField("end")

        await until(over)


async def test_tokens_for_spectators_are_issued(operator: Caller, server: Server) -> None:
    issue = operator.referee.IssueToken
    answer = await operator.call(issue, api.IssueTokenRequest(session="fan", role=api.ROLE_SPECTATOR))
    async with Caller(server.address, answer.token) as fan:
        assert (await fan.refused(fan.referee.CreateGame, new_game())).reason == "PERMISSION_DENIED"
    request = api.IssueTokenRequest(session="fan")
    request.role = 7  # type: ignore[assignment]  # a role of a later release
    assert (await operator.refused(issue, request)).reason == "INVALID_REQUEST"
    assert {role.value for role in Role} == {"player", "operator", "spectator"}
