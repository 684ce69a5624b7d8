"""Decisions that are refused, and everything a refusal tells."""

import asyncio

import grpc
import pytest
from google.protobuf import duration_pb2

from euchre.v1 import card_pb2
from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as api
from euchre_referee.api.phrases import LOCALES, PHRASES
from tests.api.callers import Caller, Told, decision, new_game, told
from tests.conftest import Server


async def turn_of(caller: Caller, game: str) -> pb.Turn:
    """The turn of a caller that holds every seat."""
    seat = (await caller.view(game, 0)).view.to_act
    return (await caller.view(game, seat)).turn


async def refused_act(caller: Caller, made: pb.Decision) -> Told:
    """What a decision that must be refused is told."""
    return await caller.refused(caller.referee.Act, api.ActRequest(decision=made))


async def test_a_refusal_tells_reason_rule_legal_actions_and_place(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4)
    turn = await turn_of(bot, game)
    refused = await refused_act(bot, decision(turn, "bid 3"))
    assert refused.code is grpc.StatusCode.FAILED_PRECONDITION
    assert refused.info.reason == refused.refusal.reason == "ACTION_NOT_ALLOWED_NOW"
    assert refused.info.domain == "euchre.v1"
    assert refused.info.metadata["game"] == game
    assert refused.info.metadata["version"] == str(turn.version)
    assert refused.info.metadata["section"] == refused.refusal.section
    assert refused.refusal.section.startswith("RULES ")
    assert list(refused.refusal.legal) == list(turn.legal)
    assert refused.retry is None
    assert (await bot.act(turn)).HasField("accepted")


