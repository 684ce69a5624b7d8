"""The bots' processes of a tournament that a service plays: whichever places it calls, and no others."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_client import Refused
from euchre_referee.tournament.archive import Archive
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.processes import Crew, Launch, Listener
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.schedule import Entrant

MOST_CAUSE: Final = 200
"""Characters of a cause that the service takes."""

Crewing = Callable[[Iterable[Launch], Listener], AbstractAsyncContextManager[object]]
"""What plays at places for as long as it is entered, as `processes.Crew` does."""


class Hosting:
    """Has a process at each place of the open pairings; a `processes.Listener` to them.

    Sessions are what it goes by: a place whose program was replaced has another one. `programs` are found by their
    entrants and labels (`labels.labelled`).
    """

    def __init__(
        self,
        tournament: str,
        ruleset: str,
        pause: float,
        chances: Chances,
        programs: Mapping[tuple[str, str], str],
        organizer: Organizer,
        archive: Archive,
        tell: Callable[[str], None],
        crew: Crewing = Crew,
    ) -> None:
        self._tournament: Final = tournament
        self._ruleset: Final = ruleset
        self._pause: Final = pause
        self._chances: Final = chances
        self._programs: Final = programs
        self._organizer: Final = organizer
        self._archive: Final = archive
        self._tell: Final = tell
        self._crew: Final = crew
        self._changed: Final = asyncio.Event()
        self._hosted: Final[dict[str, asyncio.Task[None]]] = {}
        self._lost: Final[dict[Place, str]] = {}
        self._to_pause: Final[dict[str, str]] = {}

    def look(self) -> None:
        """Something happened after which other places may be called."""
        self._changed.set()

    def go_on(self, entrant: str) -> None:
        """An entrant that was paused is not any more: its places get processes again."""
        for place in [place for place in self._lost if place.entrant.name == entrant]:
            del self._lost[place]
        self._to_pause.pop(entrant, None)
        self.look()

    async def host(self) -> None:
        """Until cancelled; then all processes are stopped. Raises `euchre_client.RefereeError`."""
        try:
            while True:
                self._changed.clear()
                await self._report()
                await self._follow(await self._organizer.places(self._tournament))
                await self._changed.wait()
        finally:
            await self._stop(list(self._hosted))

    async def _report(self) -> None:
        """Places that are lost for good pause their entrants."""
        while self._to_pause:
            entrant, cause = next(iter(self._to_pause.items()))
            try:
                await self._organizer.pause(self._tournament, entrant, cause[:MOST_CAUSE])
            except Refused as refused:
                # It may be over by now; nothing that is played would be lost.
                self._tell(f"{entrant} could not be paused: {refused}")
            self._to_pause.pop(entrant, None)

    async def _follow(self, places: Iterable[api.Place]) -> None:
        called = {place.session: place for place in places}
        await self._stop([session for session in self._hosted if session not in called])
        for session, place in called.items():
            launch = self._launch(place)
            task = self._hosted.get(session)
            if task is None or (task.done() and launch.place not in self._lost):
                self._hosted[session] = asyncio.create_task(self._play(launch))

    async def _stop(self, sessions: Iterable[str]) -> None:
        tasks = [self._hosted.pop(session) for session in sessions]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _launch(self, called: api.Place) -> Launch:
        # One that was put in another's place is known by its label alone.
        program = self._programs.get((called.entrant, called.program), called.program)
        place = Place(called.pairing, called.table, called.seat, Entrant(called.entrant, program))
        return Launch(
            place,
            self._organizer.address,
            called.token,
            self._chances.bot_seed(place),
            self._pause,
            self._ruleset,
        )

    async def _play(self, launch: Launch) -> None:
        """Until the place is lost, or cancelled."""
        if launch.is_remote:
            file = self._archive.invite(launch.place, launch.address, launch.token)
            self._tell(f"{launch.place} is waited for; its token stands in {file}")
        watched = _Watched(self)
        async with self._crew((launch,), watched):
            await watched.over.wait()

    # What the processes say

    def noted(self, place: Place, line: str) -> None:
        """A process complained."""
        self._archive.complain(place, line)

    def lost(self, place: Place, why: str) -> None:
        """A place has no process any more."""
        self._lost[place] = why
        self._to_pause[place.entrant.name] = f"{place}: {why}"
        self._archive.complain(place, why)
        self._tell(f"{place}: {why}; the clock decides for it in games begun, and {place.entrant.name} is paused")
        self.look()


class _Watched:
    """Hears of one place."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting: Final = hosting
        self.over: Final = asyncio.Event()

    def noted(self, place: Place, line: str) -> None:
        self._hosting.noted(place, line)

    def lost(self, place: Place, why: str) -> None:
        self._hosting.lost(place, why)
        self.over.set()
