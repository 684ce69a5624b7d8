"""Every policy and cause through real gRPC: what the players, the watchers, the record and the metrics are told."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from euchre_referee.store import Embedded
from tests.api.callers import Caller, decision, new_game
from tests.api.nearby import Nearby, nearby
from tests.api.test_frames import Stream
from tests.api.test_refusals import refused_act, turn_of
from tests.conftest import Server
from tests.store.until import until

SANCTIONS: Final = {
    "default_action": api.SANCTION_DEFAULT_ACTION,
    "lose_deal": api.SANCTION_LOSE_DEAL,
    "forfeit": api.SANCTION_FORFEIT,
}
FAULTS: Final = ("illegal", "timeout", "disconnect")
PRESETS: Final = ("euchre", "euchre-cutthroat", "buck", "euchre-auction", "american-belote-two")


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A store that no other referee sweeps."""
    with Embedded(tmp_path_factory.mktemp("store")) as running:
        yield running


@pytest.fixture
async def near(embedded: Embedded) -> AsyncIterator[Nearby]:
    """The only replica on its store, whose counters only this test moves."""
    async with nearby(embedded.url) as replica:
        yield replica


async def make(operator: Caller, session: str, preset: str, sanction: str, *, timed: bool = False) -> str:
    """A game in which one session holds every seat, with this sanction for every fault."""
    request = new_game([session] * players_of(preset), preset)
    conduct = api.Conduct(strike_limit=2, on_strikes=SANCTIONS[sanction])
    if timed:
        request.clocks.CopyFrom(api.Clocks(action_limit_ms=300, lag_quota_ms=0))
        conduct.on_timeout = SANCTIONS[sanction]
    request.conduct.CopyFrom(conduct)
    return (await operator.call(operator.referee.CreateGame, request)).game


def players_of(preset: str) -> int:
    return {"euchre-cutthroat": 3, "euchre-auction": 5, "american-belote-two": 2}.get(preset, 4)


