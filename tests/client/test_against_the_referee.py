"""The SDK and its examples against a running referee."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from euchre.v1.game_pb2 import TERMINATION_FORFEIT, TERMINATION_NORMAL, GameEnd, Turn
from euchre.v1.referee_service_pb2 import SANCTION_FORFEIT, Conduct, SeatReservation
from euchre_client import AsyncClient, Client, Played, Reason, Refused, decision, ruleset
from euchre_referee.cli.bot import built_in
from euchre_referee.cli.local import LocalStack
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.rules.refusals import Reason as RuleReason
from tests.conftest import Server

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
SHORT = ruleset("euchre", {"max_deals": 2, "all_pass": "stick_dealer"})


@asynccontextmanager
async def seated(address: str, game: str, count: int) -> AsyncIterator[list[AsyncClient]]:
    """Clients that hold seats of the game."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(AsyncClient(address)) for _ in range(count)]
        for client in clients:
            await client.join_game(game, "player")
        yield clients


def first_legal(turn: Turn) -> str:
    return turn.legal[0].text


@pytest.mark.parametrize(
    ("example", "arguments"),
    [("first_bot.py", ["{address}", "{game}"]), ("without_a_stream.py", ["{address}", "{game}"])],
)
async def test_an_example_plays_a_game(server: Server, example: str, arguments: list[str]) -> None:
    async with AsyncClient(server.address) as host:
        game = (await host.create_game(SHORT)).game
        async with seated(server.address, game, 3) as others:
            playing = [asyncio.create_task(client.play(first_legal, games=1)) for client in others]
            told = [each.format(address=server.address, game=game) for each in arguments]
            assert await run(EXAMPLES / example, *told) == 0
            await asyncio.gather(*playing)
        assert (await host.get_view(game)).end.termination == TERMINATION_NORMAL


async def test_the_thoughtful_example_plays_all_games_of_its_token(server: Server) -> None:
    async with AsyncClient(server.address, server.operator_token) as host:
        token = await host.issue_token("thinker of the example")
        seats = [SeatReservation(name="thinker", session="thinker of the example")] * 4
        games = [(await host.create_game(SHORT, seats=seats, action_limit_ms=100)).game for _ in range(3)]
        assert await run(EXAMPLES / "thoughtful_bot.py", server.address, token, "3") == 0
        for game in games:
            assert (await host.get_view(game)).HasField("end")


async def test_a_player_gives_up_and_everybody_stops_playing(server: Server) -> None:
    async with AsyncClient(server.address) as host:
        presets = {preset.name: preset.clocks for preset in await host.list_clock_presets()}
        conduct = Conduct(strike_limit=1, on_strikes=SANCTION_FORFEIT)
        game = (await host.create_game("buck", clocks="blitz", conduct=conduct)).game
        assert (await host.get_view(game)).clocks == presets["blitz"]
        async with seated(server.address, game, 4) as players:
            playing = [asyncio.create_task(player.play(first_legal, games=1)) for player in players[1:]]
            end = await players[0].resign(game)
            assert [(await each).games for each in playing] == [1, 1, 1]
            assert await players[0].resign(game) == end
    assert (end.termination, end.cause, end.seat) == (TERMINATION_FORFEIT, "resign", 0)


async def run(program: Path, *arguments: str) -> int:
    """A Python program's exit status."""
    process = await asyncio.create_subprocess_exec(sys.executable, str(program), *arguments)
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


async def test_one_session_plays_every_seat_of_many_games(server: Server) -> None:
    async with AsyncClient(server.address, server.operator_token) as host:
        session = "all seats of many games"
        seats = [SeatReservation(name="everybody", session=session)] * 4
        for _ in range(16):
            await host.create_game(SHORT, seats=seats)
        async with AsyncClient(server.address, await host.issue_token(session)) as client:
            ends: list[GameEnd] = []
            played = await client.play(built_in("careful", 1), games=16, on_end=ends.append)
    assert played.refused == 0
    assert played.reconnects == 0
    assert {end.termination for end in ends} == {TERMINATION_NORMAL}


async def test_a_session_with_a_finished_game_plays_the_next_one(server: Server) -> None:
    async with AsyncClient(server.address, server.operator_token) as host:
        session = "one game after another"
        seats = [SeatReservation(name="everybody", session=session)] * 4
        token = await host.issue_token(session)
        for _ in range(2):
            game = (await host.create_game(SHORT, seats=seats)).game
            async with AsyncClient(server.address, token) as client:
                assert (await client.play(first_legal, games=1)).games == 1
            assert (await host.get_view(game)).end.termination == TERMINATION_NORMAL


async def test_a_joined_game_counts_also_when_it_ends_before_the_play(server: Server) -> None:
    def join_and_play(game: str, abort: Callable[[], object]) -> int:
        with Client(server.address) as client:
            client.join_game(game, "early")
            abort()
            return client.play(first_legal, games=1).games

    with Client(server.address, server.operator_token) as host:
        game = (await asyncio.to_thread(host.create_game, SHORT)).game
        assert await asyncio.to_thread(join_and_play, game, lambda: host.abort_game(game, "rain")) == 1


