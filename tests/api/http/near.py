"""A referee in the test's own process that serves HTTP too: with limits of one's choice, and close enough to stop."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from starlette.routing import BaseRoute

from euchre_referee.api.http.application import application
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.probes import Probes
from euchre_referee.api.http.serving import HttpServer, PatientProtocol, listen
from euchre_referee.api.limits import Limits
from euchre_referee.api.tokens import Tokens
from euchre_referee.api.transport import Tls
from euchre_referee.ops.tracing import Tracing
from euchre_referee.referee.settings import Settings
from tests.api.http.callers import Site
from tests.api.nearby import Nearby, nearby, token_of


class Near(NamedTuple):
    """Where it is."""

    address: str
    """`host:port` for HTTP."""
    replica: Nearby
    server: HttpServer
    draining: Draining

    def site(self, session: str = "", *, operator: bool = False, headers: dict[str, str] | None = None) -> Site:
        """Somebody with a token, or without."""
        return Site(self.address, token_of(session, operator=operator) if session else "", headers=headers)


@asynccontextmanager
async def near(
    store_url: str,
    limits: Limits | None = None,
    *,
    tokens: Tokens | None = None,
    anonymous: bool = True,
    settings: Settings | None = None,
    origins: Sequence[str] = (),
    pages: Sequence[BaseRoute] = (),
    tls: Tls | None = None,
    protocol: type[PatientProtocol] = PatientProtocol,
    tracing: Tracing | None = None,
) -> AsyncIterator[Near]:
    """One more replica on a store."""
    async with nearby(
        store_url, limits, tokens=tokens, anonymous=anonymous, settings=settings, tracing=tracing
    ) as replica:
        draining = Draining()
        probes = Probes(lambda: replica.referee.store_state, draining)
        app = application(replica.server.services, replica.access, probes, draining, origins=origins, pages=pages)
        server = HttpServer(app, draining, tls=tls.context() if tls is not None else None, protocol=protocol)
        listening = listen("127.0.0.1:0")
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        server.start(listening)
        try:
            yield Near(address, replica, server, draining)
        finally:
            await server.drain(0)
