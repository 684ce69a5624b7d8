"""Whoever asks for too much is told to come back; everybody else is served."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.api.access import Access
from euchre_referee.api.limits import Allowances, Limits, limits_from
from euchre_referee.api.peers import peer_of
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.ops.audit import AuditLog
from euchre_referee.referee.verdicts import CallRefused
from euchre_referee.store import Embedded
from tests.api.callers import Caller, Method, Told, new_game, told
from tests.api.nearby import Nearby, nearby
from tests.api.test_frames import Stream
from tests.api.test_server import read_all
from tests.conftest import Server

FEW: Final = Limits(streams=1, watches=1, open_watches=1, waiting_games=1)
MANY: Final = 20_000
LETTERS: Final = "abcdefghijklmnop"


@pytest.fixture
async def narrow(server: Server) -> AsyncIterator[Nearby]:
    """A referee that has room for one of each kind."""
    async with nearby(server.store, FEW) as referee:
        yield referee


async def watch(caller: Caller, game: str) -> grpc.aio.UnaryStreamCall[api.WatchRequest, api.WatchResponse]:
    """A stream that has begun."""
    call = caller.referee.Watch(api.WatchRequest(game=game), metadata=caller.metadata, timeout=30)
    assert isinstance(await call.read(), api.WatchResponse)
    return call


def busy(refused: Told) -> bool:
    """Refused, with the time to wait."""
    return refused.reason == "BUSY" and refused.code is grpc.StatusCode.RESOURCE_EXHAUSTED and refused.retry is not None


async def test_whoever_only_looks_keeps_no_player_out(narrow: Nearby, session: str) -> None:
    operator, anybody, bot = narrow.caller("op", operator=True), narrow.caller(), narrow.caller(session)
    async with operator, anybody, bot:
        game = await operator.create([session] * 4)
        open_watch, watching = await watch(anybody, game), await watch(bot, game)
        playing = Stream(bot)
        await playing.send()
        await playing.until(lambda: playing.turns)
        assert narrow.access.streams == 3
        for begin in (lambda: watch(anybody, game), lambda: watch(operator, game), operator.play().read):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await begin()
            assert busy(told(raised.value))
        assert narrow.counted("euchre_calls_refused_total", method="RefereeService.Watch", reason="BUSY") == 2
        assert narrow.counted("euchre_calls_refused_total", method="PlayerService.Play", reason="BUSY") == 1
        for call in (open_watch, watching, playing.call):
            call.cancel()


async def test_games_that_nobody_joins_do_not_fill_the_store(narrow: Nearby) -> None:
    anybody, operator = narrow.caller(), narrow.caller("op", operator=True)
    async with anybody, operator:
        # It counts before anybody has counted the store's.
        await anybody.call(anybody.referee.CreateGame, new_game())
        assert busy(await anybody.refused(anybody.referee.CreateGame, new_game()))
        await operator.call(operator.referee.CreateGame, new_game())
        narrow.access.waiting_games = 0
        await anybody.call(anybody.referee.CreateGame, new_game())


def paced_calls(caller: Caller) -> list[tuple[Method[Any, Any], Any]]:
    """Calls that need no game."""
    rules = Ruleset(preset="euchre")
    stub = caller.referee
    return [
        (stub.ListPresets, api.ListPresetsRequest()),
        (stub.DescribeRules, api.DescribeRulesRequest(ruleset=rules)),
        (stub.CheckRuleset, api.CheckRulesetRequest(ruleset=rules)),
        (stub.ListGames, api.ListGamesRequest(stage=api.STAGE_WAITING)),
        (stub.Adjudicate, api.AdjudicateRequest()),
        (stub.Verify, api.VerifyRequest()),
        (caller.player.ListTurns, player.ListTurnsRequest()),
    ]


async def test_every_call_is_paced_but_an_operators(server: Server, session: str) -> None:
    async with nearby(server.store, Limits(calls_per_second=1, calls_burst=1)) as slow:
        async with slow.caller("op", operator=True) as operator:
            for method, request in paced_calls(operator) * 2:
                await operator.call(method, request)
        for number in range(len(paced_calls(operator))):
            async with slow.caller(f"{session}-{number}") as hasty:
                method, request = paced_calls(hasty)[number]
                # So quickly that the second one comes within the second.
                answers = await asyncio.gather(*(hasty.call(method, request) for _ in range(9)), return_exceptions=True)
                errors = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
                assert errors
                assert len(errors) < 9
                assert all(busy(told(error)) for error in errors)


async def test_streams_are_paced_when_they_begin(server: Server, session: str) -> None:
    async with nearby(server.store, Limits(calls_per_second=1, calls_burst=1)) as slow, slow.caller(session) as bot:
        calls = [bot.play() for _ in range(9)]
        reading = [asyncio.create_task(read_all(call)) for call in calls]
        ended, _ = await asyncio.wait(reading, timeout=30, return_when=asyncio.FIRST_EXCEPTION)
        errors = [task.exception() for task in ended]
        assert errors
        assert all(isinstance(error, grpc.aio.AioRpcError) and busy(told(error)) for error in errors)
        for call in calls:
            call.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def test_a_frame_of_many_decisions_is_judged_some_at_a_time(server: Server, session: str) -> None:
    async with nearby(server.store) as referee, referee.caller(session) as bot:
        stream = Stream(bot)
        await stream.send([pb.Decision()] * MANY)
        most, answered = 0, 0
        while answered < MANY:
            frame = await asyncio.wait_for(stream.call.read(), 30)
            assert isinstance(frame, player.PlayResponse)
            answered += len(frame.verdicts)
            most = max(most, len(asyncio.all_tasks()))
        assert answered == MANY
        assert most < 2 * Limits().decisions_in_flight
        stream.call.cancel()


async def test_callers_without_a_token_are_counted_by_machine_and_so_are_tokens_that_are_none(server: Server) -> None:
    async with nearby(server.store, Limits(calls_per_second=1, calls_burst=3)) as slow:
        forged = slow.caller()
        forged.metadata = (("authorization", "Bearer nonsense"),)
        async with forged, slow.caller() as anybody, slow.caller("somebody") as somebody:
            presets, request = anybody.referee.ListPresets, api.ListPresetsRequest()
            reasons = [(await forged.refused(forged.referee.ListPresets, request)).reason for _ in range(6)]
            assert reasons[:3] == ["UNAUTHENTICATED"] * 3
            assert "BUSY" in reasons[3:]
            refusals = await asyncio.gather(*(anybody.call(presets, request) for _ in range(6)), return_exceptions=True)
            assert any(isinstance(each, grpc.aio.AioRpcError) and busy(told(each)) for each in refusals)
            # Another session on the same machine has calls of its own.
            await somebody.call(somebody.referee.ListPresets, request)


async def test_a_decision_that_is_due_is_never_held_back(server: Server, session: str) -> None:
    limits = Limits(idle_decisions_per_second=1, idle_decisions_burst=5)
    async with (
        nearby(server.store, limits) as strict,
        strict.caller("op", operator=True) as operator,
        strict.caller(session) as bot,
    ):
        game = await operator.create([session] * 4)
        turn = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns[0]
        idle = [pb.Decision(game=game, version=1, seat=turn.seat, text="pass") for _ in range(20)]
        verdicts = (await bot.call(bot.player.Act, player.PlayerServiceActRequest(decisions=idle))).verdicts
        reasons = [verdict.refusal.reason for verdict in verdicts]
        assert reasons.count("BUSY") >= 10
        assert all(verdict.refusal.retry_ms > 0 for verdict in verdicts if verdict.refusal.reason == "BUSY")
        refusals = [await outcome(bot, pb.Decision(game="none", version=1, text="pass")) for _ in range(4)]
        assert any(refused is not None and busy(refused) for refused in refusals)
        # However much of that there was, the game goes on: as it is known here, and where only the store knows it.
        for _ in range(8):
            await bot.act(await turn_in(bot, game))
        async with nearby(server.store, limits) as elsewhere, elsewhere.caller(session) as there:
            for _ in range(8):
                await outcome(there, pb.Decision(game="none", version=1, text="pass"))
            for _ in range(8):
                await there.act(await turn_in(bot, game))


async def test_the_store_is_not_asked_for_each_decision_that_nobody_waits_for(tmp_path: Path, session: str) -> None:
    limits = Limits(idle_decisions_per_second=1, idle_decisions_burst=5)
    with Embedded(tmp_path) as store:
        async with nearby(store.url, limits) as strict, strict.caller(session) as bot:

            async def reads() -> int:
                told = (await strict.referee.store.command("INFO", "commandstats"))["cmdstat_evalsha_ro"]
                return int(told["calls"])

            await outcome(bot, pb.Decision(game="1-aaaaaaaaaaaaaaaa", version=1, text="pass"))
            before = await reads()
            idle = [pb.Decision(game=f"1-{a}{b}{14 * 'a'}", version=1, text="pass") for a in LETTERS for b in LETTERS]
            verdicts = (await bot.call(bot.player.Act, player.PlayerServiceActRequest(decisions=idle))).verdicts
            assert [verdict.refusal.reason for verdict in verdicts].count("BUSY") >= 100
            # What the background reads is in it.
            assert await reads() - before < 100


async def turn_in(bot: Caller, game: str) -> pb.Turn:
    """The turn of whichever seat is to act; the bot holds them all."""
    return (await bot.view(game, (await bot.view(game, 0)).view.to_act)).turn


async def outcome(caller: Caller, decision: pb.Decision) -> Told | None:
    """What a decision was told, None if it stands."""
    try:
        await caller.call(caller.referee.Act, api.ActRequest(decision=decision))
    except grpc.aio.AioRpcError as error:
        return told(error)
    return None


async def test_nobody_makes_games_without_end(server: Server, session: str) -> None:
    async with (
        nearby(server.store, Limits(new_games_per_minute=3)) as slow,
        slow.caller(session) as maker,
        slow.caller("op", operator=True) as operator,
    ):
        for _ in range(3):
            await maker.call(maker.referee.CreateGame, new_game())
        assert busy(await maker.refused(maker.referee.CreateGame, new_game()))
        for _ in range(5):
            await operator.call(operator.referee.CreateGame, new_game())


async def test_a_session_sits_in_so_many_games_that_are_not_over(server: Server, session: str) -> None:
    async with (
        nearby(server.store, Limits(open_games=2)) as small,
        small.caller(session) as bot,
        small.caller("op", operator=True) as operator,
    ):
        games = [(await operator.call(operator.referee.CreateGame, new_game())).game for _ in range(3)]
        joins = [api.JoinGameRequest(request_id=f"{session} {game}", game=game) for game in games]
        for join in joins[:2]:
            await bot.call(bot.referee.JoinGame, join)
        assert busy(await bot.refused(bot.referee.JoinGame, joins[2]))
        # The same join again is answered as before, and one more seat at the same table is no further game.
        await bot.call(bot.referee.JoinGame, joins[0])
        await bot.call(bot.referee.JoinGame, api.JoinGameRequest(request_id="more", game=games[0], seat=2))
        await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=games[0]))
        await bot.call(bot.referee.JoinGame, joins[2])


async def test_one_principal_does_not_take_all_watches(server: Server, session: str) -> None:
    async with (
        nearby(server.store, Limits(watches=9, open_watches=9, watches_of_one=1)) as narrow,
        narrow.caller() as anybody,
        narrow.caller(session) as bot,
        narrow.caller(f"{session}-2") as other,
    ):
        game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
        calls = [await watch(caller, game) for caller in (anybody, bot, other)]
        for caller in (anybody, bot):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await watch(caller, game)
            assert busy(told(raised.value))
        for call in calls:
            call.cancel()


def test_one_session_does_not_take_all_play_streams() -> None:
    access = Access(Tokens({"k": bytes(32)}), Limits(streams_of_one=2))
    with access.play(Bearer("one")), access.play(Bearer("one")):
        with pytest.raises(CallRefused, match="2 of them yours"), access.play(Bearer("one")):
            pass
        with access.play(Bearer("other")):
            assert access.streams == 3
    with access.play(Bearer("one")):
        assert access.streams == 1


async def test_calls_that_are_for_others_are_counted_too(server: Server, session: str, tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit")
    async with (
        nearby(server.store, Limits(calls_per_second=1, calls_burst=3), audit=audit) as slow,
        slow.caller(session) as bot,
        slow.caller(f"{session}-2") as other,
        slow.caller(f"{session}-3") as third,
        slow.caller() as anybody,
    ):
        calls: list[tuple[Caller, Method[Any, Any], Any]] = [
            (bot, bot.referee.AbortGame, api.AbortGameRequest()),
            (anybody, anybody.referee.Act, api.ActRequest()),
            (other, other.player.Act, player.PlayerServiceActRequest(decisions=[pb.Decision()] * 257)),
        ]
        for caller, method, request in calls:
            refusals = [await caller.refused(method, request) for _ in range(8)]
            assert sum(map(busy, refusals)) >= 3
        nothing = [third.call(third.player.Act, player.PlayerServiceActRequest()) for _ in range(8)]
        answers = await asyncio.gather(*nothing, return_exceptions=True)
        assert sum(isinstance(each, grpc.aio.AioRpcError) and busy(told(each)) for each in answers) >= 3
    audit.close()
    # What is not even looked at is no deed.
    assert len((tmp_path / "audit").read_text().splitlines()) <= 5


def test_limits_are_changed_by_name() -> None:
    assert limits_from(()) == Limits()
    assert limits_from(["streams=7", "calls_burst=9"]) == Limits(streams=7, calls_burst=9)
    for text, named in (
        ("speed=1", "calls_per_second"),
        ("streams", "streams"),
        ("streams=0", "'0'"),
        ("streams=x", "'x'"),
    ):
        with pytest.raises(ValueError, match=named):
            limits_from([text])


@pytest.mark.parametrize(
    ("told_by_grpc", "peer"),
    [
        ("ipv4:10.0.0.7:50312", "10.0.0.7"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:50312", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2:ffff::1]:1", "2001:db8:1:2::/64"),
        ("ipv6:[::ffff:10.0.0.7]:1", "10.0.0.7"),
        ("ipv6:[fe80::1%25eth0]:1", "fe80::/64"),
        ("unix:/run/x", "unix"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_a_machine_is_known_by_its_address(told_by_grpc: str | None, peer: str) -> None:
    assert peer_of(told_by_grpc) == peer


def test_whoever_has_not_called_for_longest_is_forgotten_first() -> None:
    allowances = Allowances(1, 1)
    assert allowances.of("first", 0).take(0) == 0
    for number in range(9_999):
        allowances.of(str(number), 0).take(0)
    assert allowances.of("first", 0).take(0) > 0
    allowances.of("one too many", 0)
    assert allowances.of("first", 0).take(0) > 0
    assert allowances.of("0", 0).take(0) == 0
