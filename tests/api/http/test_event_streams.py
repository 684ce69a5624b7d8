"""Games followed over HTTP: nothing left out, nothing twice, through refusals, restarts and drains."""

import asyncio
import base64
import socket
from collections.abc import AsyncIterator

import httpx
import pytest
from google.protobuf.message import Message

from euchre.v1.referee_service_pb2 import IssueStreamTicketRequest
from euchre.v1.tournament_service_pb2 import (
    TournamentEvent,
    TournamentStandings,
    WatchTournamentRequest,
    WatchTournamentResponse,
)
from euchre_referee.api.http import event_streams
from euchre_referee.api.http.event_streams import Resumption
from euchre_referee.api.http.serving import PatientProtocol
from euchre_referee.api.limits import Limits
from tests.api.callers import Caller
from tests.api.http.callers import Event, Site, Tree, answered, refused
from tests.api.http.near import near
from tests.api.test_watching import play_on
from tests.conftest import Server
from tests.store.until import until


def happened(told: list[Event]) -> list[Tree]:
    """The events of a game that a stream has told."""
    return [each for event in told if event.data and not event.name for each in event.data["events"]]


async def all_of(site: Site, path: str, last_id: str = "", **parameters: object) -> list[Event]:
    """A stream to its end."""
    async with site.events(path, last_id, **parameters) as events:
        return [event async for event in events]


async def next_news(events: AsyncIterator[Event]) -> Event:
    """What is told next, heartbeats and hints aside."""
    async for event in events:
        if event.data is not None:
            return event
    raise AssertionError("the stream is over")


@pytest.fixture
async def seated(server: Server, session: str) -> AsyncIterator[tuple[Caller, str]]:
    """The bearer of all four seats over gRPC, who plays; and the token."""
    async with Caller(server.address, server.operator_token) as operator:
        token = await operator.token_for(session)
    async with Caller(server.address, token) as caller:
        yield caller, token


@pytest.fixture
async def game(server: Server, session: str) -> str:
    """All seats are of one session."""
    async with Caller(server.address, server.operator_token) as operator:
        return await operator.create([session] * 4, max_deals=2, all_pass="stick_dealer")


