"""Games and boards made, joined, looked at, listed and ended."""

import asyncio
import json
import uuid
from pathlib import Path
from typing import Final

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import tournament_service_pb2 as tournament
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.api.tokens import Tokens
from euchre_referee.ops.keyring import read_keyring
from euchre_referee.referee.settings import Settings
from tests.api.callers import Caller, new_game
from tests.conftest import Server

HOUR_MS: Final = 3_600_000
RETENTION_MS: Final = Settings().retention_ms


def joining(game: str, **fields: object) -> api.JoinGameRequest:
    """A join of its own."""
    return api.JoinGameRequest(**({"request_id": str(uuid.uuid4()), "game": game} | fields))  # type: ignore[arg-type]


async def test_a_game_is_made_once_however_often_it_is_asked_for(anybody: Caller) -> None:
    request = new_game()
    answers = await asyncio.gather(*(anybody.call(anybody.referee.CreateGame, request) for _ in range(8)))
    assert len({answer.SerializeToString() for answer in answers}) == 1
    assert answers[0].ruleset == '{"options":{},"preset":"euchre"}'
    assert len(answers[0].commitment) == 32


@pytest.mark.parametrize("field", ["preset", "options", "clocks", "conduct", "first_dealer"])
async def test_another_game_under_a_used_request_id_is_refused(anybody: Caller, field: str) -> None:
    request = new_game()
    await anybody.call(anybody.referee.CreateGame, request)
    match field:
        case "preset":
            request.ruleset.preset = "buck"
        case "options":
            request.ruleset.options.update({"target_score": 5})
        case "clocks":
            request.clocks.action_limit_ms = 7
        case "conduct":
            request.conduct.strike_limit = 7
        case _:
            request.first_dealer = 0
    refused = await anybody.refused(anybody.referee.CreateGame, request)
    assert (refused.code, refused.reason) == (grpc.StatusCode.ALREADY_EXISTS, "ALREADY_EXISTS")


async def test_boards_are_made_once_and_belong_to_operators(operator: Caller, bot: Caller) -> None:
    request = tournament.CreateBoardsRequest(request_id=str(uuid.uuid4()), count=5)
    first = await operator.call(operator.tournament.CreateBoards, request)
    assert first == await operator.call(operator.tournament.CreateBoards, request)
    assert len({board.id for board in first.boards}) == len({board.commitment for board in first.boards}) == 5
    assert (await bot.refused(bot.tournament.CreateBoards, request)).reason == "PERMISSION_DENIED"
    request.count = 4
    assert (await operator.refused(operator.tournament.CreateBoards, request)).reason == "ALREADY_EXISTS"
    for count in (0, 1001):
        request.count = count
        refused = await operator.refused(operator.tournament.CreateBoards, request)
        assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
        assert "count" in refused.text


async def test_a_boards_game_is_withheld_from_all_but_operators(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    made = tournament.CreateBoardsRequest(request_id=str(uuid.uuid4()), count=1)
    (board,) = (await operator.call(operator.tournament.CreateBoards, made)).boards
    request = new_game([session, "b", "c", "d"])
    request.board = board.id
    request.nonces.extend((b"1", b"2"))
    created = await operator.call(operator.referee.CreateGame, request)
    assert created.commitment == board.commitment
    own = await bot.view(created.game)
    assert own.view.viewer == 0
    # Equal at all tables of the board, it would tell a player at two of them that the cards are the same.
    assert not own.commitment
    assert (await operator.view(created.game)).commitment == board.commitment
    look = api.GetViewRequest(game=created.game)
    assert (await anybody.refused(anybody.referee.GetView, look)).reason == "RECORD_WITHHELD"
    record = api.GetRecordRequest(game=created.game)
    for _ in ("running", "over"):
        for caller in (bot, anybody):
            refused = await caller.refused(caller.referee.GetRecord, record)
            assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "RECORD_WITHHELD")
        await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=created.game))
    told = json.loads((await operator.call(operator.referee.GetRecord, record)).record)
    assert told["proof"]["nonces"] == ["31", "32"]
    request = new_game()
    request.board = "0-aaaaaaaaaaaaaaaa"
    refused = await operator.refused(operator.referee.CreateGame, request)
    assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "BOARD_NOT_FOUND")
    # A board is no game, though it has a log.
    for name in (board.id, "no game"):
        refused = await operator.refused(operator.referee.GetView, api.GetViewRequest(game=name))
        assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND")