async def record_of(caller: Caller, game: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(
        (await caller.call(caller.referee.GetRecord, api.GetRecordRequest(game=game))).record
    )
    return record


async def events_of(caller: Caller, game: str) -> list[pb.Event]:
    """Everything that was told of a game that is over."""
    watch = caller.referee.Watch(api.WatchRequest(game=game), metadata=caller.metadata, timeout=30)
    return [event async for answer in watch for event in answer.events]


async def judged(caller: Caller, record: object) -> dict[str, Any]:
    """The adjudication of a record, which must also be in order."""
    text = json.dumps(record)
    checked = await caller.call(caller.referee.Verify, api.VerifyRequest(record=text))
    assert not checked.faults
    answer: dict[str, Any] = json.loads(
        (await caller.call(caller.referee.Adjudicate, api.AdjudicateRequest(record=text))).adjudication
    )
    assert answer["error"] is None
    return answer


async def commit_fault(bot: Caller, game: str, fault: str) -> pb.Turn:
    """The seat to act commits it; its turn, which the referee has decided when this returns."""
    turn = await turn_of(bot, game)
    if fault == "illegal":
        for words in ("dance", "bid 62"):
            refused = await refused_act(bot, decision(turn, words))
            assert refused.reason in ("MALFORMED_ACTION", "ACTION_NOT_ALLOWED_NOW", "BID_OUT_OF_RANGE")
        return turn
    stream = Stream(bot) if fault == "timeout" else None
    if stream is not None:
        await stream.send()
        await stream.until(lambda: stream.turns)

    async def decided() -> bool:
        view = await bot.view(game, turn.seat)
        return view.HasField("end") or view.version > turn.version

    await until(decided)
    if stream is not None:
        stream.call.cancel()
    return turn


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("sanction", SANCTIONS)
async def test_a_fault_costs_what_the_table_says(near: Nearby, session: str, fault: str, sanction: str) -> None:
    async with near.caller("op", operator=True) as operator, near.caller(session) as bot:
        game = await make(operator, session, "euchre", sanction, timed=fault != "illegal")
        turn = await commit_fault(bot, game, fault)
        seat = turn.seat
        if sanction != "forfeit":
            await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
        view = await bot.view(game, seat)
        record = await record_of(bot, game)
        answer = await judged(bot, record)
        events = await events_of(bot, game)
        late = await refused_act(bot, decision(turn))
    first = [mark for mark in record.get("marks", ()) if mark["mark"] != "strike"]
    kinds = [event.WhichOneof("what") for event in events]
    if sanction == "default_action":
        assert first[0]["mark"] == ("strikes" if fault == "illegal" else "timeout")
        assert (first[0]["deal"], first[0]["action"], first[0]["cause"]) == (0, 0, fault)
        made = next(event.default_action for event in events if event.HasField("default_action"))
        assert (made.seat, made.cause) == (seat, "strikes" if fault == "illegal" else "timeout")
        assert made.disconnected == (fault == "disconnect")
    elif sanction == "lose_deal":
        assert first[0] == {"deal": 0, "action": 0, "mark": "lost", "seat": seat, "cause": fault}
        assert answer["deals"][0]["outcome"] == "LOST"
        place = kinds.index("deal_lost")
        assert (events[place].deal_lost.seat, events[place].deal_lost.cause) == (seat, fault)
        assert kinds[place + 1 : place + 3] == ["deal_over", "dealt"]
        points = list(events[place + 1].deal_over.points)
        assert points == [0 if (each - seat) % 2 == 0 else 2 for each in range(4)] == answer["deals"][0]["points"]
    else:
        assert not first
        assert record["end"] == answer["end"] == {"termination": "forfeit", "cause": fault, "seat": seat}
        end = view.end
        assert (end.termination, end.cause, end.seat) == (pb.TERMINATION_FORFEIT, fault, seat)
        assert list(end.winners) == [each for each in range(4) if (each - seat) % 2]
        assert kinds[-1] == "game_over"
    expected = "GAME_OVER" if sanction == "forfeit" else "ALREADY_DECIDED"
    assert late.reason == (expected if fault == "illegal" else "TIME_OVER")
    if fault == "illegal":
        assert near.counted("euchre_strikes_total", preset="euchre") == 2
    else:
        cause = "stall" if fault == "timeout" else "disconnect"
        assert near.counted("euchre_timeouts_total", cause=cause, sanction=sanction) >= 1
        other = {"stall": "disconnect", "disconnect": "stall"}[cause]
        if sanction == "forfeit":
            assert near.counted("euchre_timeouts_total", cause=other, sanction=sanction) == 0
    if sanction == "forfeit":
        ended = {"preset": "euchre", "termination": "forfeit", "cause": fault}
        assert near.counted("euchre_games_ended_total", **ended) == 1


@pytest.mark.parametrize("preset", PRESETS)
async def test_in_every_family_a_deal_can_be_lost_and_the_game_goes_on(
    operator: Caller, bot: Caller, session: str, preset: str
) -> None:
    game = await make(operator, session, preset, "lose_deal")
    players = players_of(preset)
    # One fault before anything is called, one in the middle of the next deal.
    offenders = []
    for moves in (0, 3):
        for _ in range(moves):
            turn = await turn_of(bot, game)
            await bot.act(turn, turn.legal[-1].text)
        offenders.append((await commit_fault(bot, game, "illegal")).seat)
    await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
    record = await record_of(bot, game)
    answer = await judged(bot, record)
    lost = [mark for mark in record["marks"] if mark["mark"] == "lost"]
    assert [mark["seat"] for mark in lost] == offenders
    outcomes = [deal for deal in answer["deals"] if deal["outcome"] == "LOST"]
    assert len(outcomes) == 2
    for deal, offender in zip(outcomes, offenders, strict=True):
        assert len(deal["points"]) == players
        assert deal["points"][offender] == (5 if preset == "buck" else 0)
        assert sum(deal["points"]) > 0


async def test_resigning_ends_the_game_for_the_others_and_may_be_sent_again(
    operator: Caller, bot: Caller, anybody: Caller, server: Server, session: str
) -> None:
    game = await operator.create([session, "x", session, "z"], "buck")
    resign = bot.referee.Resign
    refused = await bot.refused(resign, api.ResignRequest(game=game))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "SEAT_REQUIRED")
    for seat, caller, reason in ((1, bot, "NOT_SEATED"), (9, bot, "NOT_SEATED"), (0, anybody, "UNAUTHENTICATED")):
        refused = await caller.refused(caller.referee.Resign, api.ResignRequest(game=game, seat=seat))
        assert refused.reason == reason
    ended = (await bot.call(resign, api.ResignRequest(game=game, seat=2))).end
    assert (ended.termination, ended.cause, ended.seat) == (pb.TERMINATION_FORFEIT, "resign", 2)
    assert list(ended.winners) == [0, 1, 3]
    # Again, and for the other seat: the end stands.
    for seat in (2, 0):
        assert (await bot.call(resign, api.ResignRequest(game=game, seat=seat))).end == ended
    aborted = await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
    assert aborted.end == ended
    record = await record_of(anybody, game)
    assert record["end"] == {"termination": "forfeit", "cause": "resign", "seat": 2}
    await judged(bot, record)
    unknown = await bot.refused(resign, api.ResignRequest(game="0-aaaaaaaaaaaaaaaa", seat=0))
    assert unknown.reason == "GAME_NOT_FOUND"


