"""What happened on a board is for operators until nobody has it to play any more (DESIGN 7)."""

import uuid

import grpc
import pytest

from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.hosting.organizing import PATIENT, Organizer, config, crew

pytestmark = pytest.mark.timeout(300)


async def test_results_of_a_board_that_is_still_to_be_played_are_for_operators(
    server: Server, organizer: Organizer
) -> None:
    tournament = await organizer.make(config(boards=1), ["ann", "bob", "cyd"])
    pause = api.PauseEntrantRequest(tournament=tournament, entrant="cyd")
    await organizer.call(organizer.tournament.PauseEntrant, pause)
    await organizer.start(tournament)
    token = await organizer.token_for(f"curious-{uuid.uuid4().hex}")
    async with (
        Organizer(server.address) as anybody,
        Organizer(server.address, token) as player,
        crew(organizer, server.address, tournament),
    ):
        await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        games = await organizer.games(tournament)
        assert len(games) == 2
        assert (await organizer.standings(tournament)).standings.games_counted == 2
        assert len((await organizer.exported(tournament, records_only=True))[0]) == 2
        for curious in (anybody, player):
            assert (await curious.get(tournament)).games_played == 2
            assert not await curious.games(tournament)
            assert not (await curious.exported(tournament, records_only=True))[0]
            shown = (await curious.standings(tournament, document=True)).standings
            assert (shown.games_counted, shown.boards_complete) == (0, 0)
            assert not any(row.HasField("rank") for row in shown.standings)
            told = await _told_so_far(curious, tournament)
            assert not {"board_over", "game_begun"} & {event.WhichOneof("what") for event in told}
            record = referee.GetRecordRequest(game=games[0].game)
            assert (await curious.refused(curious.referee.GetRecord, record)).reason == "RECORD_WITHHELD"

        resume = api.ResumeEntrantRequest(tournament=tournament, entrant="cyd")
        await organizer.call(organizer.tournament.ResumeEntrant, resume)
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
        for curious in (anybody, player):
            assert await curious.games(tournament) == await organizer.games(tournament)
            assert await curious.exported(tournament) == await organizer.exported(tournament)
            told = [event for answer in await curious.watched(tournament) for event in answer.events]
            assert sum(event.HasField("board_over") for event in told) == 3
            assert (await curious.get(tournament)).run_seed == ended.run_seed


async def _told_so_far(curious: Organizer, tournament: str) -> list[api.TournamentEvent]:
    """The events up to the version that the tournament has."""
    version = (await curious.get(tournament)).version
    request = api.WatchTournamentRequest(tournament=tournament)
    told: list[api.TournamentEvent] = []
    stream = curious.tournament.WatchTournament(request, metadata=curious.metadata, timeout=PATIENT)
    async for answer in stream:
        told += answer.events
        if answer.version >= version:
            break
    stream.cancel()
    return told


async def test_owners_are_handed_their_own_places_and_no_others(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=1))
    session = f"owner-{uuid.uuid4().hex}"
    enters = api.RegisterRequest(
        request_id=str(uuid.uuid4()), tournament=tournament, name="theirs", session=session, nonce=b"n"
    )
    await organizer.call(organizer.tournament.Register, enters)
    await organizer.register(tournament, "ours")
    await organizer.start(tournament)

    async def called() -> bool:
        return bool(await organizer.places(tournament))

    await until(called, PATIENT)
    async with Organizer(server.address, await organizer.token_for(session)) as owner:
        mine = await owner.places(tournament)
        every = await organizer.places(tournament)
    assert len(every) == 8
    assert {place.entrant for place in mine} == {"theirs"}
    assert [place.session for place in mine] == [place.session for place in every if place.entrant == "theirs"]
    async with Organizer(server.address, mine[0].token) as place:
        # The token of a place is for that place.
        assert not await place.places(tournament)
    async with Organizer(server.address) as anybody:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await anybody.places(tournament)
        assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
    await organizer.cancel(tournament)