async def test_four_players_join_and_the_first_one_to_act_has_a_turn(anybody: Caller, server: Server) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game(preset="buck"))).game
    waiting = await anybody.view(game)
    assert list(waiting.players) == [""] * 4
    assert waiting.view.phase == pb.PHASE_BETWEEN_DEALS
    tokens = []
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Zoë")):
        answer = await anybody.call(anybody.referee.JoinGame, joining(game, name=name, nonce=b"mine"))
        assert answer.seat == seat
        tokens.append(answer.token)
    seen = await anybody.view(game)
    assert list(seen.players) == ["Ann", "Bo", "Cy", "Zoë"]
    assert not seen.view.hand
    turns = 0
    for seat, token in enumerate(tokens):
        async with Caller(server.address, token) as player:
            own = await player.view(game)
            assert own.view.viewer == seat
            assert len(own.view.hand) == 5
            turns += own.HasField("turn")
            assert own.HasField("turn") == (own.view.to_act == seat)
    assert turns == 1


async def test_a_join_that_is_sent_again_gets_its_seat_and_token_again(anybody: Caller) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    request = joining(game, name="Ann", nonce=b"n")
    answers = await asyncio.gather(*(anybody.call(anybody.referee.JoinGame, request) for _ in range(6)))
    assert len({answer.SerializeToString() for answer in answers}) == 1
    for _ in range(3):
        await anybody.call(anybody.referee.JoinGame, joining(game))
    # Also when the game has begun, and when it is over.
    assert await anybody.call(anybody.referee.JoinGame, request) == answers[0]


async def test_a_join_without_a_token_is_as_secret_as_its_token(anybody: Caller, server: Server) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    join = anybody.referee.JoinGame
    refused = await anybody.refused(join, joining(game, request_id="x" * 15))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert "request_id" in refused.text
    first = joining(game, request_id="x" * 16, name="Ann", nonce=b"n")
    tokens = Tokens(read_keyring(Path(server.keys)))
    sessions = [tokens.caller((await anybody.call(join, first)).token).session]
    # Whoever guesses the id, but not all the rest, is somebody else.
    for field, value in (("name", "Bo"), ("nonce", b"m"), ("seat", 3)):
        other = joining(game, **{"request_id": "x" * 16, "name": "Ann", "nonce": b"n", field: value})
        sessions.append(tokens.caller((await anybody.call(join, other)).token).session)
    assert len(set(sessions)) == 4
    assert tokens.caller((await anybody.call(join, first)).token).session == sessions[0]