async def test_nobody_resigns_before_the_first_deal_nor_learns_of_a_strangers_game(
    anybody: Caller, bot: Caller, operator: Caller
) -> None:
    game = (await anybody.call(anybody.referee.CreateGame, new_game())).game
    await bot.call(bot.referee.JoinGame, api.JoinGameRequest(request_id="r", game=game))
    refused = await bot.refused(bot.referee.Resign, api.ResignRequest(game=game))
    assert (refused.code, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_NOT_STARTED")
    over = await operator.create(["a", "b", "c", "d"])
    await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=over))
    assert (await bot.refused(bot.referee.Resign, api.ResignRequest(game=over))).reason == "NOT_SEATED"


async def test_every_player_is_told_of_a_resignation_on_its_stream(
    operator: Caller, server: Server, session: str
) -> None:
    names = [f"{session}-{seat}" for seat in range(4)]
    callers = [Caller(server.address, await operator.token_for(name)) for name in names]
    game = await operator.create(names)
    streams = [Stream(caller) for caller in callers]
    for stream in streams:
        await stream.send()
    await callers[3].call(callers[3].referee.Resign, api.ResignRequest(game=game))
    for stream in streams:
        await stream.until(lambda: stream.ends)  # noqa: B023
        assert (stream.ends[0].cause, stream.ends[0].seat, list(stream.ends[0].winners)) == ("resign", 3, [0, 2])
        stream.call.cancel()
    for caller in callers:
        await caller.__aexit__(None, None, None)


def table_of(view: api.GetViewResponse) -> tuple[Sequence[int | None], Sequence[int]]:
    """Banks and strikes by seat."""
    banks = [each.bank_left_ms if each.HasField("bank_left_ms") else None for each in view.standings]
    return banks, [each.strikes for each in view.standings]


async def test_turns_and_views_tell_how_a_seat_stands(operator: Caller, bot: Caller, session: str) -> None:
    request = new_game([session] * 4)
    request.clocks.CopyFrom(api.Clocks(action_limit_ms=60_000, bank_ms=90_000, lag_quota_ms=0))
    request.conduct.CopyFrom(api.Conduct(strike_limit=5, on_timeout=api.SANCTION_FORFEIT))
    game = (await operator.call(operator.referee.CreateGame, request)).game
    turn = await turn_of(bot, game)
    assert turn.bank_left_ms == 90_000
    assert 60_000 < turn.time_left_ms <= 150_000
    assert not turn.HasField("latency_ms")
    assert not turn.HasField("lag_ms")
    await refused_act(bot, decision(turn, "dance"))
    view = await bot.view(game, turn.seat)
    assert (view.turn.strikes, view.turn.bank_left_ms) == (1, 90_000)
    assert view.clocks == api.Clocks(action_limit_ms=60_000, bank_ms=90_000, lag_quota_ms=0, lag_regain_ms=0)
    assert view.conduct == api.Conduct(
        strike_limit=5, on_strikes=api.SANCTION_DEFAULT_ACTION, on_timeout=api.SANCTION_FORFEIT
    )
    assert table_of(view) == ([90_000] * 4, [int(seat == turn.seat) for seat in range(4)])
    # Everybody may know it.
    assert table_of(await operator.view(game)) == table_of(view)
    watch = bot.referee.Watch(api.WatchRequest(game=game), metadata=bot.metadata, timeout=30)
    news = await watch.read()
    assert isinstance(news, api.WatchResponse)
    assert list(news.standings) == list(view.standings)
    watch.cancel()
    plain = await operator.create([session] * 4)
    turn = await turn_of(bot, plain)
    assert not turn.HasField("time_left_ms")
    assert not turn.HasField("bank_left_ms")
    assert table_of(await bot.view(plain, 0))[0] == [None] * 4
