"""The HTTP server itself: other origins, compression, names of requests, probes, encryption, patience and its end."""

import asyncio
import gzip
import logging
import socket
import ssl
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from uvicorn import Config
from uvicorn.server import ServerState

from euchre.v1.referee_service_pb2 import ListPresetsRequest
from euchre_referee.api.http.serving import PatientProtocol, listen
from euchre_referee.api.transport import Tls, TlsFiles
from euchre_referee.store import Embedded
from tests.api.http.callers import Site, answered, refused
from tests.api.http.near import near
from tests.certificates import Authority, Files
from tests.conftest import Server
from tests.store.until import until

ORIGIN = "https://cards.example"
STRANGER = "https://elsewhere.example"


def preflight(origin: str, verb: str = "POST", headers: str = "authorization,content-type,if-match") -> dict[str, str]:
    """What a browser asks before it lets a page call."""
    return {"origin": origin, "access-control-request-method": verb, "access-control-request-headers": headers}


async def test_pages_of_other_origins_call_if_they_are_named(server: Server) -> None:
    async with near(server.store, origins=[ORIGIN]) as served, served.site() as site:
        asked = await site.http.options("/v1/games", headers=preflight(ORIGIN))
        assert asked.status_code == 200
        assert asked.headers["access-control-allow-origin"] == ORIGIN
        assert "if-match" in asked.headers["access-control-allow-headers"]
        assert "POST" in asked.headers["access-control-allow-methods"]
        answer = await site.get("/v1/presets", {"origin": ORIGIN})
        assert answer.headers["access-control-allow-origin"] == ORIGIN
        assert "etag" in answer.headers["access-control-expose-headers"]
        assert "access-control-allow-credentials" not in answer.headers
        problem = await site.get("/v1/games/none/view", {"origin": ORIGIN})
        assert (problem.status_code, problem.headers["access-control-allow-origin"]) == (404, ORIGIN)
        for headers in (preflight(STRANGER), preflight(ORIGIN, "DELETE"), preflight(ORIGIN, headers="x-other")):
            asked = await site.http.options("/v1/games", headers=headers)
            assert asked.status_code == 400
        assert "access-control-allow-origin" not in (await site.get("/v1/presets", {"origin": STRANGER})).headers


async def test_without_names_no_other_origin_calls(anybody: Site) -> None:
    assert (await anybody.http.options("/v1/games", headers=preflight(ORIGIN))).status_code == 400
    assert "access-control-allow-origin" not in (await anybody.get("/v1/presets", {"origin": ORIGIN})).headers


async def test_large_answers_are_compressed_for_whoever_takes_that(anybody: Site) -> None:
    plain = await anybody.get("/v1/presets", {"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    async with anybody.http.stream("GET", "/v1/presets", headers={"accept-encoding": "gzip"}) as response:
        packed = b"".join([part async for part in response.aiter_raw()])
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain.content
    assert len(packed) < len(plain.content) / 4
    for each in (plain, response):
        assert "accept-encoding" in each.headers["vary"].lower()
    small = await anybody.get("/healthz", {"accept-encoding": "gzip"})
    assert "content-encoding" not in small.headers


async def test_every_answer_has_the_name_of_its_request(anybody: Site) -> None:
    assert (await anybody.get("/v1/presets", {"x-request-id": "mine-1"})).headers["x-request-id"] == "mine-1"
    names = set()
    for path in ("/v1/presets", "/v1/nothing", "/healthz", "/v1/games/none/view", "/v1/games/none:watch"):
        response = await anybody.get(path, {"x-request-id": "not one"})
        names.add(response.headers["x-request-id"])
        assert response.headers["x-content-type-options"] == "nosniff"
    assert len(names) == 5
    assert "not one" not in names


async def test_head_tells_what_get_would(anybody: Site) -> None:
    got, head = await anybody.get("/v1/presets"), await anybody.http.head("/v1/presets")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]


async def test_probes_tell_whether_it_serves(tmp_path: Path) -> None:
    with Embedded(tmp_path) as store:
        async with near(store.url) as served, served.site() as site:
            assert answered(await site.get("/healthz")) == {"status": "alive"}
            assert answered(await site.get("/readyz")) == {"status": "ready"}
            served.draining.begin(9)
            for path, status in (("/healthz", 200), ("/readyz", 503)):
                assert (await site.get(path)).status_code == status
            assert (await site.get("/readyz")).json() == {"status": "closing"}


async def test_the_fault_of_a_page_is_told_as_ours_and_not_what_it_was(server: Server) -> None:
    async def faulty(_: Request) -> Response:
        raise ValueError("a secret")

    async def fine(_: Request) -> Response:
        return PlainTextResponse("fine")

    pages = [Route("/faulty", faulty), Route("/fine", fine)]
    async with near(server.store, pages=pages) as served, served.site() as site:
        problem = refused(await site.get("/faulty"), 500, "INTERNAL")
        assert "secret" not in str(problem)
        assert (await site.get("/fine")).text == "fine"


async def test_nothing_that_opens_anything_is_logged(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with near(server.store) as served, served.site("s") as site:
        token = site.http.headers["authorization"].removeprefix("Bearer ")
        path = "/v1/games/none:watch"
        ticket = answered(await site.post("/v1/streams:ticket", {"path": path}))["ticket"]
        refused(await site.get(path), 404, "GAME_NOT_FOUND")
        async with served.site() as browser:
            refused(await browser.get(path, ticket=ticket), 404, "GAME_NOT_FOUND")
            refused(await browser.get(path, ticket=token), 401, "UNAUTHENTICATED")
            refused(await browser.get(path, ticket=ticket, nothing="1"), 400, "INVALID_REQUEST")
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("euchre", "uvicorn"))]
    assert not [line for line in ours if token in line or ticket in line]


