"""`TournamentService`: tournaments made, entered, started, looked at and interfered with; and boards for others."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager
from time import time
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre.v1 import tournament_service_pb2_grpc as grpc_api
from euchre_referee.api.access import About, Access, Context
from euchre_referee.api.calls import answers, streams
from euchre_referee.api.reading import MOST_GAME, invalid, request_id_of, seed_of
from euchre_referee.api.tokens import Caller, Scope
from euchre_referee.api.tournament_looking import TournamentLooking, sees_whole
from euchre_referee.api.tournament_reading import (
    MOST_CAUSE,
    cause_of,
    entrant_of,
    offer_of,
    place_of,
    replacement_of,
    session_text,
    summaries_of,
)
from euchre_referee.api.tournament_standings import standings_message
from euchre_referee.api.tournament_wording import summary_message, tournament_message
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.boarding import NewBoards
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.deeds import Deed
from euchre_referee.tournament.hosting.hosting import Hosting
from euchre_referee.tournament.hosting.making import NewTournament
from euchre_referee.tournament.hosting.tables import now_ms
from euchre_referee.tournament.log.entries import Entry
from euchre_referee.tournament.log.fold import Tournament

MOST_BOARDS: Final = 1000
SEAT_LIFETIME: Final = 30 * 24 * 60 * 60


class TournamentService(grpc_api.TournamentServiceServicer):
    """What tournaments need beside the games themselves."""

    def __init__(self, referee: Referee, access: Access, hosting: Hosting) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self._hosting: Final = hosting
        self._looking: Final = TournamentLooking(hosting, access)
        self.observer: Final = referee.observer

    @answers
    async def CreateBoards(self, request: api.CreateBoardsRequest, context: Context) -> api.CreateBoardsResponse:
        """Boards made."""
        told = {"first_number": request.first_number or 1, "count": request.count}
        with self._access.operating(context, Scope.CREATE, "CreateBoards", told, request.request_id):
            if not 1 <= request.count <= MOST_BOARDS:
                raise invalid("count", f"1 to {MOST_BOARDS}")
            asked = NewBoards(
                request_id_of(request.request_id), request.first_number or 1, request.count, seed_of(request.seed)
            )
            boards = await self._referee.boarding.boards(asked)
        return api.CreateBoardsResponse(
            boards=[api.Board(id=board.board, commitment=commitment(board.seed)) for board in boards]
        )

    # --- made, entered, started

    @answers
    async def CreateTournament(
        self, request: api.CreateTournamentRequest, context: Context
    ) -> api.CreateTournamentResponse:
        """A tournament made."""
        told: About = {
            "name": request.config.name[:MOST_GAME],
            "seed": "chosen" if request.config.seed else "drawn",
        }
        with self._access.operating(context, Scope.CREATE, "CreateTournament", told, request.request_id) as caller:
            request_id = request_id_of(request.request_id)
            offer, seed = offer_of(request.config, self._referee.settings, self._access.limits.strike_limit)
            made = await self._hosting.making.create(NewTournament(request_id, offer, seed))
        return api.CreateTournamentResponse(tournament=tournament_message(made, whole=sees_whole(caller)))

    @answers
    async def Register(self, request: api.RegisterRequest, context: Context) -> api.RegisterResponse:
        """An entrant registered, by its own session or by an operator."""
        caller = self._access.player(context)
        self._access.pace(caller, context)
        if request.session or caller.operator:
            told: About = {"tournament": request.tournament[:MOST_GAME], "name": request.name[:MOST_GAME]}
            with self._access.using(caller, context, Scope.CREATE, "Register", told, request.request_id):
                tournament = await self._register(request, session_text(request.session) or caller.session)
        else:
            tournament = await self._register(request, caller.session, own=True)
        return api.RegisterResponse(tournament=tournament_message(tournament, whole=sees_whole(caller)))

    async def _register(self, request: api.RegisterRequest, session: str, *, own: bool = False) -> Tournament:
        entrant, at_ms = entrant_of(request, session), now_ms()

        def decide(tournament: Tournament) -> Sequence[Entry]:
            others = [each.name for each in tournament.entrants.values() if each.session == session]
            if own and others and request.name not in others:
                raise refuse(ServiceReason.ALREADY_EXISTS, f"the session has entered as {others[0]}")
            return deeds.register(tournament, entrant, at_ms)

        return await self._hosting.journal.write(request.tournament, decide)

    @answers
    async def StartTournament(
        self, request: api.StartTournamentRequest, context: Context
    ) -> api.StartTournamentResponse:
        """The list of entrants closed."""
        with self._operating(context, "StartTournament", request.tournament) as caller:
            started = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.start(tournament, now_ms())
            )
        return api.StartTournamentResponse(tournament=tournament_message(started, whole=sees_whole(caller)))

    # --- looked at

    @answers
    async def GetTournament(self, request: api.GetTournamentRequest, context: Context) -> api.GetTournamentResponse:
        """A tournament as it stands."""
        caller = self._access.enter(context)
        tournament = await self._hosting.journal.found(request.tournament)
        return api.GetTournamentResponse(tournament=tournament_message(tournament, whole=sees_whole(caller)))

    @answers
    async def ListTournaments(
        self, request: api.ListTournamentsRequest, context: Context
    ) -> api.ListTournamentsResponse:
        """Tournaments, the newest first."""
        self._access.enter(context)
        page = await self._hosting.making.newest(request.page_token, summaries_of(request.page_size))
        found = [summary_message(summary) for summary in page.summaries]
        return api.ListTournamentsResponse(
            tournaments=[each for each in found if request.state in (0, each.state)], next_page_token=page.cursor
        )

    @answers
    async def ListStandings(self, request: api.ListStandingsRequest, context: Context) -> api.ListStandingsResponse:
        """Who stands where."""
        whole = sees_whole(self._access.enter(context))
        tournament = await self._hosting.journal.found(request.tournament)
        board = await self._hosting.scoreboard.standings(tournament, whole=whole)
        document = ""
        if request.document:
            document = await self._hosting.scoreboard.document(tournament, whole=whole)
        return api.ListStandingsResponse(standings=standings_message(board), document=document)

    @streams
    async def WatchTournament(
        self, request: api.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[api.WatchTournamentResponse]:
        """A tournament followed."""
        caller = self._access.enter(context)
        with self._access.watch(caller, context):
            async for response in self._looking.watch(request, caller):
                yield response

    @answers
    async def ListTournamentGames(
        self, request: api.ListTournamentGamesRequest, context: Context
    ) -> api.ListTournamentGamesResponse:
        """Games of a tournament."""
        return await self._looking.games(request, self._access.enter(context))

    @answers
    async def ListPlaces(self, request: api.ListPlacesRequest, context: Context) -> api.ListPlacesResponse:
        """Places that the caller may fill, each with its token."""
        caller = self._access.player(context)
        self._access.pace(caller, context)
        if caller.operator:
            told: About = {"tournament": request.tournament[:MOST_GAME]}
            with self._access.using(caller, context, Scope.ISSUE, "ListPlaces", told):
                return await self._places(request, "")
        return await self._places(request, caller.session)

    async def _places(self, request: api.ListPlacesRequest, owner: str) -> api.ListPlacesResponse:
        tournament = await self._hosting.journal.found(request.tournament)
        if request.entrant and request.entrant not in tournament.entrants:
            raise deeds.entrant_unknown(request.entrant)
        found = await self._hosting.making.places(tournament, request.pairing, request.entrant, owner)
        expires = int(time()) + SEAT_LIFETIME
        return api.ListPlacesResponse(
            places=[
                api.Place(
                    pairing=each.chair.pairing,
                    table=each.chair.table,
                    seat=each.chair.seat,
                    entrant=each.chair.entrant.name,
                    program=each.chair.program,
                    session=each.session,
                    token=self._access.tokens.issue(Caller(each.session), expires),
                    connected=each.connected,
                )
                for each in found
            ],
            version=tournament.version,
        )

    @streams
    async def ExportTournament(
        self, request: api.ExportTournamentRequest, context: Context
    ) -> AsyncIterator[api.ExportTournamentResponse]:
        """Records and the standings document."""
        caller = self._access.enter(context)
        with self._access.watch(caller, context):
            async for response in self._looking.export(request, caller):
                yield response

    # --- interfered with

    @answers
    async def PauseEntrant(self, request: api.PauseEntrantRequest, context: Context) -> api.PauseEntrantResponse:
        """An entrant paused."""
        with self._operating(context, "PauseEntrant", request.tournament, request.entrant, request.cause) as caller:
            deed = _deed(caller, request.cause)
            paused = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.pause(tournament, request.entrant, deed)
            )
        return api.PauseEntrantResponse(tournament=tournament_message(paused, whole=sees_whole(caller)))

    @answers
    async def ResumeEntrant(self, request: api.ResumeEntrantRequest, context: Context) -> api.ResumeEntrantResponse:
        """A paused entrant goes on."""
        with self._operating(context, "ResumeEntrant", request.tournament, request.entrant, request.cause) as caller:
            deed = _deed(caller, request.cause)
            resumed = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.resume(tournament, request.entrant, deed)
            )
        return api.ResumeEntrantResponse(tournament=tournament_message(resumed, whole=sees_whole(caller)))

    @answers
    async def ReplaceEntrant(self, request: api.ReplaceEntrantRequest, context: Context) -> api.ReplaceEntrantResponse:
        """Another program in an entrant's place."""
        with self._operating(context, "ReplaceEntrant", request.tournament, request.entrant, request.cause) as caller:
            asked, deed = replacement_of(request), _deed(caller, request.cause)
            replaced = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.replace(tournament, asked, deed)
            )
        return api.ReplaceEntrantResponse(tournament=tournament_message(replaced, whole=sees_whole(caller)))

    @answers
    async def RestartGame(self, request: api.RestartGameRequest, context: Context) -> api.RestartGameResponse:
        """A game played again."""
        with self._operating(context, "RestartGame", request.tournament, cause=request.cause) as caller:
            place, deed = place_of(request), _deed(caller, request.cause)
            request_id = request_id_of(request.request_id)
            restarted = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.restart(tournament, place, request_id, deed)
            )
        return api.RestartGameResponse(
            attempt=restarted.play.attempt(place),
            tournament=tournament_message(restarted, whole=sees_whole(caller)),
        )

    @answers
    async def CancelTournament(
        self, request: api.CancelTournamentRequest, context: Context
    ) -> api.CancelTournamentResponse:
        """A tournament ended before its time."""
        with self._operating(context, "CancelTournament", request.tournament, cause=request.cause) as caller:
            deed = _deed(caller, request.cause)
            ended = await self._hosting.journal.write(
                request.tournament, lambda tournament: deeds.cancel(tournament, request.keep_results, deed)
            )
        return api.CancelTournamentResponse(tournament=tournament_message(ended, whole=sees_whole(caller)))

    def _operating(
        self, context: Context, method: str, tournament: str, entrant: str = "", cause: str = ""
    ) -> AbstractContextManager[Caller]:
        """An operator does something to a tournament, which is written down."""
        told: About = {
            "tournament": tournament[:MOST_GAME],
            **({"entrant": entrant[:MOST_GAME]} if entrant else {}),
            **({"cause": cause[:MOST_CAUSE]} if cause else {}),
        }
        return self._access.operating(context, Scope.CREATE, method, told)


def _deed(caller: Caller, cause: str) -> Deed:
    return Deed(caller.session, cause_of(cause), now_ms())
