"""The whole HTTP application on a real store, called in this process without sockets, from tests that do not await."""

import asyncio
import threading
import uuid
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from time import time
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

import httpx
from prometheus_client import CollectorRegistry
from starlette.types import ASGIApp, Message

from euchre_referee.api.access import Access
from euchre_referee.api.http.application import application
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.pages import pages
from euchre_referee.api.http.probes import Probes
from euchre_referee.api.limits import Limits
from euchre_referee.api.server import Server
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.metrics import Metrics
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import connect

ORIGIN: Final = "http://referee"
_WITHIN: Final = 60.0
_PLENTY: Final = 1_000_000

T = TypeVar("T")


class InProcess:
    """Calls the application; each call returns when the answer is there."""

    def __init__(self, app: ASGIApp, tokens: Tokens, loop: asyncio.AbstractEventLoop) -> None:
        self.app: Final = app
        self._tokens: Final = tokens
        self._loop: Final = loop

    def token(self, session: str, *, operator: bool = False) -> str:
        """A token for ten minutes."""
        caller = Caller.operating(session) if operator else Caller(session)
        return self._tokens.issue(caller, int(time()) + 600)

    def request(
        self, method: str, url: str, headers: Mapping[str, str] | None = None, content: bytes = b""
    ) -> httpx.Response:
        """An answer; of a stream the first event, after which the client hangs up."""
        return self.run(_request(self.app, httpx.Request(method, url, headers=headers, content=content)))

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        """What a call to the application's loop comes to."""
        return asyncio.run_coroutine_threadsafe(call, self._loop).result(_WITHIN)


@contextmanager
def in_process(store_url: str) -> Iterator[InProcess]:
    """The application in a loop of its own, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    ready, over = asyncio.Event(), asyncio.Event()
    served: list[InProcess] = []

    async def serve() -> None:
        store = connect(store_url)
        metrics = Metrics(CollectorRegistry())
        referee = Referee(store, f"http-{uuid.uuid4().hex[:8]}", Settings(), metrics, Committer(store))
        tokens = Tokens({"k": bytes(32)})
        limits = Limits(calls_per_second=_PLENTY, calls_burst=_PLENTY, new_games_per_minute=_PLENTY)
        access = Access(tokens, limits)
        server, draining = Server(referee, access), Draining()
        referee.start()
        probes = Probes(lambda: referee.store_state, draining)
        app = application(server.services, access, probes, draining, pages=pages())
        served.append(InProcess(app, tokens, loop))
        ready.set()
        await over.wait()
        await server.aclose()
        await referee.aclose()
        await store.aclose()

    serving = asyncio.run_coroutine_threadsafe(serve(), loop)
    try:
        asyncio.run_coroutine_threadsafe(ready.wait(), loop).result(_WITHIN)
        yield served[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        serving.result(_WITHIN)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _request(app: ASGIApp, request: httpx.Request) -> httpx.Response:
    url = urlsplit(str(request.url))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": url.scheme,
        "path": unquote(url.path),
        "raw_path": url.path.encode(),
        "query_string": url.query.encode(),
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("127.0.0.1", 1),
        "server": ("referee", 80),
    }
    asked: asyncio.Queue[Message] = asyncio.Queue()
    asked.put_nowait({"type": "http.request", "body": request.content, "more_body": False})
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)
        if message["type"] == "http.response.body" and message.get("more_body"):
            # Nobody waits for the rest.
            asked.put_nowait({"type": "http.disconnect"})

    await asyncio.wait_for(app(scope, asked.get, send), _WITHIN)
    body = b"".join(message.get("body", b"") for message in told[1:])
    return httpx.Response(told[0]["status"], headers=told[0]["headers"], content=body, request=request)
