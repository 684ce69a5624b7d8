"""What the runner asks of the service that plays its tournament, as the operator, over the network."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_client import AsyncClient, RefereeError
from euchre_client.retrying import Patience

_TIMEOUT: Final = 60.0


class Organizer:
    """`async with Organizer(address, token)`; calls raise `euchre_client.RefereeError` after a minute of trying.

    All of them may be repeated, and are: requests carry ids, or change nothing a second time.
    """

    def __init__(self, address: str, token: str) -> None:
        self.address: Final = address
        self._client: Final = AsyncClient(address, token, timeout=_TIMEOUT)

    async def __aenter__(self) -> "Organizer":
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._client.close()

    async def create(self, request_id: str, config: api.TournamentConfig) -> api.Tournament:
        """Makes a tournament, or finds the one that this request made."""
        return await self._client.create_tournament(config, request_id=request_id)

    async def register(self, request_id: str, tournament: str, name: str, program: str, nonce: bytes) -> None:
        """Enters an entrant, once however often."""
        await self._client.register(tournament, name, program=program, nonce=nonce, request_id=request_id)

    async def start(self, tournament: str) -> api.Tournament:
        """Commits to all boards and begins; a tournament that has begun stays as it is."""
        return await self._client.start_tournament(tournament)

    async def look(self, tournament: str) -> api.Tournament:
        """The tournament as it stands."""
        return await self._client.get_tournament(tournament)

    async def document(self, tournament: str) -> str:
        """The whole `standings.json` as it stands."""
        return (await self._client.list_standings(tournament, document=True)).document

    async def places(self, tournament: str) -> Sequence[api.Place]:
        """The places of all open pairings, with their tokens."""
        return await self._client.list_places(tournament)

    async def pause(self, tournament: str, entrant: str, cause: str) -> None:
        """An entrant's pairings begin no further boards."""
        await self._client.pause_entrant(tournament, entrant, cause)

    async def resume(self, tournament: str, entrant: str, cause: str) -> None:
        """A paused entrant goes on."""
        await self._client.resume_entrant(tournament, entrant, cause)

    async def replace(self, tournament: str, entrant: str, program: str, cause: str) -> None:
        """Another program plays for an entrant."""
        await self._client.replace_entrant(tournament, entrant, program, cause=cause)

    async def restart(self, tournament: str, pairing: int, board: int, table: int, cause: str) -> int:
        """Plays a game again; which attempt follows."""
        return await self._client.restart_game(tournament, pairing, board, table, cause=cause)

    async def cancel(self, tournament: str, cause: str, *, keep_results: bool) -> None:
        """Ends the tournament before its time."""
        await self._client.cancel_tournament(tournament, cause, keep_results=keep_results)

    async def records(self, tournament: str, board: int) -> list[str]:
        """The records of a board at all pairings that are over with it, a line of `games.jsonl` each."""
        patience = Patience(_TIMEOUT, repeatable=True)
        while True:
            exported = self._client.export_tournament(tournament, board=board, records_only=True)
            try:
                return [line async for answer in exported for line in answer.records]
            except RefereeError as error:
                wait = patience.wait(error)
            await asyncio.sleep(wait)

    def watch(self, tournament: str) -> AsyncIterator[api.WatchTournamentResponse]:
        """All that happened and happens, until the tournament has ended; goes on by itself after a break."""
        return self._client.watch_tournament(tournament, standings=True)
