"""Single calls: what is sent, what is raised, and what is tried again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import grpc
import pytest
from google.protobuf.json_format import MessageToDict

from euchre.v1 import referee_service_pb2 as referee
from euchre.v1.game_pb2 import Event, GameEnd, LegalAction, Move, Refusal
from euchre_client import AsyncClient, Client, Reason, Refused, Unreachable, ruleset
from tests.client.scripted import Context, refuse, serving


class Desk:
    """A referee's desk where some first calls fail, each in its way."""

    def __init__(self, *failures: Callable[[Context], Awaitable[None]]) -> None:
        self.failures = list(failures)
        self.created: list[referee.CreateGameRequest] = []
        self.joined: list[referee.JoinGameRequest] = []
        self.aborted = 0
        self.metadata: list[dict[str, str | bytes]] = []
        self.watched: list[referee.WatchRequest] = []

    async def _begin(self, context: Context) -> None:
        self.metadata.append(dict(context.invocation_metadata() or ()))
        if self.failures:
            await self.failures.pop(0)(context)

    async def CreateGame(
        self,
        request: referee.CreateGameRequest,
        context: Context,
    ) -> referee.CreateGameResponse:
        self.created.append(request)
        await self._begin(context)
        return referee.CreateGameResponse(game="7-abc")

    async def JoinGame(
        self,
        request: referee.JoinGameRequest,
        context: Context,
    ) -> referee.JoinGameResponse:
        self.joined.append(request)
        await self._begin(context)
        return referee.JoinGameResponse(seat=0, token="new")

    async def AbortGame(
        self,
        request: referee.AbortGameRequest,
        context: Context,
    ) -> referee.AbortGameResponse:
        self.aborted += 1
        await self._begin(context)
        return referee.AbortGameResponse(end=GameEnd(game=request.game))

    async def Watch(
        self,
        request: referee.WatchRequest,
        context: Context,
    ) -> AsyncIterator[referee.WatchResponse]:
        self.watched.append(request)
        yield referee.WatchResponse(version=request.from_version + 1, head=b"h", events=[Event(move=Move(seat=0))])
        await self._begin(context)
        yield referee.WatchResponse(version=9, head=b"e", events=[Event(game_over=GameEnd(game=request.game))])


async def is_away(context: Context) -> None:
    await context.abort(grpc.StatusCode.UNAVAILABLE, "away")


async def is_busy(context: Context) -> None:
    await refuse(context, grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY", retry_s=0)


async def says_no(context: Context) -> None:
    refusal = Refusal(reason="MUST_FOLLOW_SUIT", section="RULES 9", legal=[LegalAction(text="play Jd")])
    await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, "MUST_FOLLOW_SUIT", refusal=refusal)


async def test_a_creating_call_is_repeated_with_the_same_request_id() -> None:
    desk = Desk(is_away, is_busy)
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        assert (await client.create_game("buck")).game == "7-abc"
    assert len(desk.created) == 3
    assert len({request.request_id for request in desk.created}) == 1
    assert len(desk.created[0].request_id) == 36


async def test_every_creating_call_has_its_own_request_id() -> None:
    desk = Desk()
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        await client.create_game("buck")
        await client.create_game("buck")
    first, second = desk.created
    assert first.request_id != second.request_id


async def test_what_is_not_given_is_not_sent() -> None:
    desk = Desk()
    rules = ruleset("buck", {"start_score": 15, "sweep_wins": False, "misdeal_claims": ("no_face",)})
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        await client.create_game("euchre")
        await client.create_game(rules, action_limit_ms=0, strike_limit=3, first_dealer=0)
    plain, full = desk.created
    assert not plain.HasField("clocks")
    assert not plain.HasField("conduct")
    assert not plain.HasField("first_dealer")
    assert plain.ruleset.preset == "euchre"
    assert full.HasField("clocks")
    assert not full.clocks.HasField("bank_ms")
    assert full.conduct.strike_limit == 3
    assert full.HasField("first_dealer")
    assert MessageToDict(full.ruleset.options) == {
        "start_score": 15.0,
        "sweep_wins": False,
        "misdeal_claims": ["no_face"],
    }


async def test_clocks_and_conduct_are_given_by_name_whole_or_in_short_but_in_one_way() -> None:
    desk = Desk()
    whole = referee.Clocks(action_limit_ms=1000, bank_ms=0, lag_quota_ms=7)
    strict = referee.Conduct(strike_limit=1, on_strikes=referee.SANCTION_FORFEIT)
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        await client.create_game("buck", clocks="blitz")
        await client.create_game("buck", clocks=whole, conduct=strict)
        with pytest.raises(ValueError, match="action_limit_ms"):
            await client.create_game("buck", clocks=whole, action_limit_ms=1000)
        with pytest.raises(ValueError, match="strike_limit"):
            await client.create_game("buck", conduct=strict, strike_limit=1)
    named, full = desk.created
    assert named.clocks == referee.Clocks(preset="blitz")
    assert not named.HasField("conduct")
    assert (full.clocks, full.conduct) == (whole, strict)


