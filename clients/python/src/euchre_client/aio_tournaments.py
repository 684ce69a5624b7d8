"""Tournaments for programs that use asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, TypeVar

import grpc
import grpc.aio

from euchre.v1 import tournament_service_pb2 as api
from euchre_client import requests
from euchre_client.connection import Connection
from euchre_client.errors import of_rpc
from euchre_client.following import TournamentFollowing

if TYPE_CHECKING:
    from euchre.v1.tournament_service_pb2_grpc import TournamentServiceAsyncStub

Request = TypeVar("Request")
Response = TypeVar("Response")


class AsyncTournaments:
    """What `AsyncClient` has for tournaments; every call raises as its others do."""

    _tournament: TournamentServiceAsyncStub
    _connection: Connection
    _timeout: float

    async def _call(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        repeatable: bool = True,
    ) -> Response:
        raise NotImplementedError

    async def create_tournament(self, config: api.TournamentConfig, *, request_id: str | None = None) -> api.Tournament:
        """Makes a tournament, which waits for entrants. Operators only."""
        request = api.CreateTournamentRequest(request_id=request_id or requests.new_request_id(), config=config)
        return (await self._call(self._tournament.CreateTournament, request)).tournament

    async def register(
        self,
        tournament: str,
        name: str,
        *,
        program: str = "",
        nonce: bytes | None = None,
        session: str = "",
        request_id: str | None = None,
    ) -> api.Tournament:
        """Enters a tournament under a name, before it has started.

        The nonce is drawn if none is given. Operators may enter others, by the session that owns the entrant.
        """
        request = requests.register(tournament, name, program, nonce, session, request_id)
        return (await self._call(self._tournament.Register, request)).tournament

    async def start_tournament(self, tournament: str) -> api.Tournament:
        """Closes the list of entrants and begins to play. Operators only."""
        request = api.StartTournamentRequest(tournament=tournament)
        return (await self._call(self._tournament.StartTournament, request)).tournament

    async def get_tournament(self, tournament: str) -> api.Tournament:
        """A tournament as it stands."""
        request = api.GetTournamentRequest(tournament=tournament)
        return (await self._call(self._tournament.GetTournament, request)).tournament

    async def list_tournaments(
        self,
        state: api.TournamentState.ValueType = api.TOURNAMENT_STATE_UNSPECIFIED,
        page_size: int = 0,
        page_token: str = "",
    ) -> api.ListTournamentsResponse:
        """One page of tournaments, the newest first."""
        request = api.ListTournamentsRequest(state=state, page_size=page_size, page_token=page_token)
        return await self._call(self._tournament.ListTournaments, request)

    async def list_standings(self, tournament: str, *, document: bool = False) -> api.ListStandingsResponse:
        """Who stands where; with `document` also the text of `standings.json`."""
        request = api.ListStandingsRequest(tournament=tournament, document=document)
        return await self._call(self._tournament.ListStandings, request)

    def watch_tournament(
        self, tournament: str, version: int = 0, head: bytes = b"", *, standings: bool = False
    ) -> AsyncIterator[api.WatchTournamentResponse]:
        """Follows a tournament from a version on until it has ended; goes on by itself after a break.

        With `standings` they come too, now and then.
        """
        return self._watch_tournament(TournamentFollowing(tournament, version, head, standings, self._timeout))

    async def _watch_tournament(self, following: TournamentFollowing) -> AsyncIterator[api.WatchTournamentResponse]:
        while not following.over:
            call = self._tournament.WatchTournament(following.request(), metadata=self._connection.metadata())
            try:
                async for answer in call:
                    following.took(answer)
                    yield answer
                # The last standings come after the end.
                wait = following.wait(None)
            except grpc.aio.AioRpcError as error:
                wait = following.wait(of_rpc(error))
            finally:
                call.cancel()
            if not following.over:
                await asyncio.sleep(wait)

    async def list_tournament_games(
        self,
        tournament: str,
        *,
        pairing: int = 0,
        board: int = 0,
        entrant: str = "",
        page_size: int = 0,
        page_token: str = "",
    ) -> api.ListTournamentGamesResponse:
        """One page of the games that this client may know of, in the order of the schedule."""
        request = api.ListTournamentGamesRequest(
            tournament=tournament,
            pairing=pairing,
            board=board,
            entrant=entrant,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._call(self._tournament.ListTournamentGames, request)

    async def list_places(self, tournament: str, *, pairing: int = 0, entrant: str = "") -> list[api.Place]:
        """The open places that are this client's to fill, each with a token to play there."""
        request = api.ListPlacesRequest(tournament=tournament, pairing=pairing, entrant=entrant)
        return list((await self._call(self._tournament.ListPlaces, request)).places)

    async def export_tournament(
        self, tournament: str, *, pairing: int = 0, board: int = 0, records_only: bool = False
    ) -> AsyncIterator[api.ExportTournamentResponse]:
        """The records that this client may see, lines of `games.jsonl`, then the text of `standings.json`.

        Raises as other calls do; what breaks is begun again by calling again.
        """
        request = api.ExportTournamentRequest(
            tournament=tournament, pairing=pairing, board=board, records_only=records_only
        )
        call = self._tournament.ExportTournament(request, metadata=self._connection.metadata())
        try:
            async for answer in call:
                yield answer
        except grpc.aio.AioRpcError as error:
            raise of_rpc(error) from error
        finally:
            call.cancel()

    async def pause_entrant(self, tournament: str, entrant: str, cause: str = "") -> api.Tournament:
        """Lets an entrant's pairings begin no further boards. Operators only."""
        request = api.PauseEntrantRequest(tournament=tournament, entrant=entrant, cause=cause)
        return (await self._call(self._tournament.PauseEntrant, request)).tournament

    async def resume_entrant(self, tournament: str, entrant: str, cause: str = "") -> api.Tournament:
        """Lets a paused entrant go on. Operators only."""
        request = api.ResumeEntrantRequest(tournament=tournament, entrant=entrant, cause=cause)
        return (await self._call(self._tournament.ResumeEntrant, request)).tournament

    async def replace_entrant(
        self,
        tournament: str,
        entrant: str,
        program: str,
        *,
        session: str = "",
        cause: str = "",
        request_id: str | None = None,
    ) -> api.Tournament:
        """Puts another program in an entrant's place; its games in play are restarted. Operators only."""
        request = api.ReplaceEntrantRequest(
            request_id=request_id or requests.new_request_id(),
            tournament=tournament,
            entrant=entrant,
            program=program,
            session=session,
            cause=cause,
        )
        return (await self._call(self._tournament.ReplaceEntrant, request)).tournament

    async def restart_game(
        self,
        tournament: str,
        pairing: int,
        board: int,
        table: int,
        *,
        cause: str = "",
        request_id: str | None = None,
    ) -> int:
        """Has a game played again with the same cards; which attempt follows. Operators only."""
        request = api.RestartGameRequest(
            request_id=request_id or requests.new_request_id(),
            tournament=tournament,
            pairing=pairing,
            board=board,
            table=table,
            cause=cause,
        )
        return (await self._call(self._tournament.RestartGame, request)).attempt

    async def cancel_tournament(
        self, tournament: str, cause: str = "", *, keep_results: bool = False
    ) -> api.Tournament:
        """Ends a tournament before its time; with `keep_results` what was played counts. Operators only."""
        request = api.CancelTournamentRequest(tournament=tournament, cause=cause, keep_results=keep_results)
        return (await self._call(self._tournament.CancelTournament, request)).tournament