async def test_joins_race_for_the_last_seats_and_each_is_given_once(anybody: Caller) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    calls = [anybody.referee.JoinGame(joining(game), timeout=30) for _ in range(12)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    seated = [each.seat for each in results if isinstance(each, api.JoinGameResponse)]
    assert sorted(seated) == [0, 1, 2, 3]
    codes = {each.code() for each in results if isinstance(each, grpc.aio.AioRpcError)}
    assert codes == {grpc.StatusCode.FAILED_PRECONDITION}
    assert (await anybody.refused(anybody.referee.JoinGame, joining(game))).reason == "GAME_FULL"


async def test_whoever_cannot_be_seated_is_told_why(anybody: Caller, bot: Caller, operator: Caller) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    join = bot.referee.JoinGame
    await bot.call(join, joining(game, seat=2))
    for request, code, reason in (
        (joining(game), grpc.StatusCode.FAILED_PRECONDITION, "ALREADY_SEATED"),
        (joining(game, seat=2), grpc.StatusCode.ALREADY_EXISTS, "SEAT_TAKEN"),
        (joining(game, seat=4), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining(game, seat=4_294_967_295), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining("63-aaaaaaaaaaaaaaaa"), grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
        (joining(game, name="x" * 65), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining(game, name="a\0b"), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining(game, nonce=b"x" * 65), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining(game, request_id=""), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
        (joining(game, request_id="x" * 101), grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
    ):
        refused = await bot.refused(join, request)
        assert (refused.code, refused.reason) == (code, reason), request
    # A second seat is given to whoever names it.
    assert (await bot.call(join, joining(game, seat=0))).seat == 0
    await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
    assert (await anybody.refused(join, joining(game))).reason == "GAME_OVER"


async def test_seats_seeds_and_boards_are_for_operators(bot: Caller) -> None:
    for request in (new_game(["a", "b", "c", "d"]), new_game(), new_game()):
        if not request.seats:
            request.board = "x" if request.request_id < "8" else ""
            request.seed = b"" if request.board else bytes(32)
        refused = await bot.refused(bot.referee.CreateGame, request)
        assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "PERMISSION_DENIED")


async def test_a_game_that_cannot_be_made_is_refused_by_field(operator: Caller) -> None:
    def with_field(**fields: object) -> api.CreateGameRequest:
        request = new_game()
        for name, value in fields.items():
            if isinstance(value, list):
                getattr(request, name).extend(value)
            elif name in ("ruleset", "conduct"):
                getattr(request, name).CopyFrom(value)
            else:
                setattr(request, name, value)
        return request

    seat = api.SeatReservation(session="s", name="n")
    for request, field in (
        (with_field(request_id=""), "request_id"),
        (with_field(seed=b"short"), "seed"),
        (with_field(seats=[seat]), "seats"),
        (with_field(seats=[api.SeatReservation(name="n")] * 4), "session"),
        (with_field(seats=[api.SeatReservation(session="é" * 51)] * 4), "session"),
        (with_field(seats=[api.SeatReservation(session="a\0b")] * 4), "session"),
        (with_field(nonces=[b"x"]), "nonces"),
        (with_field(first_dealer=4), "first_dealer"),
        (with_field(conduct=api.Conduct(strike_limit=21)), "strike_limit"),
        (with_field(ruleset=Ruleset(preset="whist")), "preset"),
        (with_field(ruleset=Ruleset()), "preset"),
    ):
        refused = await operator.refused(operator.referee.CreateGame, request)
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT, request
        assert field in refused.text


async def test_every_problem_of_a_rule_set_is_named(anybody: Caller) -> None:
    rules = Ruleset(preset="euchre")
    rules.options.update({"target_score": -5000, "nonsense": True, "all_pass": "maybe"})
    checked = await anybody.call(anybody.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=rules))
    assert {problem.option for problem in checked.problems} == {"target_score", "nonsense", "all_pass"}
    assert not checked.canonical
    fine = await anybody.call(anybody.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=Ruleset(preset="euchre")))
    assert not fine.problems
    assert len(fine.hash) == 64
    described = await anybody.call(
        anybody.referee.DescribeRules, api.DescribeRulesRequest(ruleset=Ruleset(preset="buck"), locale="fr")
    )
    assert described.description.preset == "buck"
    assert described.hash != fine.hash
    listed = await anybody.call(anybody.referee.ListPresets, api.ListPresetsRequest(locale="nl"))
    names = [preset.preset for preset in listed.presets]
    assert {"euchre", "buck"} <= set(names)
    assert names == sorted(names)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), 1e308, 0.5])
async def test_numbers_that_are_no_numbers_are_problems_too(anybody: Caller, number: float) -> None:
    rules = Ruleset(preset="euchre")
    rules.options.fields["target_score"].number_value = number
    checked = await anybody.call(anybody.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=rules))
    assert [problem.option for problem in checked.problems] == ["target_score"]


async def test_values_of_every_type_are_problems_and_nothing_worse(anybody: Caller) -> None:
    rules = Ruleset(preset="euchre")
    rules.options.update({"target_score": {"a": [{"b": None}]}, "all_pass": [1, [2]], "x" * 3000: "y" * 3000})
    rules.options.fields["loner_lead"].SetInParent()
    checked = await anybody.call(anybody.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=rules))
    assert len(checked.problems) >= 3
    request = new_game()
    request.ruleset.CopyFrom(rules)
    refused = await anybody.refused(anybody.referee.CreateGame, request)
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_RULESET")