LANGUAGES = {"en": "en", "fr": "fr", "nl": "nl", "fr-CA,en;q=0.5": "fr", "nl_BE": "nl", "de, ja": "en", "": "en"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_people_are_told_in_their_language(server: Server, operator: Caller, session: str, language: str) -> None:
    game = await operator.create([session] * 4)
    expected = LANGUAGES[language]
    async with Caller(server.address, await operator.token_for(session), language=language) as caller:
        refused = await refused_act(caller, decision(await turn_of(caller, game), "dance"))
        streamed = await caller.call(
            caller.player.Act,
            player.PlayerServiceActRequest(decisions=[decision(await turn_of(caller, game), "dance")]),
        )
    words = PHRASES["MALFORMED_ACTION"][LOCALES.index(expected)]
    assert refused.localized.locale == expected
    assert refused.localized.message.startswith(words)
    assert streamed.verdicts[0].refusal.message == refused.localized.message


async def test_who_may_not_decide_is_told_so_and_nothing_of_the_cards(
    server: Server, operator: Caller, bot: Caller, session: str, anybody: Caller
) -> None:
    game = await operator.create([session, session, f"{session}-2", f"{session}-3"])
    turn = pb.Turn()
    tokens = [await operator.token_for(f"{session}{end}") for end in ("-2", "-3", "-stranger")]
    two, three, stranger = (Caller(server.address, token) for token in tokens)
    async with two, three, stranger:
        to_act = (await bot.view(game, 0)).view.to_act
        holder = {0: bot, 1: bot, 2: two, 3: three}[to_act]
        turn = (await holder.view(game, to_act)).turn
        for caller in (stranger, two if holder is three else three, bot):
            if caller is holder:
                continue
            stolen = await refused_act(caller, decision(turn))
            assert (stolen.code, stolen.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED")
            assert not stolen.refusal.legal
        early = decision(turn)
        early.seat = (to_act + 1) % 4
        caller = {0: bot, 1: bot, 2: two, 3: three}[early.seat]
        refused = await refused_act(caller, early)
        assert refused.reason == "NOT_YOUR_TURN"
        assert not refused.refusal.legal
    unnamed = decision(turn)
    unnamed.ClearField("seat")
    refused = await refused_act(bot, unnamed)
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "SEAT_REQUIRED")
    assert (await refused_act(anybody, decision(turn))).code is grpc.StatusCode.UNAUTHENTICATED


async def test_games_and_versions_that_are_none(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4)
    turn = await turn_of(bot, game)
    for name in (
        "",
        "x",
        "1-aaaaaaaaaaaaaaaa",
        "64-aaaaaaaaaaaaaaaa",
        "9999-aaaaaaaaaaaaaaaa",
        "é" * 500,
        "a" * 20_000,
    ):
        missing = decision(turn)
        missing.game = name
        refused = await refused_act(bot, missing)
        assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND")
        (verdict,) = (await bot.call(bot.player.Act, player.PlayerServiceActRequest(decisions=[missing]))).verdicts
        assert verdict.refusal.reason == "GAME_NOT_FOUND"
    for version, head in ((turn.version + 1, b""), (0, b""), (turn.version, bytes(16)), (turn.version, b"short")):
        other = decision(turn)
        other.version, other.head = version, head
        refused = await refused_act(bot, other)
        assert (refused.code, refused.reason) == (grpc.StatusCode.ABORTED, "HISTORY_CHANGED")
        assert refused.refusal.current_version == turn.version


async def test_the_first_verdict_is_given_again_and_another_action_is_not_taken(
    operator: Caller, bot: Caller, session: str
) -> None:
    game = await operator.create([session] * 4, strikes=2)
    turn = await turn_of(bot, game)
    first = await bot.act(turn)
    assert first.accepted.next_version == turn.version + 1
    later = await turn_of(bot, game)
    await bot.act(later)
    for _ in range(3):
        assert await bot.act(turn) == first
    other = await refused_act(bot, decision(turn, turn.legal[1].text))
    assert other.reason == "ALREADY_DECIDED"
    assert other.refusal.on_record.text == turn.legal[0].text
    assert other.refusal.on_record.seat == turn.seat
    assert (await turn_of(bot, game)).strikes == 0
    # The same in bulk, word for word.
    request = player.PlayerServiceActRequest(decisions=[decision(turn), decision(later), decision(turn)])
    verdicts = (await bot.call(bot.player.Act, request)).verdicts
    assert verdicts[0] == verdicts[2] == first
    open_still = await turn_of(bot, game)
    await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
    assert await bot.act(turn) == first
    assert (await refused_act(bot, decision(open_still))).reason == "GAME_OVER"


async def test_equal_decisions_at_once_count_once(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4)
    turn = await turn_of(bot, game)
    verdicts = await asyncio.gather(*(bot.act(turn) for _ in range(10)))
    assert len({verdict.SerializeToString() for verdict in verdicts}) == 1
    assert (await bot.view(game, 0)).version == turn.version + 1


async def test_strikes_count_once_and_the_third_brings_the_default_action(
    operator: Caller, bot: Caller, session: str
) -> None:
    game = await operator.create([session] * 4, strikes=3)
    turn = await turn_of(bot, game)
    refusals = []
    for text in ("bid 1", "bid 1", "dance", "bid 1", "dance"):
        refusals.append(await refused_act(bot, decision(turn, text)))
    assert refusals[0].refusal == refusals[1].refusal == refusals[3].refusal
    assert (await turn_of(bot, game)).strikes == 2
    assert (await turn_of(bot, game)).version == turn.version
    # A decision may also name the version that a view tells after the strikes.
    seen = await bot.view(game, turn.seat)
    assert seen.version == turn.version + 2
    third = await refused_act(bot, decision(turn, "bid 2"))
    assert third.reason == "ACTION_NOT_ALLOWED_NOW"
    after = await bot.view(game, turn.seat)
    assert after.version == turn.version + 4
    assert after.view.moves[0].text.endswith("pass")
    late = await refused_act(bot, decision(turn, "order"))
    assert late.reason == "ALREADY_DECIDED"
    assert (await refused_act(bot, decision(turn, "bid 2"))).refusal == third.refusal
    await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
    watch = bot.referee.Watch(api.WatchRequest(game=game), metadata=bot.metadata)
    kinds = [event.WhichOneof("what") async for answer in watch for event in answer.events]
    assert kinds.count("struck") == 3
    assert kinds.count("default_action") == 1


@pytest.mark.parametrize(
    "action",
    [
        pb.Action(),
        pb.Action(kind=pb.ACTION_KIND_PLAY),
        pb.Action(kind=pb.ACTION_KIND_NAME),
        pb.Action(kind=pb.ACTION_KIND_ANSWER),
        pb.Action(kind=99),  # type: ignore[arg-type]
        pb.Action(kind=pb.ACTION_KIND_PLAY, card=200),  # type: ignore[arg-type]
        pb.Action(kind=pb.ACTION_KIND_PLAY, card=-1),  # type: ignore[arg-type]
        pb.Action(kind=pb.ACTION_KIND_NAME, suit=9),  # type: ignore[arg-type]
        pb.Action(kind=pb.ACTION_KIND_BID, bid=4_000_000_000),
        None,
    ],
)
async def test_what_is_no_action_is_malformed(
    operator: Caller, bot: Caller, session: str, action: pb.Action | None
) -> None:
    game = await operator.create([session] * 4, strikes=3)
    made = decision(await turn_of(bot, game))
    made.ClearField("text")
    if action is not None:
        made.action.CopyFrom(action)
    assert (await refused_act(bot, made)).reason in ("MALFORMED_ACTION", "ACTION_NOT_ALLOWED_NOW")


@pytest.mark.parametrize(
    "text", ["play ?", "?", "discard ?", "play", " pass", "pass ", "Pass", "\0", "é" * 5000, "x" * 100_000]
)
async def test_words_that_are_no_action_are_malformed(operator: Caller, bot: Caller, session: str, text: str) -> None:
    game = await operator.create([session] * 4, strikes=3)
    turn = await turn_of(bot, game)
    assert (await refused_act(bot, decision(turn, text))).reason == "MALFORMED_ACTION"
    assert (await refused_act(bot, decision(turn, text))).reason == "MALFORMED_ACTION"
    assert (await turn_of(bot, game)).strikes == 1


async def test_typed_actions_are_as_good_as_words(operator: Caller, bot: Caller, session: str) -> None:
    game = await operator.create([session] * 4, "buck")
    for _ in range(30):
        turn = await turn_of(bot, game)
        if not turn.legal:
            break
        made = decision(turn)
        made.action.CopyFrom(turn.legal[0].action)
        verdict = (await bot.call(bot.referee.Act, api.ActRequest(decision=made))).verdict
        assert verdict.accepted.action == turn.legal[0].text
    assert card_pb2.Card.Value("CARD_UNSPECIFIED") == 0


async def test_a_game_that_has_not_begun_takes_no_decision(anybody: Caller, bot: Caller) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    await bot.call(bot.referee.JoinGame, api.JoinGameRequest(request_id="j", game=game))
    made = pb.Decision(game=game, version=(await bot.view(game)).version, text="pass")
    assert (await refused_act(bot, made)).reason == "GAME_NOT_STARTED"


async def test_many_faults_at_once_are_told_within_what_clients_take(operator: Caller) -> None:
    request = new_game()
    request.ruleset.options.update({f"option {number} {'é' * 90}": number for number in range(300)})
    refused = await operator.refused(operator.referee.CreateGame, request)
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_RULESET")
    checked = await operator.call(operator.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=request.ruleset))
    assert len(checked.problems) == 300


