"""Which games may be over: the bots' processes tell at once, and silence makes the coordinator look for itself."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

FIRST_SILENCE: Final = 2.0
LONGEST_SILENCE: Final = 15.0
"""Seconds without a word after which a game is looked at; the time doubles up to the second of these."""


class Awaited:
    """The end of one game."""

    def __init__(self) -> None:
        self._told: Final = asyncio.Event()
        self._silence = FIRST_SILENCE

    def tell(self) -> None:
        """Somebody says that the game is over."""
        self._told.set()

    async def news(self) -> bool:
        """Returns when it is time to look: true if the game was said to be over, false after a silence."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._silence):
                await self._told.wait()
        told = self._told.is_set()
        self._told.clear()
        self._silence = min(2 * self._silence, LONGEST_SILENCE)
        return told


class Ends:
    """What is told here is a hint and no proof: a bot's process may be wrong or dead."""

    def __init__(self) -> None:
        self._awaited: Final[dict[str, Awaited]] = {}

    @property
    def running(self) -> int:
        """Games that are waited for."""
        return len(self._awaited)

    def tell(self, game: str) -> None:
        """Somebody says that a game is over; games that nobody waits for are passed over."""
        awaited = self._awaited.get(game)
        if awaited is not None:
            awaited.tell()

    @contextmanager
    def awaiting(self, game: str) -> Iterator[Awaited]:
        """Hears of a game while it is waited for."""
        self._awaited[game] = awaited = Awaited()
        try:
            yield awaited
        finally:
            del self._awaited[game]
