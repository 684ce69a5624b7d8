"""A tournament of the service as its operator and its players have it, over real gRPC."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final

import grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import AsyncClient
from euchre_referee.cli.bot import built_in
from tests.api.callers import WITHIN, Answer, Asked, Caller, Method
from tests.store.until import until

PATIENT: Final = 120.0
"""Seconds for what must happen in the end, also on a machine that is busy with all else."""
_NOBODY: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
ASLEEP: Final = "asleep"
"""A program that sits down and never answers a turn."""
CLOCKS: Final = referee.Clocks(action_limit_ms=600_000)
"""So long that no clock decides, whatever a machine is busy with."""


def config(**fields: Any) -> api.TournamentConfig:
    """A round-robin of one-deal boards of euchre, or whatever the fields say."""
    chosen = {"name": "Test", "ruleset": Ruleset(preset="euchre"), "boards": 3, "clocks": CLOCKS, **fields}
    return api.TournamentConfig(**chosen)


class Organizer(Caller):
    """An operator, who calls again where a referee was killed."""

    async def call(self, method: Method[Asked, Answer], request: Asked) -> Answer:
        """The answer to a call, of whichever referee answers."""
        end = monotonic() + PATIENT
        while True:
            try:
                return await super().call(method, request)
            except grpc.aio.AioRpcError as error:
                if error.code() not in _NOBODY or monotonic() > end:
                    raise
            await asyncio.sleep(0.1)

    async def make(self, chosen: api.TournamentConfig, entrants: Sequence[str] = ()) -> str:
        """A tournament with these entrants, `name` or `name=program`; its id."""
        request = api.CreateTournamentRequest(request_id=str(uuid.uuid4()), config=chosen)
        made = await self.call(self.tournament.CreateTournament, request)
        name = made.tournament.tournament
        for entrant in entrants:
            await self.register(name, *entrant.split("="))
        return name

    async def register(self, tournament: str, name: str, program: str = "first") -> api.Tournament:
        """An entrant of the operator's own."""
        request = api.RegisterRequest(
            request_id=str(uuid.uuid4()), tournament=tournament, name=name, program=program, nonce=name.encode()
        )
        return (await self.call(self.tournament.Register, request)).tournament

    async def start(self, tournament: str) -> api.Tournament:
        """The tournament, started."""
        request = api.StartTournamentRequest(tournament=tournament)
        return (await self.call(self.tournament.StartTournament, request)).tournament

    async def get(self, tournament: str) -> api.Tournament:
        """The tournament as it stands."""
        request = api.GetTournamentRequest(tournament=tournament)
        return (await self.call(self.tournament.GetTournament, request)).tournament

    async def cancel(self, tournament: str, *, keep_results: bool = False) -> api.Tournament:
        """The tournament, ended."""
        request = api.CancelTournamentRequest(tournament=tournament, cause="a test", keep_results=keep_results)
        return (await self.call(self.tournament.CancelTournament, request)).tournament

    async def until(self, tournament: str, *states: api.TournamentState.ValueType) -> api.Tournament:
        """The tournament once it is in one of these states."""
        found = await self.get(tournament)

        async def there() -> bool:
            nonlocal found
            found = await self.get(tournament)
            return found.state in states

        await until(there, PATIENT)
        return found

    async def places(self, tournament: str) -> list[api.Place]:
        """All places of open pairings."""
        request = api.ListPlacesRequest(tournament=tournament)
        return list((await self.call(self.tournament.ListPlaces, request)).places)

    async def standings(self, tournament: str, *, document: bool = False) -> api.ListStandingsResponse:
        """Who stands where."""
        request = api.ListStandingsRequest(tournament=tournament, document=document)
        return await self.call(self.tournament.ListStandings, request)

    async def exported(self, tournament: str, **fields: Any) -> tuple[list[str], str]:
        """The records and the standings document."""
        request = api.ExportTournamentRequest(tournament=tournament, **fields)
        records: list[str] = []
        document = ""
        async for answer in self.tournament.ExportTournament(request, metadata=self.metadata, timeout=WITHIN):
            records += answer.records
            document = answer.standings or document
        return records, document

    async def games(self, tournament: str, **fields: Any) -> list[api.TournamentGame]:
        """All games, page by page."""
        found: list[api.TournamentGame] = []
        token = ""
        while True:
            request = api.ListTournamentGamesRequest(tournament=tournament, page_token=token, **fields)
            answer = await self.call(self.tournament.ListTournamentGames, request)
            found += answer.games
            token = answer.next_page_token
            if not token:
                return found

    async def watched(self, tournament: str, **fields: Any) -> list[api.WatchTournamentResponse]:
        """Everything until its end."""
        request = api.WatchTournamentRequest(tournament=tournament, **fields)
        stream = self.tournament.WatchTournament(request, metadata=self.metadata, timeout=PATIENT)
        return [answer async for answer in stream]


class Crew:
    """Fills the places of a tournament with the built-in bots that its programs name; absent entrants' stay empty."""

    def __init__(self, organizer: Organizer, address: str, tournament: str) -> None:
        self._organizer: Final = organizer
        self._address: Final = address
        self._tournament: Final = tournament
        self._playing: Final[dict[str, asyncio.Task[None]]] = {}
        self.absent: Final[set[str]] = set()

    async def fill(self) -> None:
        """Sits down wherever a place is open, again and again; leaves those that are not any more."""
        while True:
            places = await self._organizer.places(self._tournament)
            wanted = {place.session: place for place in places if place.entrant not in self.absent}
            for session in self._playing.keys() - wanted.keys():
                self._playing.pop(session).cancel()
            for session in wanted.keys() - self._playing.keys():
                place = wanted[session]
                self._playing[session] = asyncio.create_task(self._play(place))
            await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """Leaves all places."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, place: api.Place) -> None:
        bot = _asleep if place.program == ASLEEP else built_in(place.program, 1)
        async with AsyncClient(self._address, place.token, timeout=PATIENT) as client:
            await client.play(bot, patience=PATIENT)


async def _asleep(turn: pb.Turn) -> str:
    """Never answers."""
    await asyncio.Event().wait()
    raise AssertionError(turn)


@asynccontextmanager
async def crew(organizer: Organizer, address: str, tournament: str) -> AsyncIterator[Crew]:
    """All places are filled for as long as this is entered."""
    crewing = Crew(organizer, address, tournament)
    filling = asyncio.create_task(crewing.fill())
    try:
        yield crewing
    finally:
        filling.cancel()
        await asyncio.gather(filling, return_exceptions=True)
        await crewing.leave()
