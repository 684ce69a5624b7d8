"""Group reading, as group commit (committer.py): what is asked while calls are under way forms the next call.

A process that is busy comes back to each of its reads only after its other work; were each game read in a call of its
own, few would be read in a second, however quick the store is.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context, copy_context
from typing import Final, Generic, NamedTuple, TypeVar, cast

from euchre_referee.store.cancellation import end_tasks

MOST_IN_GROUP: Final = 128
LANES: Final = 4
"""Calls under way at the same time."""

_Asked = TypeVar("_Asked")
_Found = TypeVar("_Found")


class _Waiting(NamedTuple, Generic[_Asked, _Found]):
    """One that wants to know."""

    asked: _Asked
    found: "asyncio.Future[_Found]"
    context: Context


class GroupReading(Generic[_Asked, _Found]):
    """Reads in groups. `read` makes one call: it gives what was found for each of those asked for, in their order, an
    error in the place of what cannot be read, and raises where the store does not answer."""

    def __init__(
        self,
        read: Callable[[Sequence[_Asked]], Awaitable[Sequence[_Found | Exception]]],
        *,
        most_in_group: int = MOST_IN_GROUP,
        lanes: int = LANES,
    ) -> None:
        self._read: Final = read
        self._most_in_group: Final = most_in_group
        self._most_lanes: Final = lanes
        self._waiting: Final[deque[_Waiting[_Asked, _Found]]] = deque()
        self._lanes: Final[set[asyncio.Task[None]]] = set()
        self._beginning = 0

    async def ask(self, asked: _Asked) -> _Found:
        """What is found. Raises the error found in its place, or what the call raised."""
        found: asyncio.Future[_Found] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(asked, found, copy_context()))
        self._begin()
        return await found

    async def aclose(self) -> None:
        """Gives up what is under way; whoever waits is cancelled."""
        await end_tasks(self._lanes)
        # Those that were cancelled before their first step have not counted themselves out.
        self._lanes.clear()
        self._beginning = 0
        for waiting in self._taken(len(self._waiting)):
            waiting.found.cancel()

    def _begin(self) -> None:
        """Makes one more call, if more wait than the calls that have not begun yet will take."""
        taken = self._beginning * self._most_in_group
        if len(self._lanes) < self._most_lanes and len(self._waiting) > taken:
            self._beginning += 1
            # Made in the name of the first whom it answers: of a call that was answered long ago no trace is kept.
            context = self._waiting[taken].context
            self._lanes.add(asyncio.create_task(self._lane(), name="store-read", context=context))

    async def _lane(self) -> None:
        lane = asyncio.current_task()
        self._beginning -= 1
        try:
            await self._answer(self._taken(self._most_in_group))
        finally:
            # In the same step that looks for those who wait: who asks next must not count on this lane.
            self._lanes.discard(cast("asyncio.Task[None]", lane))
        self._begin()

    async def _answer(self, group: "Sequence[_Waiting[_Asked, _Found]]") -> None:
        if not group:
            return
        try:
            answers = await self._read([waiting.asked for waiting in group])
        except asyncio.CancelledError:
            for waiting in group:
                waiting.found.cancel()
            raise
        except Exception as error:
            # A store that is silent is so to everybody: nobody waits for a turn to find out.
            for waiting in [*group, *self._taken(len(self._waiting))]:
                _fail(waiting.found, error)
            return
        for waiting, answer in zip(group, answers, strict=True):
            if isinstance(answer, Exception):
                _fail(waiting.found, answer)
            elif not waiting.found.done():
                waiting.found.set_result(answer)

    def _taken(self, most: int) -> "list[_Waiting[_Asked, _Found]]":
        """The first of those that wait and still want to know."""
        taken: list[_Waiting[_Asked, _Found]] = []
        while self._waiting and len(taken) < most:
            waiting = self._waiting.popleft()
            if not waiting.found.done():
                taken.append(waiting)
        return taken


def _fail(found: "asyncio.Future[_Found]", error: Exception) -> None:
    if not found.done():
        found.set_exception(error)
