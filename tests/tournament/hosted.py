"""A crew without processes: every place has its own session over gRPC, but all of them are played from here.

What only processes can show - restarts, isolation, complaints - is tested with processes; a format needs many places.
"""

import asyncio
from collections.abc import Iterable

from euchre_client import AsyncClient
from euchre_referee.cli.bot import built_in
from euchre_referee.tournament.processes import Launch, Listener


class HostedCrew:
    """Plays the built-in bots of places for as long as it is entered."""

    def __init__(self, launches: Iterable[Launch], listener: Listener) -> None:
        self._launches = tuple(launches)
        self._listener = listener
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> None:
        self._tasks = [asyncio.create_task(self._play(launch)) for launch in self._launches]

    async def __aexit__(self, *exception: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play(self, launch: Launch) -> None:
        bot = built_in(launch.place.program, launch.seed)
        try:
            async with AsyncClient(launch.address, launch.token) as client:
                await client.play(bot)
        except Exception as error:
            self._listener.lost(launch.place, repr(error))
            raise
