"""What the runner asks of the service that plays its tournament, as the operator, over the network."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from time import monotonic
from typing import Final, TypeVar

import grpc.aio

from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.tournament_service_pb2_grpc import TournamentServiceStub
from euchre_client.backoff import Backoff
from euchre_client.connection import Connection
from euchre_client.errors import of_rpc
from euchre_client.requests import new_request_id
from euchre_client.retrying import Patience

Request = TypeVar("Request")
Response = TypeVar("Response")

_TIMEOUT: Final = 60.0
_QUIET: Final = 5.0
"""A stream that was open for so many seconds had reached the referee, whether anything was to be told or not."""


class Organizer:
    """`async with Organizer(address, token)`; calls raise `euchre_client.RefereeError` after a minute of trying."""

    def __init__(self, address: str, token: str, timeout: float = _TIMEOUT) -> None:
        self.address: Final = address
        self._timeout: Final = timeout
        self._connection: Final = Connection(address, token)
        self._channel: Final = self._connection.aio_channel()
        self._service: Final = TournamentServiceStub(self._channel)

    async def __aenter__(self) -> "Organizer":
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._channel.close()

    async def create(self, request_id: str, config: api.TournamentConfig) -> api.Tournament:
        """Makes a tournament, or finds the one that this request made."""
        request = api.CreateTournamentRequest(request_id=request_id, config=config)
        return (await self._call(self._service.CreateTournament, request)).tournament

    async def register(self, request_id: str, tournament: str, name: str, program: str, nonce: bytes) -> api.Tournament:
        """Enters an entrant, once however often."""
        request = api.RegisterRequest(
            request_id=request_id, tournament=tournament, name=name, program=program, nonce=nonce
        )
        return (await self._call(self._service.Register, request)).tournament

    async def start(self, tournament: str) -> api.Tournament:
        """Commits to all boards and begins; a tournament that has begun stays as it is."""
        request = api.StartTournamentRequest(tournament=tournament)
        return (await self._call(self._service.StartTournament, request)).tournament

    async def look(self, tournament: str) -> api.Tournament:
        """The tournament as it stands."""
        request = api.GetTournamentRequest(tournament=tournament)
        return (await self._call(self._service.GetTournament, request)).tournament

    async def document(self, tournament: str) -> str:
        """The whole `standings.json` as it stands."""
        request = api.ListStandingsRequest(tournament=tournament, document=True)
        return (await self._call(self._service.ListStandings, request)).document

    async def places(self, tournament: str) -> Sequence[api.Place]:
        """The places of all open pairings, with their tokens."""
        request = api.ListPlacesRequest(tournament=tournament)
        return (await self._call(self._service.ListPlaces, request)).places

    async def pause(self, tournament: str, entrant: str, cause: str) -> None:
        """An entrant's pairings begin no further boards."""
        request = api.PauseEntrantRequest(tournament=tournament, entrant=entrant, cause=cause)
        await self._call(self._service.PauseEntrant, request)

    async def resume(self, tournament: str, entrant: str, cause: str) -> None:
        """A paused entrant goes on."""
        request = api.ResumeEntrantRequest(tournament=tournament, entrant=entrant, cause=cause)
        await self._call(self._service.ResumeEntrant, request)

    async def replace(self, tournament: str, entrant: str, program: str, cause: str) -> None:
        """Another program plays for an entrant."""
        request = api.ReplaceEntrantRequest(
            request_id=new_request_id(), tournament=tournament, entrant=entrant, program=program, cause=cause
        )
        await self._call(self._service.ReplaceEntrant, request)

    async def restart(self, tournament: str, pairing: int, board: int, table: int, cause: str) -> int:
        """Plays a game again; which attempt follows."""
        request = api.RestartGameRequest(
            request_id=new_request_id(), tournament=tournament, pairing=pairing, board=board, table=table, cause=cause
        )
        return (await self._call(self._service.RestartGame, request)).attempt

    async def cancel(self, tournament: str, cause: str, *, keep_results: bool) -> api.Tournament:
        """Ends the tournament before its time."""
        request = api.CancelTournamentRequest(tournament=tournament, cause=cause, keep_results=keep_results)
        return (await self._call(self._service.CancelTournament, request)).tournament

    async def records(self, tournament: str, board: int) -> list[str]:
        """The records of a board at all pairings that are over with it, a line of `games.jsonl` each."""
        request = api.ExportTournamentRequest(tournament=tournament, board=board, records_only=True)
        patience = Patience(self._timeout, repeatable=True)
        while True:
            lines: list[str] = []
            call = self._service.ExportTournament(request, metadata=self._connection.metadata())
            try:
                async for answer in call:
                    lines += answer.records
                return lines
            except grpc.aio.AioRpcError as error:
                wait = patience.wait(of_rpc(error))
            finally:
                call.cancel()
            await asyncio.sleep(wait)

    async def watch(self, tournament: str) -> AsyncIterator[api.WatchTournamentResponse]:
        """All that happened and happens, until the tournament has ended; goes on by itself after a break."""
        version, head, ended = 0, b"", False
        backoff = Backoff()
        failing: Patience | None = None
        while not ended:
            request = api.WatchTournamentRequest(
                tournament=tournament, from_version=version, from_head=head, standings=True
            )
            call = self._service.WatchTournament(request, metadata=self._connection.metadata())
            begun = monotonic()
            try:
                async for answer in call:
                    version, head, failing = answer.version, answer.head, None
                    backoff.reset()
                    ended = ended or any(event.HasField("ended") for event in answer.events)
                    yield answer
                wait = backoff.next(None)
            except grpc.aio.AioRpcError as error:
                if failing is None or monotonic() - begun > _QUIET:
                    failing = Patience(self._timeout, repeatable=True)
                wait = failing.wait(of_rpc(error))
            finally:
                call.cancel()
            if not ended:
                await asyncio.sleep(wait)

    async def _call(self, method: "grpc.aio.UnaryUnaryMultiCallable[Request, Response]", request: Request) -> Response:
        """All calls may be repeated: requests carry ids, or change nothing a second time."""
        patience = Patience(self._timeout, repeatable=True)
        while True:
            try:
                return await method(request, timeout=patience.left(), metadata=self._connection.metadata())
            except grpc.aio.AioRpcError as error:
                wait = patience.wait(of_rpc(error))
            await asyncio.sleep(wait)