async def test_a_refused_action_leaves_the_turn_open_for_another(server: Server) -> None:
    async with AsyncClient(server.address) as host:
        game = (await host.create_game(SHORT)).game
        async with seated(server.address, game, 4) as clients:
            tasks = [asyncio.create_task(client.play(first_legal, games=1)) for client in clients[1:]]
            played = await clients[0].play(
                lambda turn: "play B" if turn.version % 3 == 0 else first_legal(turn),
                games=1,
                on_refusal=lambda verdict: verdict.refusal.legal[0].text,
            )
            await asyncio.gather(*tasks)
        assert played.refused > 0
        assert (await host.get_view(game)).end.termination == TERMINATION_NORMAL


async def test_the_newer_of_two_streams_plays_on(server: Server) -> None:
    asked = asyncio.Event()

    def silent(_: Turn) -> None:
        asked.set()

    async with AsyncClient(server.address, server.operator_token) as host:
        session = "a session of two streams"
        await host.create_game(SHORT, seats=[SeatReservation(name="both", session=session)] * 4)
        async with AsyncClient(server.address, await host.issue_token(session)) as client:
            older = asyncio.create_task(client.play(silent))
            await asked.wait()
            newer = asyncio.create_task(client.play(first_legal, games=1))
            with pytest.raises(Refused) as superseded:
                await older
            assert (await newer).games == 1
    assert superseded.value.reason is Reason.SUPERSEDED


async def test_rules_are_explained_and_checked(server: Server) -> None:
    async with AsyncClient(server.address) as client:
        presets = {each.preset for each in await client.list_presets()}
        assert {"euchre", "buck"} <= presets
        explained = await client.describe_rules(ruleset("buck", {"penalty": 7}))
        checked = await client.check_ruleset(ruleset("buck", {"penalty": 7}))
        assert checked.canonical == explained.canonical == '{"options":{"penalty":7},"preset":"buck"}'
        faulty = await client.check_ruleset(ruleset("buck", {"penalty": -1, "colour": "blue"}))
        assert {problem.option for problem in faulty.problems} == {"penalty", "colour"}


def test_the_reasons_are_the_referees() -> None:
    known = {*Reason} - {Reason.UNKNOWN}
    assert {str(reason) for reason in known} == {*map(str, ServiceReason), *map(str, RuleReason)}


async def test_refusals_speak_the_callers_language(server: Server) -> None:
    told = set()
    for language in ("en", "fr", "nl"):
        async with AsyncClient(server.address, language=language) as client:
            with pytest.raises(Refused) as refused:
                await client.get_view("0-aaaaaaaaaaaaaaaa")
            assert refused.value.reason is Reason.GAME_NOT_FOUND
            told.add(refused.value.message)
    assert len(told) == 3


async def test_a_blocking_client_decides_without_a_stream(server: Server) -> None:
    def play_all_seats() -> list[int]:
        with Client(server.address, server.operator_token) as host:
            seats = [SeatReservation(name="slow", session="slow hand")] * 4
            game = host.create_game(SHORT, seats=seats).game
            with Client(server.address, host.issue_token("slow hand")) as client:
                while not host.get_view(game).HasField("end"):
                    for turn in client.list_turns():
                        made = decision(turn, turn.legal[0])
                        assert made is not None
                        verdict = client.act(made)
                        assert client.act(made) == verdict
                return list(host.get_view(game).end.scores)

    assert len(await asyncio.to_thread(play_all_seats)) == 4


async def test_bots_play_on_at_another_referee_when_theirs_is_killed() -> None:
    games, sessions = 24, [f"seat {seat}" for seat in range(4)]
    async with LocalStack(referees=2) as stack:
        everywhere = "ipv4:" + ",".join(stack.addresses)
        async with AsyncClient(everywhere, stack.operator_token) as host, AsyncExitStack() as clients:
            seats = [SeatReservation(name=session, session=session) for session in sessions]
            made = [(await host.create_game("buck", seats=seats)).game for _ in range(games)]
            decided = asyncio.Event()
            playing: list[asyncio.Task[Played]] = []
            for session in sessions:
                token = await host.issue_token(session)
                client = await clients.enter_async_context(AsyncClient(everywhere, token))
                bot = built_in("random", 1)
                playing.append(asyncio.create_task(client.play(bot, games=games, on_verdict=lambda _: decided.set())))
            await decided.wait()
            stack.processes[0].kill()
            played = await asyncio.gather(*playing)
            for game in made:
                assert (await host.get_view(game)).end.termination == TERMINATION_NORMAL
    assert [each.refused for each in played] == [0] * 4
    assert sum(each.reconnects for each in played) > 0
