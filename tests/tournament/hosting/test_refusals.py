"""Whatever is wrong with a call about a tournament is refused with its reason, and all of it is named."""

import uuid
from collections.abc import AsyncIterator

import grpc
import pytest

from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from tests.api.callers import Caller
from tests.conftest import Server
from tests.tournament.hosting.organizing import Organizer, config


@pytest.fixture
async def player(server: Server, organizer: Organizer) -> AsyncIterator[Caller]:
    """A player with a session of its own."""
    async with Caller(server.address, await organizer.token_for(f"p-{uuid.uuid4().hex}")) as player:
        yield player


@pytest.fixture
async def anybody(server: Server) -> AsyncIterator[Caller]:
    """Has no token."""
    async with Caller(server.address) as caller:
        yield caller


def _create(chosen: api.TournamentConfig) -> api.CreateTournamentRequest:
    return api.CreateTournamentRequest(request_id=str(uuid.uuid4()), config=chosen)


def _enter(tournament: str, name: str, **fields: object) -> api.RegisterRequest:
    request = api.RegisterRequest(request_id=str(uuid.uuid4()), tournament=tournament, name=name)
    for field, value in fields.items():
        setattr(request, field, value)
    return request


_WRONG = {
    "boards": config(boards=0),
    "boards too many": config(boards=100_001),
    "name": config(name=""),
    "ruleset.preset": config(ruleset=Ruleset(preset="bridge")),
    "rounds": config(rounds=3),
    "challenger": config(challenger="ann"),
    "format": config(format=99),
    "seatings": config(seatings=99),
    "scoring": config(duplicate=False, scoring=api.SCORING_MATCHPOINTS),
    "test": config(test=api.SequentialTest()),
    "test.": config(format=api.TOURNAMENT_FORMAT_MATCH, test=api.SequentialTest(measure=99)),  # type: ignore[arg-type]
    "concurrency": config(concurrency=5000),
    "pairings_at_once": config(pairings_at_once=65),
    "pause_after": config(pause_after=1001),
    "seed": config(seed=b"short"),
    "clocks.preset": config(clocks=referee.Clocks(preset="none")),
    "conduct.strike_limit": config(conduct=referee.Conduct(strike_limit=99)),
    "spectator_delay.decisions": config(spectator_delay=referee.SpectatorDelay(decisions=5000)),
    "isolation": config(isolation=99),
    "board": config(board=99),
    "draw": config(draw=99),
}


@pytest.mark.parametrize("field", _WRONG)
async def test_what_cannot_be_played_is_not_made(organizer: Organizer, field: str) -> None:
    refused = await organizer.refused(organizer.tournament.CreateTournament, _create(_WRONG[field]))
    assert refused.reason == "INVALID_REQUEST"
    assert field.split(" ", maxsplit=1)[0] in refused.text


async def test_everything_wrong_is_named_at_once(organizer: Organizer) -> None:
    rules = Ruleset(preset="euchre")
    rules.options.update({"max_deals": 3, "no_such": True})
    wrong = config(name="", ruleset=rules, boards=0, rounds=2, seed=b"x", concurrency=9999)
    refused = await organizer.refused(organizer.tournament.CreateTournament, _create(wrong))
    for field in ("name", "ruleset.options.max_deals", "ruleset.options.no_such", "boards", "seed"):
        assert f"{field}: " in refused.refusal.message + refused.text or "..." in refused.text, field
    missing = api.CreateTournamentRequest(config=config())
    assert "request_id" in (await organizer.refused(organizer.tournament.CreateTournament, missing)).text


async def test_only_operators_make_start_and_change(organizer: Organizer, player: Caller, anybody: Caller) -> None:
    tournament = await organizer.make(config(), ["ann", "bob"])
    for caller, reason in ((player, "PERMISSION_DENIED"), (anybody, "UNAUTHENTICATED")):
        stub = caller.tournament
        assert (await caller.refused(stub.CreateTournament, _create(config()))).reason == reason
        start = api.StartTournamentRequest(tournament=tournament)
        assert (await caller.refused(stub.StartTournament, start)).reason == reason
        pause = api.PauseEntrantRequest(tournament=tournament, entrant="ann")
        assert (await caller.refused(stub.PauseEntrant, pause)).reason == reason
        resume = api.ResumeEntrantRequest(tournament=tournament, entrant="ann")
        assert (await caller.refused(stub.ResumeEntrant, resume)).reason == reason
        replace = api.ReplaceEntrantRequest(tournament=tournament, entrant="ann", request_id="r")
        assert (await caller.refused(stub.ReplaceEntrant, replace)).reason == reason
        restart = api.RestartGameRequest(tournament=tournament, pairing=1, board=1, table=1, request_id="r")
        assert (await caller.refused(stub.RestartGame, restart)).reason == reason
        cancel = api.CancelTournamentRequest(tournament=tournament)
        assert (await caller.refused(stub.CancelTournament, cancel)).reason == reason
    assert (await anybody.refused(anybody.tournament.Register, _enter(tournament, "cyd"))).reason == "UNAUTHENTICATED"
    places = api.ListPlacesRequest(tournament=tournament)
    assert (await anybody.refused(anybody.tournament.ListPlaces, places)).reason == "UNAUTHENTICATED"
    # Everybody may look.
    seen = await anybody.call(anybody.tournament.GetTournament, api.GetTournamentRequest(tournament=tournament))
    assert len(seen.tournament.entrants) == 2
    assert not (await player.call(player.tournament.ListPlaces, places)).places


