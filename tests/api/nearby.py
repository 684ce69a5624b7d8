"""A referee in the test's own process: with limits of one's choice, and close enough to look into its logs."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry

from euchre_referee.api.access import Access
from euchre_referee.api.limits import Limits
from euchre_referee.api.server import Server
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.api.transport import Tls
from euchre_referee.cli.metering import Metering
from euchre_referee.ops.audit import AuditLog
from euchre_referee.ops.tracing import Tracing
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.store.connect import connect
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.sealing import Sealing
from tests.api.callers import Caller

_TOKENS: Final = Tokens({"k": bytes(32)})


class Nearby(NamedTuple):
    """Where it is, and what it counts."""

    address: str
    access: Access
    referee: Referee
    registry: CollectorRegistry
    server: Server

    def caller(self, session: str = "", *, operator: bool = False) -> Caller:
        """Somebody with a token, or without."""
        return Caller(self.address, token_of(session, operator=operator) if session else "")

    @property
    def ready(self) -> bool:
        """Health says that it serves."""
        return self.referee.store_answers

    def counted(self, metric: str, **labels: str) -> float:
        """The sum of a counter's values with at least these labels, 0 if it has none yet."""
        return sum(
            sample.value
            for family in self.registry.collect()
            for sample in family.samples
            if sample.name == metric and labels.items() <= sample.labels.items()
        )


def token_of(session: str, *, operator: bool = False) -> str:
    """A token for the session."""
    bearer = Bearer.operating(session) if operator else Bearer(session)
    return _TOKENS.issue(bearer, int(time()) + 600)


@asynccontextmanager
async def nearby(
    store_url: str,
    limits: Limits | None = None,
    *,
    tokens: Tokens | None = None,
    anonymous: bool = True,
    audit: AuditLog | None = None,
    tls: Tls | None = None,
    sealing: Sealing | None = None,
    settings: Settings | None = None,
    wait: ReplicaWait | None = None,
    tracing: Tracing | None = None,
) -> AsyncIterator[Nearby]:
    """One more replica on a store."""
    store = connect(store_url, sealing=sealing, wait=wait)
    registry = CollectorRegistry()
    metering = Metering(registry, tracing)
    metrics, committer = metering.metrics, metering.committer(store)
    referee = Referee(store, f"near-{uuid.uuid4().hex[:8]}", settings or Settings(), metrics, committer)
    access = Access(tokens or _TOKENS, limits or Limits(), anonymous=anonymous, audit=audit)
    server = Server(referee, access)
    referee.start()
    try:
        port = await server.start("127.0.0.1:0", tls.credentials() if tls is not None else None)
        yield Nearby(f"127.0.0.1:{port}", access, referee, registry, server)
    finally:
        await server.drain(0)
        await server.aclose()
        await referee.aclose()
        await store.aclose()
