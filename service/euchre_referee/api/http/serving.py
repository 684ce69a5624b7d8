"""The HTTP server: uvicorn in the event loop of the referee, with its patience limited."""

import asyncio
import logging
import math
import socket
import ssl
from asyncio import TimerHandle, Transport
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from euchre_referee.api.http.draining import Draining

MOST_CONNECTIONS: Final = 4000
MOST_HEADER_BYTES: Final = 16 * 1024
KEEP_ALIVE_SECONDS: Final = 20
HEADERS_WITHIN: Final = 15.0
"""Seconds for the headers of a request to arrive."""
STALLED_AFTER: Final = 30.0
"""Seconds in which a client that has something to read must have read some of it."""
SEND_BUFFER_BYTES: Final = 256 * 1024
"""What the system keeps for a client that does not read; the server keeps 64 KB beside it."""

_BACKLOG: Final = 512
_GRACE_SECONDS: Final = 1.0

_LOGGER: Final = logging.getLogger(__name__)


class PatientProtocol(H11Protocol):
    """A connection that is cut where a client neither asks nor reads."""

    headers_within: float = HEADERS_WITHIN
    stalled_after: float = STALLED_AFTER

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._asking: TimerHandle | None = None
        self._reading: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as in the protocol above
        """A client has connected."""
        super().connection_made(transport)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._stop_asking()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._stop_asking()
        elif self._asking is None:
            self._await_headers()

    def on_response_complete(self) -> None:
        """An answer is written; the client may ask again."""
        super().on_response_complete()
        self._watch_reading()

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """It has read nearly all that there was."""
        super().resume_writing()
        self._stop_watching()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.response_complete:
            self._watch_reading()

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _await_headers(self) -> None:
        self._asking = self.loop.call_later(self.headers_within, self.transport.abort)

    def _stop_watching(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _watch_reading(self) -> None:
        """Watches from now on: what was unread before may have been read, and more been written since."""
        self._stop_watching()
        unread = self.transport.get_write_buffer_size()
        if unread:
            self._reading = self.loop.call_later(self.stalled_after, self._look, unread)

    def _look(self, before: int) -> None:
        """Cuts the connection if nothing was read meanwhile."""
        self._reading = None
        if self.transport.get_write_buffer_size() >= before:
            _LOGGER.info("a client of HTTP that does not read is cut off")
            self.transport.abort()
        else:
            self._watch_reading()


class HttpServer:
    """Serves one application on one address."""

    def __init__(
        self, app: ASGIApp, draining: Draining, *, tls: ssl.SSLContext | None = None,
        protocol: type[PatientProtocol] = PatientProtocol,
    ) -> None:  # fmt: skip
        self._draining: Final = draining
        self._serving: asyncio.Task[None] | None = None
        self._config: Final = Config(
            app,
            http=protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            ssl_context_factory=None if tls is None else lambda _config, _default: tls,
        )
        self._server: Final = _Server(self._config)

    @property
    def connections(self) -> int:
        """How many are open."""
        return len(self._server.server_state.connections)

    def start(self, listening: socket.socket) -> None:
        """Serves whoever connects there."""
        self._serving = asyncio.create_task(self._server.serve([listening]))

    async def drain(self, seconds: float) -> None:
        """Takes no more connections, lets requests end and tells streams; after `seconds` closes what is left."""
        if self._serving is None:
            return
        self._draining.begin(seconds)
        self._config.timeout_graceful_shutdown = math.ceil(seconds + _GRACE_SECONDS)
        self._server.should_exit = True
        await asyncio.wait([self._serving], timeout=seconds)
        self._draining.close()
        await self._serving


class _Server(uvicorn.Server):
    """Leaves the signals to whoever runs the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


def listen(address: str) -> socket.socket:
    """A socket on `host:port` (port 0: any free one). Raises OSError if there can be none."""
    host, _, port = address.rpartition(":")
    try:
        found = socket.getaddrinfo(
            host.strip("[]") or None, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, place = found[0]
        listening = socket.create_server(place[:2], family=family, backlog=_BACKLOG)
    except (OSError, ValueError) as error:
        raise OSError(f"HTTP cannot be served at {address}: {error}; name another address with --http") from error
    # What it accepts inherits both. Else an answer's second piece waits for the first to be acknowledged, for 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listening.setblocking(False)
    return listening
