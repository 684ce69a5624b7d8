"""A tournament from its making to its export, over real gRPC, with a real store."""

import json
import uuid
from hashlib import sha256

import pytest
from google.protobuf.message import Message

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import AsyncClient
from euchre_referee.fairness.seeds import combined_commitment, commitment, seed_from_text
from euchre_referee.tournament.checking import check
from euchre_referee.tournament.log.naming import board_commitments
from tests.conftest import Server
from tests.tournament.hosting.organizing import Organizer, config, crew

pytestmark = pytest.mark.timeout(300)


def kinds(answers: list[api.WatchTournamentResponse]) -> list[str]:
    """What was told, in order."""
    return [event.WhichOneof("what") or "" for answer in answers for event in answer.events]


async def test_a_round_robin_is_played_and_can_be_checked_by_anybody(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=2), ["ann=first", "bob=greedy", "cyd=random"])
    before = await organizer.get(tournament)
    assert before.state == api.TOURNAMENT_STATE_REGISTERING
    assert before.seed_mode == api.SEED_MODE_PROVABLE
    assert len(before.run_commitment) == 32
    assert not before.commitment
    assert not before.run_seed
    started = await organizer.start(tournament)
    assert started.games_planned == 12
    assert len(started.commitment) == 32
    assert await organizer.start(tournament) is not None
    async with crew(organizer, server.address, tournament):
        ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
    assert commitment(ended.run_seed) == before.run_commitment
    assert combined_commitment(list(board_commitments(ended.run_seed, 2))) == started.commitment
    assert [pairing.boards_over for pairing in ended.pairings] == [2, 2, 2]
    assert not any(pairing.open for pairing in ended.pairings)
    assert not await organizer.places(tournament)
    records, document = await organizer.exported(tournament)
    games = await organizer.games(tournament)
    assert [sha256(record.encode()).digest() for record in records] == [game.record_hash for game in games]
    assert len(records) == 12
    assert check(json.loads(document), map(json.loads, records)).in_order
    # What was committed to is part of what is checked.
    forged = json.loads(document)
    forged["terms"]["seeds"]["run_seed"] = "00" * 32
    assert not check(forged, map(json.loads, records)).in_order
    standings = await organizer.standings(tournament, document=True)
    assert standings.document == document
    assert standings.standings.complete
    assert {row.entrant for row in standings.standings.standings} == {"ann", "bob", "cyd"}
    assert [row.rank for row in standings.standings.standings] == sorted(
        row.rank for row in standings.standings.standings
    )
    assert len(standings.standings.pairs) == 3


async def test_what_happens_is_told_in_order_and_from_any_version_on(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=2), ["ann", "bob"])
    await organizer.start(tournament)
    async with crew(organizer, server.address, tournament):
        told = await organizer.watched(tournament, standings=True)
    assert kinds(told)[:7] == [
        "created", "registered", "registered", "started", "round_begun", "pairing_opened", "game_begun",
    ]  # fmt: skip
    assert kinds(told)[-1] == "ended"
    assert kinds(told).count("board_over") == 2
    assert told[-1].standings.complete
    events = [event for answer in told for event in answer.events]
    assert [event.version for event in events] == sorted(event.version for event in events)
    again = await organizer.watched(tournament)
    assert [event for answer in again for event in answer.events] == events
    for answer in told:
        if answer.version and not answer.HasField("standings"):
            later = await organizer.watched(tournament, from_version=answer.version, from_head=answer.head)
            assert [event for each in later for event in each.events] == [
                event for event in events if event.version > answer.version
            ]


async def test_a_chosen_seed_gives_the_same_cards_and_is_told_at_the_end_only(
    server: Server, organizer: Organizer
) -> None:
    seed = seed_from_text("the same")
    found = []
    for _ in range(2):
        tournament = await organizer.make(config(boards=2, seed=seed), ["ann", "bob"])
        assert not (await organizer.start(tournament)).config.seed
        async with crew(organizer, server.address, tournament):
            ended = await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
        assert ended.seed_mode == api.SEED_MODE_CHOSEN
        assert ended.config.seed == ended.run_seed == seed
        records, document = await organizer.exported(tournament)
        assert json.loads(document)["terms"]["seeds"]["mode"] == "reproducible, not provable"
        found.append([json.loads(record)["deals"] for record in records])
    assert found[0] == found[1]


