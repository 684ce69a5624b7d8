"""Whatever is sent, the answer is a problem that says why, and nobody else notices."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from time import time

import httpx
import pytest

from euchre_referee.api.http.bodies import MOST_VALUES
from euchre_referee.api.limits import Limits
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from tests.api.http.callers import Site, answered, refused
from tests.api.http.near import near
from tests.conftest import Server

JSON = {"content-type": "application/json"}
MANY = "[" + ",".join("{}" for _ in range(MOST_VALUES)) + "]"
BODIES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no JSON"),
    "half": (b'{"requestId": "x"', "no JSON"),
    "no object": (b"[]", "no JSON object"),
    "no UTF-8": (b'{"requestId": "\xff"}', "UTF-8"),
    "NaN": (b'{"firstDealer": NaN}', "NaN"),
    "a key twice": (b'{"board": "a", "board": "b"}', "'board' stands twice"),
    "deep": (b'{"ruleset": ' + b"[" * 100_000, "deep"),
    "deeper than messages": (b'{"ruleset": ' + b"[" * 60 + b"]" * 60 + b"}", "deep"),
    "many values": (b'{"seats": ' + MANY.encode() + b"}", "values"),
    "an unknown field": (b'{"nothing": 1}', "nothing"),
    "an unknown field inside": (b'{"clocks": {"nothing": 1}}', "nothing"),
    "a text for a number": (b'{"firstDealer": "one"}', "firstDealer"),
    "a negative seat": (b'{"firstDealer": -1}', "firstDealer"),
    "a fraction": (b'{"firstDealer": 0.5}', "firstDealer"),
    "no base64": (b'{"seed": "!"}', "seed"),
    "half a character": (b'{"board": "\\ud800"}', "half a character"),
    "half a character in a name": (b'{"\\uD800": 1}', "half a character"),
    "half a character in an option's name": (b'{"ruleset": {"options": {"\\udfff": 1}}}', "half a character"),
    "half a character for a word": (b'{"conduct": {"onStrikes": "\\ud800"}}', "half a character"),
    "an enormous number": (b'{"firstDealer": 1' + b"0" * 5000 + b"}", ""),
    "an unknown word": (b'{"conduct": {"onStrikes": "SHOUT"}}', "SHOUT"),
}


@pytest.mark.parametrize("what", BODIES)
async def test_a_body_that_is_no_request_is_a_problem(anybody: Site, what: str) -> None:
    body, told = BODIES[what]
    response = await anybody.http.post("/v1/games", content=body, headers=JSON)
    assert told in refused(response, 400, "INVALID_REQUEST")["detail"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/json; charset=latin-1"},
        {"content-type": "application/json", "content-encoding": "gzip"},
    ],
)
async def test_only_json_is_taken(anybody: Site, headers: dict[str, str]) -> None:
    refused(await anybody.http.post("/v1/games", content=b"{}", headers=headers), 415, "INVALID_REQUEST")


async def test_json_may_say_that_it_is_utf_8(anybody: Site) -> None:
    headers = {"content-type": 'Application/JSON; charset="UTF-8"'}
    response = await anybody.http.post("/v1/rules:check", content=b'{"ruleset": {"preset": "buck"}}', headers=headers)
    assert answered(response)["problems"] == []


async def test_a_body_that_is_too_large_is_not_read(anybody: Site) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield bytes(64 * 1024)

    large = b'{"board": "' + b"x" * 600_000 + b'"}'
    refused(await anybody.http.post("/v1/games", content=large, headers=JSON), 413, "INVALID_REQUEST")
    # Whether its sender is still told, or only cut off, is the network's.
    try:
        response = await anybody.http.post("/v1/games", content=endless(), headers=JSON)
    except httpx.TransportError:
        pass
    else:
        refused(response, 413, "INVALID_REQUEST")
    # Fits as JSON, but is too large a message.
    large = b'{"record": "' + b"x" * 300_000 + b'"}'
    refused(await anybody.http.post("/v1/records:verify", content=large, headers=JSON), 413, "INVALID_REQUEST")
    answered(await anybody.get("/v1/presets"))


async def test_a_record_of_any_size_that_grpc_takes_is_taken(anybody: Site) -> None:
    record = json.dumps({"note": '"' * 95_000})
    assert len(record) > 190_000
    answered(await anybody.post("/v1/records:adjudicate", {"record": record}))


@pytest.mark.parametrize(
    ("verb", "path", "status"),
    [
        ("GET", "/v1/nothing", 404),
        ("GET", "/v1/games/a/b/c", 404),
        ("GET", "/v1", 404),
        ("POST", "/v1/games/x:nothing", 404),
        ("DELETE", "/v1/games", 405),
        ("PUT", "/v1/games/x:join", 405),
        ("GET", "/v1/games/x:join", 405),
        ("POST", "/v1/games/x:watch", 405),
        ("HEAD", "/v1/games/x:watch", 405),
        ("OPTIONS", "/v1/games", 405),
        ("POST", "/healthz", 405),
    ],
)
async def test_a_path_that_is_none_is_a_problem(anybody: Site, verb: str, path: str, status: int) -> None:
    response = await anybody.http.request(verb, path)
    assert response.status_code == status
    if verb != "HEAD":
        refused(response, status, "INVALID_REQUEST")
    if status == 405:
        assert response.headers["allow"]


async def test_a_query_that_is_none_is_a_problem(anybody: Site) -> None:
    for query in ("nothing=1", "pageSize=many", "stage=STAGE_NOWHERE", "stage=1&stage=2", "%ff=1"):
        refused(await anybody.http.get(f"/v1/games?{query}"), 400, "INVALID_REQUEST")
    assert answered(await anybody.http.get("/v1/games?stage=STAGE_WAITING&page_size=1"))
    assert answered(await anybody.http.get("/v1/games?stage=1&pageSize=1"))


@pytest.mark.parametrize("path", ["/v1/turns", "/v1/presets", "/v1/games/x:watch", "/v1/games/x/view"])
async def test_a_token_that_is_none_is_refused(server: Server, path: str) -> None:
    other = Tokens({"other": bytes(32)}).issue(Bearer("s"), int(time()) + 60)
    for told in ("Bearer x", "Basic eDp5", "", f"Bearer {other}", f"Bearer {'x' * 4000}"):
        async with Site(server.http, headers={"authorization": told}) as site:
            problem = refused(await site.get(path), 401, "UNAUTHENTICATED")
            assert other not in json.dumps(problem)


async def test_bytes_that_are_no_http_harm_nobody(server: Server, anybody: Site) -> None:
    host, _, port = server.http.partition(":")
    for sent in (
        b"\x00" * 100,
        b"GARBAGE\r\n\r\n",
        b"x" * 100_000,
        b"GET /v1/presets HTTP/1.1\r\n" + b"a: b\r\n" * 9000,
    ):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        answer = b""
        # Whoever goes on sending to a connection that is closed may be reset before it reads the answer.
        with suppress(ConnectionResetError, BrokenPipeError):
            answer = await asyncio.wait_for(reader.read(), 60)
        assert answer.startswith(b"HTTP/1.1 400 ") or not answer
        writer.close()
    answered(await anybody.get("/v1/presets"))


async def test_what_no_method_has_seen_is_counted_against_its_sender(server: Server) -> None:
    limits = Limits(calls_per_second=1, calls_burst=3)
    async with near(server.store, limits) as served, served.site() as site:
        statuses = [(await site.http.post("/v1/games", content=b"{", headers=JSON)).status_code for _ in range(6)]
        assert statuses[:3] == [400] * 3
        assert 429 in statuses
        busy = await site.get("/v1/presets")
        if busy.status_code == 429:
            refused(busy, 429, "BUSY")
            assert int(busy.headers["retry-after"]) >= 1
        counted, method = served.replica.counted, "RefereeService.CreateGame"
        assert counted("euchre_calls_refused_total", method=method, reason="INVALID_REQUEST") >= 3
        calls = counted("euchre_calls_total", method=method, transport="http", result="refused")
        assert calls == counted("euchre_calls_refused_total", method=method) == 6
