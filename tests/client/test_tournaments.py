"""Tournaments through both clients: made, entered, changed, played, followed and exported."""

import asyncio
import uuid

import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from euchre_client import AsyncClient, Client, Reason, Refused, ruleset
from tests.conftest import Server

pytestmark = pytest.mark.timeout(300)

_CHOSEN = api.TournamentConfig(
    name="SDK", ruleset=ruleset("euchre"), boards=1, clocks=referee.Clocks(action_limit_ms=60_000)
)


def _last(turn: pb.Turn) -> str:
    """Somebody who always passes would play a deal for ever."""
    return turn.legal[-1].text


async def test_all_of_it_with_asyncio(server: Server) -> None:
    async with AsyncClient(server.address, server.operator_token) as client:
        request_id = str(uuid.uuid4())
        made = await client.create_tournament(_CHOSEN, request_id=request_id)
        assert await client.create_tournament(_CHOSEN, request_id=request_id) == made
        name = made.tournament
        for entrant in ("ann", "bob"):
            await client.register(name, entrant, program="first")
        await client.pause_entrant(name, "ann", "a test")
        with pytest.raises(Refused) as raised:
            await client.pause_entrant(name, "eve")
        assert raised.value.reason is Reason.ENTRANT_NOT_FOUND
        await client.resume_entrant(name, "ann")
        replaced = await client.replace_entrant(name, "ann", "greedy", cause="better")
        assert replaced.entrants[0].program == "greedy"
        await client.start_tournament(name)
        with pytest.raises(Refused):
            await client.restart_game(name, 1, 1, 1)
        answers, _ = await asyncio.gather(_watched(client, name), client.play_tournament(name, lambda place: _last))
        events = [event for answer in answers for event in answer.events]
        assert events[-1].ended.state == api.TOURNAMENT_STATE_FINISHED
        assert any(answer.HasField("standings") for answer in answers)
        standings = await client.list_standings(name, document=True)
        assert standings.standings.complete
        assert len((await client.list_tournament_games(name, pairing=1)).games) == 2
        exported = [answer async for answer in client.export_tournament(name)]
        assert sum(len(answer.records) for answer in exported) == 2
        assert exported[-1].standings == standings.document
        assert not await client.list_places(name)
        assert await client.issue_stream_ticket(f"/v1/tournaments/{name}:watch")
        listed = await client.list_tournaments(api.TOURNAMENT_STATE_FINISHED, page_size=100)
        assert name in {each.tournament for each in listed.tournaments}
        assert (await client.cancel_tournament(name)).state == api.TOURNAMENT_STATE_FINISHED
        with pytest.raises(Refused) as raised:
            async for _ in client.export_tournament("0-aaaaaaaaaaaaaaaa"):
                pass
        assert raised.value.reason is Reason.TOURNAMENT_NOT_FOUND


async def _watched(client: AsyncClient, name: str) -> list[api.WatchTournamentResponse]:
    return [answer async for answer in client.watch_tournament(name, standings=True)]


async def test_all_of_it_blocking(server: Server) -> None:
    await asyncio.to_thread(_blocking, server)


def _blocking(server: Server) -> None:
    client = Client(server.address, server.operator_token)
    name = client.create_tournament(_CHOSEN).tournament
    for entrant in ("ann", "bob"):
        client.register(name, entrant)
    client.pause_entrant(name, "bob")
    client.resume_entrant(name, "bob")
    client.replace_entrant(name, "bob", "greedy")
    assert client.start_tournament(name).state == api.TOURNAMENT_STATE_RUNNING
    with pytest.raises(Refused):
        client.restart_game(name, 9, 1, 1)
    client.play_tournament(name, lambda place: _last)
    assert client.get_tournament(name).state == api.TOURNAMENT_STATE_FINISHED
    events = [event for answer in client.watch_tournament(name) for event in answer.events]
    assert events[-1].HasField("ended")
    assert client.list_standings(name).standings.complete
    assert len(client.list_tournament_games(name).games) == 2
    assert sum(len(answer.records) for answer in client.export_tournament(name, records_only=True)) == 2
    assert not client.list_places(name)
    assert client.issue_stream_ticket(f"/v1/tournaments/{name}:watch")
    assert client.list_tournaments(page_size=1).tournaments
    assert client.cancel_tournament(name, keep_results=True).state == api.TOURNAMENT_STATE_FINISHED
    with pytest.raises(Refused):
        list(client.export_tournament("0-aaaaaaaaaaaaaaaa"))
    client.close()