async def test_a_game_is_followed_to_its_end(anybody: Site, seated: tuple[Caller, str], game: str) -> None:
    path = f"/v1/games/{game}:watch"
    await play_on(seated[0], game, 3)
    playing: asyncio.Task[None] | None = None
    told: list[Event] = []
    async with anybody.events(path) as events:
        async for event in events:
            playing = playing or asyncio.create_task(play_on(seated[0], game))
            told.append(event)
    assert playing is not None
    await playing
    assert told[0] == Event(retry=1000)
    assert (told[-1].name, told[-1].data) == ("end", {})
    news = [event for event in told if event.data and not event.name]
    for event in news:
        assert event.id == f"{event.data['version']}-{bytes_of(event.data['head'])}"
        assert event.data["view"]["hand"] == []
    versions = [each["version"] for each in happened(told)]
    assert versions == sorted(versions)
    assert "gameOver" in happened(told)[-1]
    whole = happened(told)
    # From wherever it is taken up again: the rest, and nothing twice.
    for event in (news[0], news[len(news) // 2], news[-2]):
        assert event.id is not None
        rest = await all_of(anybody, path, event.id)
        assert happened(rest) == [each for each in whole if each["version"] > event.data["version"]]
        by_fields = await all_of(anybody, path, fromVersion=event.data["version"], fromHead=event.data["head"])
        assert happened(by_fields) == happened(rest)
    assert news[-1].id is not None
    # The whole of it is known: that keeps an EventSource from coming again.
    known = await anybody.get(path, {"last-event-id": news[-1].id})
    assert (known.status_code, known.content) == (204, b"")
    assert happened(await all_of(anybody, path)) == whole
    # The page may have named a version when it began: what it has seen since counts.
    assert happened(await all_of(anybody, path, news[-2].id or "", fromVersion=1)) == happened(news[-1:])


def bytes_of(text: str) -> str:
    """As hexadecimal digits."""
    return base64.b64decode(text).hex()


async def test_a_seat_follows_with_its_own_hand_and_turns(
    server: Server, seated: tuple[Caller, str], game: str
) -> None:
    caller, token = seated
    async with Site(server.http, token) as site, site.events(f"/v1/games/{game}:watch", own="true", seat=2) as events:
        turns = 0
        for _ in range(12):
            news = (await next_news(events)).data
            assert news["view"]["viewer"] == 2
            seen = await caller.view(game, 2)
            if seen.version == news["version"]:
                assert len(news["view"]["hand"]) == len(seen.view.hand)
            assert ("turn" in news) == (news["view"]["toAct"] == 2)
            turns += "turn" in news
            if "turn" in news:
                turn = news["turn"]
                decision = {"version": turn["version"], "seat": 2, "text": turn["legal"][0]["text"]}
                answered(await site.post(f"/v1/games/{game}:act", {"decision": decision}))
            else:
                await act_at(caller, game, news["view"]["toAct"])
        assert turns >= 2


async def act_at(caller: Caller, game: str, seat: int) -> None:
    """The first thing that is legal: nobody plays alone, and so everybody is asked."""
    await caller.act((await caller.view(game, seat)).turn)


async def test_only_a_seat_follows_as_one(
    server: Server, anybody: Site, operator: Site, seated: tuple[Caller, str], game: str
) -> None:
    path = f"/v1/games/{game}:watch"
    for site in (anybody, operator):
        refused(await site.get(path, own="true"), 403, "NOT_SEATED")
        refused(await site.get(path, own="true", seat=1), 403, "NOT_SEATED")
    async with Site(server.http, seated[1]) as site:
        refused(await site.get(path, own="true"), 400, "SEAT_REQUIRED")
        refused(await site.get(path, own="true", seat=4), 403, "NOT_SEATED")
        refused(await site.get(path, own="true", seat=1, full="true"), 400, "INVALID_REQUEST")
        refused(await site.get(path, seat=1), 400, "INVALID_REQUEST")
    refused(await anybody.get("/v1/games/none:watch"), 404, "GAME_NOT_FOUND")
    refused(await anybody.get(path, full="true"), 401, "UNAUTHENTICATED")
    refused(await anybody.get(path, {"last-event-id": "x"}), 400, "INVALID_REQUEST")


async def test_another_history_is_told_in_the_stream_and_begun_anew(
    anybody: Site, seated: tuple[Caller, str], game: str
) -> None:
    path = f"/v1/games/{game}:watch"
    await play_on(seated[0], game, 2)
    # Whoever asks for the first time gets a status; an EventSource that comes again would take it for the end.
    refused(await anybody.get(path, fromVersion=99), 409, "HISTORY_CHANGED")
    for gone in ("99", f"3-{'0' * 32}"):
        _, told = await all_of(anybody, path, gone)
        assert (told.name, told.data["reason"], told.id) == ("refused", "HISTORY_CHANGED", "")


def test_what_is_known_is_told_from_news_at_the_same_version() -> None:
    head = "0" * 32

    def is_known(*messages: Message) -> list[bool]:
        request = WatchTournamentRequest()
        resumption = Resumption(request, WatchTournamentResponse.DESCRIPTOR, f"3-{head}")
        assert (resumption.resumed, request.from_version, request.from_head) == (True, 3, bytes(16))
        return [resumption.is_known(message) for message in messages]

    same, later = WatchTournamentResponse(version=3), WatchTournamentResponse(version=4)
    standings = WatchTournamentResponse(version=3, standings=TournamentStandings())
    events = WatchTournamentResponse(version=3, events=[TournamentEvent()])
    assert is_known(same, same) == [True, False]
    assert is_known(later, same) == [False, False]
    assert is_known(standings) == is_known(events) == [False]


async def test_a_ticket_opens_one_stream(server: Server, anybody: Site, seated: tuple[Caller, str], game: str) -> None:
    path = f"/v1/games/{game}:watch"
    async with Site(server.http, seated[1]) as site:
        issued = answered(await site.post("/v1/streams:ticket", {"path": path}))
        assert issued["lifetimeSeconds"] == 60
        for wrong in ("", "v1/games", f"{path}?own=true", "/" + "x" * 300):
            refused(await site.post("/v1/streams:ticket", {"path": wrong}), 400, "INVALID_REQUEST")
    async with anybody.events(path, own="true", seat=1, ticket=issued["ticket"]) as events:
        assert (await next_news(events)).data["view"]["viewer"] == 1
    ticket = issued["ticket"]
    # It may have been asked for over gRPC.
    caller = seated[0]
    other = await caller.call(caller.referee.IssueStreamTicket, IssueStreamTicketRequest(path=path))
    async with anybody.events(path, own="true", seat=1, ticket=other.ticket) as events:
        assert (await next_news(events)).data["view"]["viewer"] == 1
    for elsewhere in ("/v1/games/none:watch", "/v1/tournaments/x:watch"):
        problem = refused(await anybody.get(elsewhere, ticket=ticket), 401, "UNAUTHENTICATED")
        assert "another stream" in problem["detail"]
    for forged in ("x", "", ticket[:-2], seated[1]):
        refused(await anybody.get(path, ticket=forged), 401, "UNAUTHENTICATED")
    # It is no token, and no parameter of anything but streams.
    async with Site(server.http, ticket) as site:
        refused(await site.get(f"/v1/games/{game}/view"), 401, "UNAUTHENTICATED")
        refused(await site.get(path), 401, "UNAUTHENTICATED")
    refused(await anybody.get(f"/v1/games/{game}/view", ticket=ticket), 400, "INVALID_REQUEST")
    refused(await anybody.post("/v1/streams:ticket", {"path": path}), 401, "UNAUTHENTICATED")


async def test_a_stream_goes_on_at_another_replica(server: Server, session: str) -> None:
    async with (
        near(server.store) as first,
        first.site() as site,
        first.replica.caller("op", operator=True) as operator,
        first.replica.caller(session) as bot,
    ):
        game = await operator.create([session] * 4, max_deals=2, all_pass="stick_dealer")
        path = f"/v1/games/{game}:watch"
        told: list[Event] = []
        async with site.events(path) as events:
            for _ in range(5):
                told.append(await next_news(events))
                await play_on(bot, game, 1)
            draining = asyncio.create_task(first.server.drain(20))
            async for event in events:
                told.append(event)
                if event.name == "drain":
                    break
            assert told[-1].data == {"closesInMs": 20_000}
            assert told[-1].retry is not None
            assert 0 < told[-1].retry <= 1000
            # Until it is closed it goes on, and so do the calls of those who are connected.
            await play_on(bot, game, 1)
            told.append(await next_news(events))
        await draining
        with pytest.raises(httpx.ConnectError):
            async with first.site() as late:
                await late.get("/healthz")
        ids = [event.id for event in told if event.id]
        await play_on(bot, game)
    async with near(server.store) as second, second.site() as site:
        rest = await all_of(site, path, ids[-1])
        whole = await all_of(site, path)
    assert happened(told) + happened(rest) == happened(whole)
    assert rest[-1].name == "end"


async def test_streams_that_do_not_end_are_closed(server: Server, session: str) -> None:
    async with near(server.store) as served, served.site() as site:
        async with served.replica.caller("op", operator=True) as operator:
            game = await operator.create([session] * 4)
        async with site.events(f"/v1/games/{game}:watch") as events:
            await next_news(events)
            draining = asyncio.create_task(served.server.drain(0.2))
            assert [event.name async for event in events if event.name] == ["drain"]
        await draining
        await until(lambda: not served.replica.access.streams)


async def test_streams_are_limited_as_over_grpc(server: Server, session: str) -> None:
    async with near(server.store, Limits(watches_of_one=1)) as served, served.site() as site:
        async with served.replica.caller("op", operator=True) as operator:
            game = await operator.create([session] * 4)
        path = f"/v1/games/{game}:watch"
        async with site.events(path) as events:
            await next_news(events)
            refused(await site.get(path), 429, "BUSY")
        # Whoever hangs up makes room.
        await until(lambda: not served.replica.access.streams)
        async with site.events(path) as events:
            await next_news(events)


async def test_a_stream_without_news_is_kept_alive(
    server: Server, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.05)
    async with near(server.store) as served, served.site() as site:
        async with served.replica.caller("op", operator=True) as operator:
            game = await operator.create([session] * 4)
        async with site.events(f"/v1/games/{game}:watch") as events:
            await next_news(events)
            for _ in range(3):
                assert await anext(events) == Event()


async def test_whoever_waits_for_what_is_not_shown_yet_is_connected_all_the_same(
    server: Server, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "FIRST_SECONDS", 0.05)
    async with near(server.store) as served, served.site() as site:
        body = {
            "requestId": f"{session}-delayed", "ruleset": {"preset": "euchre"}, "spectatorDelay": {"decisions": 50},
            "seats": [{"name": f"N{seat}", "session": session} for seat in range(4)],
        }  # fmt: skip
        async with served.site("op", operator=True) as operator:
            game = answered(await operator.post("/v1/games", body))["game"]
        async with site.events(f"/v1/games/{game}:watch", fromVersion=90) as events:
            assert await anext(events) == Event(retry=1000)


async def test_whoever_does_not_read_is_cut_off(server: Server, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.001)
    monkeypatch.setattr(event_streams, "_HEARTBEAT", b": " + b"x" * 65_536 + b"\n\n")
    async with near(server.store, protocol=Impatient) as served:
        async with served.replica.caller("op", operator=True) as operator:
            game = await operator.create([session] * 4)
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            host, _, port = served.address.partition(":")
            await asyncio.to_thread(deaf.connect, (host, int(port)))
            deaf.sendall(f"GET /v1/games/{game}:watch HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            await until(lambda: served.replica.access.streams == 1)
            await until(lambda: not served.replica.access.streams)
        async with served.site() as site:
            answered(await site.get("/v1/presets"))


class Impatient(PatientProtocol):
    """Waits no longer than a test may."""

    stalled_after = 0.2