async def test_calls_without_a_stream_are_bounded(bot: Caller) -> None:
    many = player.PlayerServiceActRequest(decisions=[pb.Decision(game="x")] * 257)
    assert (await bot.refused(bot.player.Act, many)).reason == "INVALID_REQUEST"
    turns = player.ListTurnsRequest(max_turns=257)
    assert (await bot.refused(bot.player.ListTurns, turns)).reason == "INVALID_REQUEST"


async def test_whoever_asks_too_fast_is_told_when_to_come_back(bot: Caller) -> None:
    calls = [bot.referee.GetView(api.GetViewRequest(game="none"), metadata=bot.metadata) for _ in range(900)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    errors = [each for each in results if isinstance(each, grpc.aio.AioRpcError)]
    assert {each.code() for each in errors} == {grpc.StatusCode.NOT_FOUND, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert told_retry(next(each for each in errors if each.code() is grpc.StatusCode.RESOURCE_EXHAUSTED)) > 0


def told_retry(error: grpc.aio.AioRpcError) -> float:
    refused = told(error)
    assert refused.reason == "BUSY"
    assert refused.refusal.retry_ms > 0
    retry = refused.retry
    assert isinstance(retry, duration_pb2.Duration)
    return retry.seconds + retry.nanos / 1e9
