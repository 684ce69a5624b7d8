"""Playing a tournament: one stream for each place that is open to its owner, for as long as it is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_client.desk import Bot

LOOK_SECONDS: Final = 0.5
"""How often it is looked which places are open."""

BotOf = Callable[[api.Place], Bot]
"""What plays at a place; asked once for each, so that every place can have a bot of its own."""
OVER: Final = frozenset({api.TOURNAMENT_STATE_FINISHED, api.TOURNAMENT_STATE_CANCELLED})


class Attending:
    """`places` gives the open places, `play` plays at one until it is cancelled."""

    def __init__(
        self, places: Callable[[], Awaitable[list[api.Place]]], play: Callable[[api.Place], Awaitable[object]]
    ) -> None:
        self._places: Final = places
        self._play: Final = play
        self._playing: Final[dict[str, asyncio.Task[object]]] = {}

    async def until(self, over: Callable[[], Awaitable[bool]]) -> None:
        """Attends to all places until the tournament is over. Raises what playing at one of them raises."""
        try:
            while not await over():
                self._attend({place.session: place for place in await self._places()})
                await self._pause()
        finally:
            playing = list(self._playing.values())
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    def _attend(self, wanted: dict[str, api.Place]) -> None:
        for session in self._playing.keys() - wanted.keys():
            self._playing.pop(session).cancel()
        for session in wanted.keys() - self._playing.keys():
            self._playing[session] = asyncio.create_task(self._played(wanted[session]))

    async def _played(self, place: api.Place) -> object:
        return await self._play(place)

    async def _pause(self) -> None:
        if not self._playing:
            await asyncio.sleep(LOOK_SECONDS)
            return
        done, _ = await asyncio.wait(self._playing.values(), timeout=LOOK_SECONDS, return_when=asyncio.FIRST_EXCEPTION)
        for session, task in list(self._playing.items()):
            if task in done:
                del self._playing[session]
                # Whoever stops by itself has no further places; a stream that is refused is told.
                task.result()