async def test_a_refusal_carries_everything_it_was_told() -> None:
    async with serving(Desk(says_no), player=False) as address, AsyncClient(address) as client:
        with pytest.raises(Refused, match="MUST_FOLLOW_SUIT: MUST_FOLLOW_SUIT in words") as caught:
            await client.create_game("buck")
    refused = caught.value
    assert refused.reason is Reason.MUST_FOLLOW_SUIT
    assert refused.code is grpc.StatusCode.FAILED_PRECONDITION
    assert [legal.text for legal in refused.legal] == ["play Jd"]
    assert refused.metadata == {"game": "7-x"}
    assert refused.retry_after is None


async def test_a_reason_from_a_newer_referee_is_unknown_but_told() -> None:
    async def newer(context: Context) -> None:
        await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, "MOON_IN_THE_WRONG_PHASE")

    async with serving(Desk(newer), player=False) as address, AsyncClient(address) as client:
        with pytest.raises(Refused, match="MOON_IN_THE_WRONG_PHASE in words") as caught:
            await client.create_game("buck")
    assert caught.value.reason is Reason.UNKNOWN


async def test_a_status_without_details_is_a_refusal_too() -> None:
    async def bare(context: Context) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, "who are you?")

    async with serving(Desk(bare), player=False) as address, AsyncClient(address) as client:
        with pytest.raises(Refused, match="who are you") as caught:
            await client.create_game("buck")
    assert caught.value.reason is Reason.UNAUTHENTICATED


async def test_joining_without_a_token_goes_on_with_the_new_one() -> None:
    desk = Desk()
    async with serving(desk, player=False) as address, AsyncClient(address, language="nl") as client:
        await client.join_game("7-abc", "Ann")
        assert client.token == "new"
        await client.create_game("buck")
    first, second = desk.metadata
    assert "authorization" not in first
    assert second["authorization"] == "Bearer new"
    assert second["accept-language"] == "nl"
    assert not desk.joined[0].HasField("seat")


async def test_a_client_keeps_its_own_token() -> None:
    async with serving(Desk(), player=False) as address, AsyncClient(address, "own") as client:
        await client.join_game("7-abc", "Ann", seat=0)
        assert client.token == "own"


async def test_what_might_have_been_done_is_not_repeated_where_that_would_matter() -> None:
    desk = Desk(is_away)
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        with pytest.raises(Unreachable, match="away"):
            await client.abort_game("7-abc", "operator")
    assert desk.aborted == 1


async def test_what_was_not_done_is_repeated_when_the_referee_says_when() -> None:
    desk = Desk(is_busy)
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        assert (await client.abort_game("7-abc", "operator")).game == "7-abc"
    assert desk.aborted == 2


async def test_without_a_referee_a_call_ends_in_time() -> None:
    async with AsyncClient("127.0.0.1:1", timeout=0.3) as client:
        with pytest.raises(Unreachable):
            await client.list_presets()


async def test_without_a_referee_a_watch_ends_in_time() -> None:
    async with AsyncClient("127.0.0.1:1", timeout=0) as client:
        with pytest.raises(Unreachable):
            [answer async for answer in client.watch("7-abc")]


async def test_a_watch_goes_on_from_where_it_was() -> None:
    desk = Desk(is_away)
    async with serving(desk, player=False) as address, AsyncClient(address) as client:
        versions = [answer.version async for answer in client.watch("7-abc", 3, b"x")]
    assert versions == [4, 5, 9]
    assert [(request.from_version, request.from_head) for request in desk.watched] == [(3, b"x"), (4, b"h")]


async def test_a_watch_of_another_history_is_refused() -> None:
    async def changed(context: Context) -> None:
        await refuse(context, grpc.StatusCode.ABORTED, "HISTORY_CHANGED")

    async with serving(Desk(changed), player=False) as address, AsyncClient(address) as client:
        with pytest.raises(Refused) as caught:
            [answer async for answer in client.watch("7-abc")]
    assert caught.value.reason is Reason.HISTORY_CHANGED


async def test_the_blocking_client_does_the_same() -> None:
    desk = Desk(is_away)

    def calls(address: str) -> tuple[str, list[int], Refused]:
        with Client(address, timeout=60) as client:
            game = client.create_game("buck").game
            desk.failures.append(is_away)
            versions = [answer.version for answer in client.watch(game)]
            desk.failures.append(says_no)
            with pytest.raises(Refused) as caught:
                client.join_game(game)
            return game, versions, caught.value

    async with serving(desk, player=False) as address:
        game, versions, refused = await asyncio.to_thread(calls, address)
    assert (game, versions) == ("7-abc", [1, 2, 9])
    assert len({request.request_id for request in desk.created}) == 1
    assert refused.reason is Reason.MUST_FOLLOW_SUIT
