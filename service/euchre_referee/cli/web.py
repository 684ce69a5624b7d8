"""What `euchre serve` serves over HTTP: the contract, probes and pages (docs/http.md)."""

import argparse
import logging
import socket
from collections.abc import Mapping
from typing import Final

from euchre_referee.api.access import Access
from euchre_referee.api.calls import Service
from euchre_referee.api.http.application import application
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.pages import pages
from euchre_referee.api.http.probes import Probes
from euchre_referee.api.http.serving import HttpServer, listen
from euchre_referee.api.http.vitals import vitals_routes
from euchre_referee.api.transport import Tls
from euchre_referee.ops.vitals import Vitals
from euchre_referee.referee.referee import Referee
from euchre_referee.store.fitness import StoreState

DEFAULT_HTTP: Final = "127.0.0.1:7448"
OFF: Final = "off"

_LOGGER: Final = logging.getLogger(__name__)


def add_http(parser: argparse.ArgumentParser) -> None:
    """The flags."""
    parser.add_argument(
        "--http",
        metavar="HOST:PORT",
        help=f"the API over HTTP and the pages, or `off` (default: {DEFAULT_HTTP}, if it is free)",
    )
    parser.add_argument(
        "--http-origin",
        action="append",
        metavar="ORIGIN",
        default=[],
        help="whose pages may call it from browsers, such as https://cards.example, or `*`; may be repeated",
    )


def http_addresses(options: argparse.Namespace) -> dict[str, str]:
    """Where HTTP is served, by the flag that says so."""
    return {} if options.http == OFF else {"--http": options.http or DEFAULT_HTTP}


def listen_http(options: argparse.Namespace) -> socket.socket | None:
    """Where it will be served; None if it is off. Raises OSError if an address that was named cannot be had."""
    if options.http == OFF:
        return None
    try:
        return listen(options.http or DEFAULT_HTTP)
    except OSError as error:
        if options.http is not None:
            raise
        # Several servers on one machine: the first one has the address that nobody has asked for.
        _LOGGER.info("%s; nothing is served over HTTP", error)
        return None


def http_address(options: argparse.Namespace, listening: socket.socket | None) -> str | None:
    """As it is told to whoever started the server."""
    if listening is None:
        return None
    return f"{(options.http or DEFAULT_HTTP).rpartition(':')[0]}:{listening.getsockname()[1]}"


class Web:
    """The HTTP server beside the one of gRPC."""

    def __init__(
        self,
        options: argparse.Namespace,
        services: Mapping[str, Service],
        access: Access,
        referee: Referee,
        tls: Tls | None,
    ) -> None:
        draining = Draining()
        probes = Probes(lambda: referee.store_state if access.closed is None else StoreState.SILENT, draining)
        beside = [*vitals_routes(Vitals().read, access), *pages()]
        app = application(services, access, probes, draining, origins=options.http_origin, pages=beside)
        self._server: Final = HttpServer(app, draining, tls=tls.context() if tls is not None else None)

    @property
    def connections(self) -> int:
        """How many are open."""
        return self._server.connections

    def start(self, listening: socket.socket | None) -> None:
        """Serves whoever connects there; None: nobody."""
        if listening is not None:
            self._server.start(listening)

    async def drain(self, seconds: float) -> None:
        """Closes within so many seconds, and a little more for what does not end."""
        await self._server.drain(seconds)