async def test_calls_are_counted_by_transport(server: Server) -> None:
    async with near(server.store) as served, served.site() as site, served.replica.caller() as caller:
        answered(await site.get("/v1/presets"))
        refused(await site.get("/v1/games/none/view"), 404, "GAME_NOT_FOUND")
        refused(await site.get("/v1/games/none:watch"), 404, "GAME_NOT_FOUND")
        await caller.call(caller.referee.ListPresets, ListPresetsRequest())

        def counted(transport: str, method: str, result: str) -> float:
            method = f"RefereeService.{method}"
            return served.replica.counted("euchre_calls_total", transport=transport, method=method, result=result)

        assert counted("http", "ListPresets", "ok") == counted("grpc", "ListPresets", "ok") == 1
        assert counted("http", "GetView", "refused") == counted("http", "Watch", "refused") == 1
        assert served.replica.counted("euchre_call_seconds_count", transport="http") == 2


# --- encryption


@contextmanager
def trusting(authority: Authority, files: Files | None = None) -> Iterator[ssl.SSLContext]:
    """How a client of the authority's servers connects, with a certificate of its own."""
    context = ssl.create_default_context(cafile=str(authority.ca))
    if files is not None:
        context.load_cert_chain(*files)
    yield context


async def seen_certificate(address: str, context: ssl.SSLContext) -> bytes:
    """What the server shows, with an answer over it."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), ssl=context, server_hostname="127.0.0.1")
    try:
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), 60)).startswith(b"HTTP/1.1 200 ")
        certificate: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return certificate
    finally:
        writer.close()


async def test_it_is_encrypted_with_the_certificate_of_grpc_and_with_the_next_one(
    server: Server, tmp_path: Path
) -> None:
    authority = Authority(tmp_path)
    files = authority.issue("referee")
    tls = Tls(TlsFiles(*files))
    async with near(server.store, tls=tls) as served:
        with trusting(authority) as context:
            first = await seen_certificate(served.address, context)
            newer = authority.issue("newer")
            files.cert.write_bytes(newer.cert.read_bytes())
            files.key.write_bytes(newer.key.read_bytes())
            tls.watched.look(always=True)
            assert await seen_certificate(served.address, context) != first
        with pytest.raises(ssl.SSLError):
            await seen_certificate(served.address, ssl.create_default_context())
        async with served.site() as site:
            with pytest.raises(httpx.TransportError):
                await site.get("/healthz")


async def test_clients_show_certificates_where_they_have_to(server: Server, tmp_path: Path) -> None:
    authority, files = Authority(tmp_path), Authority(tmp_path, "another")
    tls = Tls(TlsFiles(*authority.issue("referee"), client_ca=authority.ca))
    async with near(server.store, tls=tls) as served:
        with trusting(authority, authority.issue("client")) as context:
            assert await seen_certificate(served.address, context)
        for stranger in (None, files.issue("stranger")):
            with trusting(authority, stranger) as context, pytest.raises((ssl.SSLError, OSError, AssertionError)):
                await seen_certificate(served.address, context)


# --- patience


class Patience(PatientProtocol):
    """As long as a test says."""


async def test_whoever_does_not_come_to_the_point_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "headers_within", 0.1)
    async with near(server.store, protocol=Patience) as served:
        for sent in (b"", b"GET /v1/presets HTTP/1.1\r\nhost:"):
            reader, writer = await connected(served.address)
            writer.write(sent)
            assert await read_to_end(reader) == b""
            writer.close()


async def test_whoever_has_asked_once_is_cut_off_as_well(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with near(server.store, protocol=Patience) as served:
        reader, writer = await connected(served.address)
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        assert (await asyncio.wait_for(reader.readuntil(b'{"status":"alive"}'), 60)).startswith(b"HTTP/1.1 200 ")
        monkeypatch.setattr(Patience, "headers_within", 0.1)
        writer.write(b"GET")
        assert await read_to_end(reader) == b""
        writer.close()


async def test_whoever_asks_and_never_reads_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "stalled_after", 0.1)
    async with near(server.store, protocol=Patience) as served:
        _, writer = await connected(served.address)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of a socket can
        await until(lambda: served.server.connections == 1)
        # What the machine keeps for a reader is far less than what is asked for here.
        writer.write(b"GET /v1/presets HTTP/1.1\r\nhost: x\r\n\r\n" * 2000)
        await until(lambda: served.server.connections == 0)
        writer.transport.abort()
        async with served.site() as site:
            answered(await site.get("/v1/presets"))


class Reader(asyncio.Transport):
    """The way to a client that reads a little whenever it is looked at, until it stops."""

    def __init__(self) -> None:
        super().__init__()
        self.unread = 0
        self.reads = True
        self.cut = False

    def get_write_buffer_size(self) -> int:
        self.unread -= self.reads
        return self.unread

    def abort(self) -> None:
        self.cut = True

    def close(self) -> None:
        self.abort()


async def test_whoever_reads_slowly_while_more_is_written_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "stalled_after", 0.0)
    config = Config(Starlette(), lifespan="off", log_config=None)
    config.load()
    protocol, client = Patience(config, ServerState(), {}), Reader()
    protocol.connection_made(client)
    client.unread = 70_000
    protocol.pause_writing()
    client.unread = 10_000
    protocol.resume_writing()
    client.unread = 80_000
    protocol.pause_writing()
    await until(lambda: client.cut or client.unread < 79_900)
    assert not client.cut
    client.reads = False
    await until(lambda: client.cut)
    protocol.connection_lost(None)


async def connected(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which nothing has been said."""
    host, _, port = address.partition(":")
    return await asyncio.open_connection(host, int(port))


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection is cut."""
    try:
        return await asyncio.wait_for(reader.read(), 60)
    except ConnectionError:
        return b""


# --- interruptions


async def test_a_client_that_hangs_up_in_a_call_harms_nobody(server: Server) -> None:
    async with near(server.store) as served, served.site() as site:
        body = {"requestId": str(uuid.uuid4()), "ruleset": {"preset": "euchre"}}
        for _ in range(20):
            call = asyncio.create_task(site.post("/v1/games", body))
            await asyncio.sleep(0)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        for path in ("/v1/games?stage=STAGE_RUNNING", "/v1/games/x:watch", "/v1/presets"):
            for _ in range(5):
                _, writer = await connected(served.address)
                writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
                await writer.drain()
                writer.transport.abort()
        # The store's connection answers each as it was asked.
        made = answered(await site.post("/v1/games", body))
        assert answered(await site.post("/v1/games", body)) == made
        assert answered(await site.get(f"/v1/games/{made['game']}/view"))["version"] == 1
        await until(lambda: not served.replica.access.streams)


async def test_what_is_being_answered_is_answered_while_it_closes(server: Server) -> None:
    held, released = asyncio.Event(), asyncio.Event()

    async def slow(_: Request) -> Response:
        held.set()
        await released.wait()
        return PlainTextResponse("done")

    async with near(server.store, pages=[Route("/slow", slow)]) as served, served.site() as site:
        call = asyncio.create_task(site.get("/slow"))
        await held.wait()
        draining = asyncio.create_task(served.server.drain(30))
        await until(lambda: refuses(served.address))
        released.set()
        assert (await call).text == "done"
        await draining


async def refuses(address: str) -> bool:
    """Nobody is connected any more."""
    try:
        _, writer = await connected(address)
    except ConnectionError:
        return True
    writer.close()
    return False


async def test_an_address_that_is_taken_is_told(server: Server) -> None:
    async with near(server.store) as served:
        for address in (served.address, "nowhere.invalid:1", "127.0.0.1:many"):
            with pytest.raises(OSError, match="--http"):
                listen(address)


def test_no_answer_waits_until_a_piece_of_it_is_acknowledged() -> None:
    with listen("127.0.0.1:0") as listening:
        listening.setblocking(True)
        with socket.create_connection(listening.getsockname(), timeout=60), listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