async def test_who_cannot_enter_is_told_why(organizer: Organizer, player: Caller) -> None:
    tournament = await organizer.make(config(), ["ann"])
    enter = player.tournament.Register
    for request, reason, words in (
        (_enter(tournament, "ann"), "ALREADY_EXISTS", "ann"),
        (_enter(tournament, "no name"), "INVALID_REQUEST", "name"),
        (_enter(tournament, "cyd", nonce=b"n" * 65), "INVALID_REQUEST", "nonce"),
        (_enter(tournament, "cyd", program="a+b+c"), "INVALID_REQUEST", "program"),
        (_enter(tournament, "cyd", request_id=""), "INVALID_REQUEST", "request_id"),
        (_enter(tournament, "cyd", session="another"), "PERMISSION_DENIED", ""),
        (_enter("0-aaaaaaaaaaaaaaaa", "cyd"), "TOURNAMENT_NOT_FOUND", ""),
        (_enter("", "cyd"), "TOURNAMENT_NOT_FOUND", ""),
    ):
        refused = await player.refused(enter, request)
        assert refused.reason == reason
        assert words in refused.text
    await player.call(enter, _enter(tournament, "cyd"))
    assert (await player.refused(enter, _enter(tournament, "dan"))).reason == "ALREADY_EXISTS"
    await organizer.start(tournament)
    late = await organizer.refused(organizer.tournament.Register, _enter(tournament, "eve"))
    assert (late.reason, late.code) == ("TOURNAMENT_STARTED", grpc.StatusCode.FAILED_PRECONDITION)


@pytest.mark.parametrize(
    ("chosen", "entrants", "words"),
    [
        (config(), ["ann"], "entrants"),
        (config(format=api.TOURNAMENT_FORMAT_MATCH), ["ann", "bob", "cyd"], "match"),
        (config(format=api.TOURNAMENT_FORMAT_GAUNTLET, challenger="eve"), ["ann", "bob"], "challenger"),
        (config(format=api.TOURNAMENT_FORMAT_SWISS, rounds=9), ["ann", "bob"], "rounds"),
        (config(duplicate=False, boards=3), ["ann", "bob"], "boards"),
        (config(ruleset=Ruleset(preset="buck")), ["ann=first+greedy", "bob"], "team"),
    ],
)
async def test_entrants_that_do_not_fit_are_named_at_the_start(
    organizer: Organizer, chosen: api.TournamentConfig, entrants: list[str], words: str
) -> None:
    tournament = await organizer.make(chosen, entrants)
    start = api.StartTournamentRequest(tournament=tournament)
    refused = await organizer.refused(organizer.tournament.StartTournament, start)
    assert refused.reason == "ENTRANTS_UNFIT"
    assert words in refused.text
    assert (await organizer.get(tournament)).state == api.TOURNAMENT_STATE_REGISTERING


async def test_what_is_not_there_cannot_be_changed(organizer: Organizer) -> None:
    tournament = await organizer.make(config(), ["ann", "bob"])
    stub = organizer.tournament
    unknown = api.PauseEntrantRequest(tournament=tournament, entrant="eve")
    assert (await organizer.refused(stub.PauseEntrant, unknown)).reason == "ENTRANT_NOT_FOUND"
    restart = api.RestartGameRequest(request_id="again", tournament=tournament, pairing=1, board=1, table=1)
    assert (await organizer.refused(stub.RestartGame, restart)).reason == "TOURNAMENT_NOT_STARTED"
    places = api.ListPlacesRequest(tournament=tournament, entrant="eve")
    assert (await organizer.refused(stub.ListPlaces, places)).reason == "ENTRANT_NOT_FOUND"
    await organizer.start(tournament)
    assert (await organizer.refused(stub.RestartGame, restart)).reason == "GAME_NOT_FOUND"
    restart.board = 0
    assert (await organizer.refused(stub.RestartGame, restart)).reason == "INVALID_REQUEST"
    team = api.ReplaceEntrantRequest(request_id="team", tournament=tournament, entrant="ann", program="a+b")
    assert "program" in (await organizer.refused(stub.ReplaceEntrant, team)).text
    cause = api.CancelTournamentRequest(tournament=tournament, cause="x" * 201)
    assert "cause" in (await organizer.refused(stub.CancelTournament, cause)).text
    await organizer.cancel(tournament)
    for refused in (
        await organizer.refused(stub.PauseEntrant, api.PauseEntrantRequest(tournament=tournament, entrant="ann")),
        await organizer.refused(stub.StartTournament, api.StartTournamentRequest(tournament=tournament)),
        await organizer.refused(stub.Register, _enter(tournament, "dan")),
    ):
        assert refused.reason == "TOURNAMENT_OVER"
    page = api.ListTournamentGamesRequest(tournament=tournament, page_token="none")
    assert (await organizer.refused(stub.ListTournamentGames, page)).reason == "INVALID_REQUEST"
    pages = api.ListTournamentsRequest(page_token="none")
    assert (await organizer.refused(stub.ListTournaments, pages)).reason == "INVALID_REQUEST"


async def test_a_watcher_of_another_history_is_told_so(organizer: Organizer) -> None:
    tournament = await organizer.make(config(), ["ann"])
    for fields in ({"from_version": 9}, {"from_version": 1, "from_head": bytes(16)}):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await organizer.watched(tournament, **fields)
        assert "HISTORY_CHANGED" in str(raised.value.details())
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await organizer.exported(tournament)
    assert "TOURNAMENT_NOT_STARTED" in str(raised.value.details())