async def test_games_are_listed_page_by_page(operator: Caller, anybody: Caller) -> None:
    made = {await operator.create(["a", "b", "c", "d"]) for _ in range(7)}
    found: list[str] = []
    token = ""
    while True:
        request = api.ListGamesRequest(stage=api.STAGE_RUNNING, page_size=3, page_token=token)
        page = await anybody.call(anybody.referee.ListGames, request)
        assert len(page.games) <= 3
        found += page.games
        token = page.next_page_token
        if not token:
            break
    assert made <= set(found)
    for wrong, field in (
        (api.ListGamesRequest(), "stage"),
        (api.ListGamesRequest(stage=api.STAGE_WAITING, page_size=1001), "page_size"),
        (api.ListGamesRequest(stage=api.STAGE_WAITING, page_token="nonsense"), "page_token"),
        (api.ListGamesRequest(stage=api.STAGE_RUNNING, times=True), "times"),
    ):
        refused = await anybody.refused(anybody.referee.ListGames, wrong)
        assert refused.reason == "INVALID_REQUEST"
        assert field in refused.text


async def test_an_operator_ends_a_game_once(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session, "b", "c", "d"])
    request = api.AbortGameRequest(game=game, cause="the cat sat on the server")
    assert (await bot.refused(bot.referee.AbortGame, request)).reason == "PERMISSION_DENIED"
    first = await operator.call(operator.referee.AbortGame, request)
    assert first.end.termination == pb.TERMINATION_ABORTED
    assert first.end.cause == request.cause
    assert await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game)) == first
    assert (await bot.view(game)).end == first.end
    missing = api.AbortGameRequest(game="1-aaaaaaaaaaaaaaaa")
    assert (await operator.refused(operator.referee.AbortGame, missing)).reason == "GAME_NOT_FOUND"
    listed = api.ListGamesRequest(stage=api.STAGE_FINISHED, page_size=1000, times=True)
    page = await operator.call(operator.referee.ListGames, listed)
    times = dict(zip(page.games, page.times, strict=True))[game]
    # However slow this was.
    assert times.ended_ago_ms < HOUR_MS
    assert RETENTION_MS - HOUR_MS < times.expires_in_ms <= RETENTION_MS
    listed.times = False
    assert not (await operator.call(operator.referee.ListGames, listed)).times


async def test_a_whole_game_is_recorded_verified_and_judged(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4, max_deals=1)
    while not (seen := await bot.view(game, 0)).HasField("end"):
        turn = (await bot.view(game, seen.view.to_act)).turn
        assert (await bot.act(turn, turn.legal[-1].text)).accepted.next_version > turn.version
    record = (await bot.call(bot.referee.GetRecord, api.GetRecordRequest(game=game))).record
    verified = await bot.call(bot.referee.Verify, api.VerifyRequest(record=record))
    assert verified.in_order
    judged = json.loads((await bot.call(bot.referee.Adjudicate, api.AdjudicateRequest(record=record))).adjudication)
    assert judged["error"] is None
    assert judged["scores"] == list(seen.end.scores)
    told = json.loads(record)
    told["deals"][0]["actions"].pop()
    verified = await bot.call(bot.referee.Verify, api.VerifyRequest(record=json.dumps(told)))
    assert not verified.in_order
    assert verified.faults[0].startswith("deals[0].actions[")


@pytest.mark.parametrize(
    "record", ["", "nonsense", "[]", "{}", '"x"', "[" * 50_000, '{"a":' * 20_000, "\ud7ff", "1e999"]
)
async def test_records_that_are_none_are_judged_as_such(anybody: Caller, record: str) -> None:
    answer = await anybody.call(anybody.referee.Adjudicate, api.AdjudicateRequest(record=record))
    assert json.loads(answer.adjudication)["error"]["reason"] == "UNREADABLE_RECORD"
    verified = await anybody.call(anybody.referee.Verify, api.VerifyRequest(record=record))
    assert not verified.in_order
    assert verified.faults


async def test_a_record_that_is_too_long_is_refused_with_the_way_out(anybody: Caller) -> None:
    refused = await anybody.refused(anybody.referee.Adjudicate, api.AdjudicateRequest(record="x" * 210_000))
    assert refused.reason == "INVALID_REQUEST"
    assert "euchre adjudicate" in refused.text
