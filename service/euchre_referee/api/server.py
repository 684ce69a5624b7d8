"""The gRPC server: services, health, reflection, limits, and a drain that loses nothing."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from euchre.v1 import (
    player_service_pb2,
    referee_service_pb2,
    referee_service_pb2_grpc,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)
from euchre_referee.api.access import Access
from euchre_referee.api.calls import Service
from euchre_referee.api.cancelled_calls import complain_of_no_cancelled_calls
from euchre_referee.api.house import HouseBots
from euchre_referee.api.judging import Judging
from euchre_referee.api.player_service import PlayerService, player_handlers
from euchre_referee.api.referee_service import RefereeService
from euchre_referee.api.tournament_service import TournamentService
from euchre_referee.api.unreadable import UnreadableRequests
from euchre_referee.referee.referee import Referee
from euchre_referee.tournament.hosting.hosting import Hosting

SERVICES: Final = tuple(
    service.full_name
    for module in (referee_service_pb2, player_service_pb2, tournament_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
)

_CLIENT_PING_MS: Final = 10_000
_SERVER_PING_MS: Final = 20_000
_PING_TIMEOUT_MS: Final = 10_000
_CONCURRENT_STREAMS: Final = 10_000

_LOOK_SECONDS: Final = 0.5

_LOGGER: Final = logging.getLogger(__name__)


class Server:
    """Serves one referee on one address."""

    def __init__(self, referee: Referee, access: Access, house: HouseBots | None = None) -> None:
        """`house`: the bots that it seats; none if it is not given."""
        self._judging: Final = Judging()
        self._referee: Final = referee
        self._following: asyncio.Task[None] | None = None
        self._started = self._draining = False
        self._players: Final = PlayerService(referee, access)
        referees = RefereeService(referee, access, self._judging, house or HouseBots())
        self.hosting: Final = Hosting(referee)
        """The tournaments that are played from here."""
        tournaments = TournamentService(referee, access, self.hosting)
        self.services: Final[dict[str, Service]] = dict(
            zip(SERVICES, (referees, self._players, tournaments), strict=True)
        )
        """By the names that the contract gives them, for other ways to call them."""
        self._health: Final = health.aio.HealthServicer()
        complain_of_no_cancelled_calls()
        self._server: Final = grpc.aio.server(
            interceptors=[UnreadableRequests(SERVICES)], options=_options(access.limits.message_bytes)
        )
        server = self._server
        referee_service_pb2_grpc.add_RefereeServiceServicer_to_server(referees, server)
        server.add_generic_rpc_handlers((player_handlers(self._players),))
        tournament_service_pb2_grpc.add_TournamentServiceServicer_to_server(tournaments, server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection((*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), server)

    @property
    def draining(self) -> bool:
        """It is closing."""
        return self._draining

    @property
    def ready(self) -> bool:
        """It can serve calls."""
        return self._started and not self._draining and self._referee.store_answers

    def turns_outstanding(self, *, of_the_house: bool) -> int:
        """Turns that wait for sessions with streams here, of the house's bots or of all others."""
        return self._players.turns_outstanding(of_the_house=of_the_house)

    async def start(
        self,
        address: str,
        credentials: grpc.ServerCredentials | None = None,
        *,
        beside: str = "",
        closed: bool = False,
    ) -> int:
        """Listens on `host:port` (port 0: any free one) and returns the port. Raises RuntimeError if it cannot.

        Without credentials connections are not encrypted. `beside`: another address, where they never are.
        `closed`: health says that nothing can be served until `open`.
        """
        if credentials is None:
            port = self._server.add_insecure_port(address)
        else:
            port = self._server.add_secure_port(address, credentials)
        if beside:
            self._server.add_insecure_port(beside)
        await self._tell_health(serving=False)
        await self._server.start()
        if not closed:
            await self.open()
        return port

    async def open(self) -> None:
        """Serves: the store is there."""
        serving = self._referee.store_answers
        await self._tell_health(serving=serving)
        self._following = asyncio.create_task(self._follow_store(serving))
        self.hosting.start()
        self._started = True

    async def _follow_store(self, serving: bool) -> None:
        """Health is what the store is: without it no call can be answered."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._referee.store_answers != serving:
                serving = not serving
                _LOGGER.warning("%s: %s", "ready again" if serving else "not ready", self._referee.store_state.value)
                await self._tell_health(serving=serving)

    async def _tell_health(self, *, serving: bool) -> None:
        """Tells health checks, for the whole server and for each service."""
        status = health_pb2.HealthCheckResponse.SERVING if serving else health_pb2.HealthCheckResponse.NOT_SERVING
        for service in ("", *SERVICES):
            await self._health.set(service, status)

    async def drain(self, seconds: float) -> None:
        """Tells everybody, lets streams close within `seconds`, then closes them and stops."""
        _LOGGER.info("draining for %g s", seconds)
        self._draining = True
        if self._following is not None:
            self._following.cancel()
        await self._tell_health(serving=False)
        self._players.drain(int(seconds * 1000))
        await self.hosting.leave()
        stopping = asyncio.create_task(self._server.stop(seconds + 1))
        # New calls are refused from here on; open streams outlast `stop` unless they are ended.
        await asyncio.wait([stopping], timeout=seconds)
        self._players.close()
        await stopping

    async def aclose(self) -> None:
        """Ends what works for calls, when there are none any more."""
        await self.hosting.aclose()
        await self._judging.aclose()


def _options(message_bytes: int) -> Sequence[tuple[str, int]]:
    return (
        ("grpc.max_receive_message_length", message_bytes),
        ("grpc.max_concurrent_streams", _CONCURRENT_STREAMS),
        ("grpc.keepalive_time_ms", _SERVER_PING_MS),
        ("grpc.keepalive_timeout_ms", _PING_TIMEOUT_MS),
        ("grpc.http2.min_ping_interval_without_data_ms", _CLIENT_PING_MS),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.so_reuseport", 0),
    )
