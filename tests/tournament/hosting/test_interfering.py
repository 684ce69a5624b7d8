"""Entrants that are paused, resumed and replaced, games that are restarted, rounds that are closed: all recorded."""

import json

import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.checking import check
from tests.conftest import Server
from tests.store.until import until
from tests.tournament.hosting.organizing import PATIENT, Organizer, config, crew

pytestmark = pytest.mark.timeout(300)


async def _pause(organizer: Organizer, tournament: str, entrant: str) -> api.Tournament:
    request = api.PauseEntrantRequest(tournament=tournament, entrant=entrant, cause="its process ends")
    return (await organizer.call(organizer.tournament.PauseEntrant, request)).tournament


async def _resume(organizer: Organizer, tournament: str, entrant: str) -> api.Tournament:
    request = api.ResumeEntrantRequest(tournament=tournament, entrant=entrant, cause="mended")
    return (await organizer.call(organizer.tournament.ResumeEntrant, request)).tournament


async def _replace(organizer: Organizer, tournament: str, entrant: str, program: str) -> api.Tournament:
    request = api.ReplaceEntrantRequest(
        request_id=f"replace {tournament} {entrant}",
        tournament=tournament,
        entrant=entrant,
        program=program,
        cause="a better one",
    )
    first = await organizer.call(organizer.tournament.ReplaceEntrant, request)
    again = await organizer.call(organizer.tournament.ReplaceEntrant, request)
    assert [each.replacements for each in again.tournament.entrants] == [
        each.replacements for each in first.tournament.entrants
    ]
    return first.tournament


async def _checked(organizer: Organizer, tournament: str) -> dict[str, object]:
    records, document = await organizer.exported(tournament)
    found: dict[str, object] = json.loads(document)
    assert check(found, map(json.loads, records)).in_order
    return found


def _kinds(tournament: api.Tournament) -> list[str]:
    return [api.IncidentKind.Name(each.kind).removeprefix("INCIDENT_KIND_") for each in tournament.incidents]


async def test_the_others_go_on_without_a_paused_entrant_until_it_is_resumed(
    server: Server, organizer: Organizer
) -> None:
    tournament = await organizer.make(config(boards=1), ["ann", "bob", "cyd"])
    assert await _pause(organizer, tournament, "cyd") == await _pause(organizer, tournament, "cyd")
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        stalled = await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        assert stalled.games_played == 2
        assert "cyd" in stalled.cause
        assert not any(pairing.open for pairing in stalled.pairings)
        await _resume(organizer, tournament, "cyd")
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    assert ended.games_played == 6
    assert _kinds(ended) == ["PAUSED", "RESUMED"]
    assert ended.incidents[0].cause == "its process ends"
    assert (await _checked(organizer, tournament))["complete"]


async def test_a_stalled_tournament_may_end_as_it_stands(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=1), ["ann", "bob", "cyd"])
    await _pause(organizer, tournament, "cyd")
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
    ended = await organizer.cancel(tournament, keep_results=True)
    assert ended.state == api.TOURNAMENT_STATE_FINISHED
    assert ended.run_seed
    _, document = await organizer.exported(tournament)
    assert not json.loads(document)["complete"]
    assert [each["kind"] for each in json.loads(document)["incidents"]] == ["paused", "cancelled"]


async def test_whoever_lets_its_time_pass_again_and_again_is_paused_and_can_be_replaced(
    server: Server, organizer: Organizer
) -> None:
    clocks = referee.Clocks(action_limit_ms=40)
    forfeits = referee.Conduct(on_timeout=referee.SANCTION_FORFEIT)
    chosen = config(boards=4, concurrency=2, clocks=clocks, conduct=forfeits, pause_after=2)
    tournament = await organizer.make(chosen, ["ann=asleep", "bob=asleep"])
    await organizer.start(tournament)

    async with crew(organizer, server.address, tournament):
        stalled = await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        paused = [each for each in stalled.entrants if each.paused]
        assert paused
        assert "2 boards in a row" in paused[0].cause
        assert stalled.incidents[0].by == "service"
        begun = len(await organizer.games(tournament))
        assert begun < 8
        told = await _replace(organizer, tournament, "ann", "first")
        assert [each.program for each in told.entrants] == ["first", "asleep"]
        assert not told.entrants[0].paused
    await organizer.cancel(tournament)