async def test_the_same_call_again_gives_the_same_answer(organizer: Organizer) -> None:
    chosen = api.CreateTournamentRequest(request_id=str(uuid.uuid4()), config=config())
    made = await organizer.call(organizer.tournament.CreateTournament, chosen)
    again = await organizer.call(organizer.tournament.CreateTournament, chosen)
    assert again == made
    chosen.config.boards = 4
    refused = await organizer.refused(organizer.tournament.CreateTournament, chosen)
    assert refused.reason == "ALREADY_EXISTS"
    tournament = made.tournament.tournament
    enters = api.RegisterRequest(request_id=str(uuid.uuid4()), tournament=tournament, name="ann", nonce=b"n")
    entered = await organizer.call(organizer.tournament.Register, enters)
    assert await organizer.call(organizer.tournament.Register, enters) == entered
    enters.nonce = b"another"
    assert (await organizer.refused(organizer.tournament.Register, enters)).reason == "ALREADY_EXISTS"
    await organizer.register(tournament, "bob")
    started = await organizer.start(tournament)
    # Also what cannot be done any more is answered again, if it was done.
    enters.nonce = b"n"
    assert (await organizer.call(organizer.tournament.Register, enters)).tournament.entrants == started.entrants
    ended = await organizer.cancel(tournament)
    assert ended.state == api.TOURNAMENT_STATE_CANCELLED
    assert (await organizer.cancel(tournament, keep_results=True)).state == api.TOURNAMENT_STATE_CANCELLED


async def test_what_was_chosen_is_told_with_every_default(organizer: Organizer) -> None:
    name = await organizer.make(api.TournamentConfig(name="Bare", ruleset=Ruleset(preset="buck"), boards=1))
    told = (await organizer.get(name)).config
    assert told.format == api.TOURNAMENT_FORMAT_ROUND_ROBIN
    assert told.board == api.BOARD_KIND_DEAL
    assert told.duplicate
    assert told.close_rounds
    assert (told.concurrency, told.pairings_at_once, told.pause_after) == (96, 1, 3)
    assert told.clocks.action_limit_ms == 30_000
    assert told.isolation == api.ISOLATION_REMOTE_SESSIONS
    # What is told can be asked for.
    copy: Message = told
    assert isinstance(copy, api.TournamentConfig)
    again = await organizer.make(copy)
    assert (await organizer.get(again)).config == told


async def test_tournaments_are_listed_the_newest_first(organizer: Organizer) -> None:
    made = [await organizer.make(config(name=f"Number {number}")) for number in range(3)]
    found: list[str] = []
    token = ""
    while not set(made) <= set(found):
        request = api.ListTournamentsRequest(page_size=2, page_token=token)
        page = await organizer.call(organizer.tournament.ListTournaments, request)
        found += [each.tournament for each in page.tournaments]
        token = page.next_page_token
        assert token
    assert [name for name in found if name in made] == made[::-1]
    assert len(set(found)) == len(found)
    await organizer.cancel(made[0])
    request = api.ListTournamentsRequest(state=api.TOURNAMENT_STATE_CANCELLED, page_size=100)
    page = await organizer.call(organizer.tournament.ListTournaments, request)
    assert made[0] in {each.tournament for each in page.tournaments}
    assert made[1] not in {each.tournament for each in page.tournaments}


async def test_a_tournament_is_no_game_and_a_game_no_tournament(organizer: Organizer) -> None:
    tournament = await organizer.make(config())
    game = await organizer.create(["a", "b", "c", "d"])
    view = organizer.referee.GetView
    assert (await organizer.refused(view, referee.GetViewRequest(game=tournament))).reason == "GAME_NOT_FOUND"
    asked = api.GetTournamentRequest(tournament=game)
    assert (await organizer.refused(organizer.tournament.GetTournament, asked)).reason == "TOURNAMENT_NOT_FOUND"
    board = referee.CreateGameRequest(request_id=str(uuid.uuid4()), ruleset=Ruleset(preset="euchre"), board=tournament)
    assert (await organizer.refused(organizer.referee.CreateGame, board)).reason == "BOARD_NOT_FOUND"


async def test_a_remote_bot_enters_and_plays_in_few_lines(server: Server, organizer: Organizer) -> None:
    tournament = await organizer.make(config(boards=1))
    token = await organizer.token_for(f"remote-{uuid.uuid4().hex}")

    def bot(turn: pb.Turn) -> str:
        return turn.legal[-1].text

    async with AsyncClient(server.address, token) as mine, Organizer(server.address, server.operator_token) as other:
        await mine.register(tournament, "mine", program="my bot")
        await other.register(tournament, "theirs")
        await other.start(tournament)
        async with crew(other, server.address, tournament) as theirs:
            theirs.absent.add("mine")
            await mine.play_tournament(tournament, lambda place: bot)
        assert (await mine.get_tournament(tournament)).state == api.TOURNAMENT_STATE_FINISHED
        rows = (await mine.list_standings(tournament)).standings.standings
        assert {row.entrant: row.figures.timeouts for row in rows} == {"mine": 0, "theirs": 0}