async def test_a_replaced_program_plays_its_games_in_play_again(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=2), ["ann=asleep", "bob"])
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):

        async def begun() -> bool:
            return (await organizer.get(tournament)).games_running == 4

        await until(begun, PATIENT)
        before = await organizer.games(tournament)
        replaced = await _replace(organizer, tournament, "ann", "first")
        assert _kinds(replaced) == ["REPLACED"] + ["RESTARTED"] * 4
        sessions = {place.entrant: place.session for place in await organizer.places(tournament)}
        assert sessions["ann"].endswith("/1")
        assert sessions["bob"].count("/") == 3
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    games = await organizer.games(tournament)
    assert {each.game for each in before} == {each.game for each in games if each.restarted}
    assert sorted(each.attempt for each in games) == [1] * 4 + [2] * 4
    assert all(each.over for each in games if not each.restarted)
    assert ended.entrants[0].replacements == 1
    document = await _checked(organizer, tournament)
    assert document["complete"]
    # The games of the first attempt were ended.
    for each in before:
        view = await organizer.view(each.game)
        assert view.end.termination == pb.TERMINATION_ABORTED


async def test_a_result_is_taken_back_and_the_same_cards_are_played_again(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=1, pairings_at_once=3), ["ann", "bob", "cyd"])
    await _pause(organizer, tournament, "cyd")
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        request = api.RestartGameRequest(
            request_id=f"restart {tournament}", tournament=tournament, pairing=1, board=1, table=2, cause="a doubt"
        )
        again = await organizer.call(organizer.tournament.RestartGame, request)
        assert again.attempt == 2
        assert (await organizer.call(organizer.tournament.RestartGame, request)).attempt == 2
        stalled = await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        assert stalled.games_played == 2
        await _resume(organizer, tournament, "cyd")
        await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    games = [each for each in await organizer.games(tournament, pairing=1) if each.table == 2]
    assert [(each.attempt, each.restarted, each.over) for each in games] == [(1, True, True), (2, False, True)]
    deals = []
    for each in games:
        record = await organizer.call(organizer.referee.GetRecord, referee.GetRecordRequest(game=each.game))
        deals.append([{**deal, "actions": []} for deal in json.loads(record.record)["deals"]])
    assert deals[0] == deals[1]
    document = await _checked(organizer, tournament)
    assert document["complete"]
    incidents = document["incidents"]
    assert isinstance(incidents, list)
    restarted = next(each for each in incidents if each["kind"] == "restarted")
    assert (restarted["pairing"], restarted["board"], restarted["table"]) == (1, 1, 2)
    assert "a doubt" in restarted["sentence"]


async def test_rounds_that_follow_from_results_are_closed_without_the_paused(
    server: Server, organizer: Organizer
) -> None:
    chosen = config(format=api.TOURNAMENT_FORMAT_SWISS, rounds=2, boards=1, pairings_at_once=2)
    tournament = await organizer.make(chosen, ["ann", "bob", "cyd", "dan"])
    await _pause(organizer, tournament, "dan")
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        stalled = await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        assert stalled.round == 2
        assert _kinds(stalled) == ["PAUSED", "ROUND_CLOSED"]
        over = api.RestartGameRequest(
            request_id=f"late {tournament}", tournament=tournament, pairing=1, board=1, table=1
        )
        played = [pairing.pairing for pairing in stalled.pairings if pairing.round == 1 and pairing.boards_over]
        over.pairing = played[0]
        assert (await organizer.refused(organizer.tournament.RestartGame, over)).reason == "ROUND_OVER"
        await _resume(organizer, tournament, "dan")
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    assert ended.round == 2


async def test_rounds_wait_for_the_paused_where_that_is_chosen(server: Server, organizer: Organizer) -> None:
    chosen = config(format=api.TOURNAMENT_FORMAT_ELIMINATION, boards=1, pairings_at_once=2, close_rounds=False)
    tournament = await organizer.make(chosen, ["ann", "bob", "cyd", "dan"])
    await _pause(organizer, tournament, "dan")
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        stalled = await organizer.until(tournament, api.TOURNAMENT_STATE_STALLED)
        assert stalled.round == 1
        await _resume(organizer, tournament, "dan")
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    assert ended.round == 2
    assert (await _checked(organizer, tournament))["complete"]


async def test_games_in_play_end_with_the_tournament(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=2), ["ann=asleep", "bob=asleep"])
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):

        async def begun() -> bool:
            return (await organizer.get(tournament)).games_running == 4

        await until(begun, PATIENT)
        games = await organizer.games(tournament)
        await organizer.cancel(tournament)

        async def aborted() -> bool:
            views = [await organizer.view(each.game) for each in games]
            return all(view.HasField("end") for view in views)

        await until(aborted, PATIENT)
    assert not (await organizer.get(tournament)).games_running


async def test_nothing_begins_before_every_place_is_filled(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=1), ["ann", "bob"])
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament) as players:
        players.absent.add("bob")

        async def waits() -> bool:
            places = await organizer.places(tournament)
            return {place.entrant for place in places if place.connected} == {"ann"}

        await until(waits, PATIENT)
        assert not await organizer.games(tournament)
        players.absent.clear()
        await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
