"""Bots that behave well, made with the SDK: they sit at every table of the zoo."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from euchre.v1.game_pb2 import GameEnd, Turn, Verdict
from euchre_client import AsyncClient


def first_legal(turn: Turn) -> str:
    """The quickest of bots."""
    return turn.legal[0].text


class Keepers:
    """They play; `over` is set of a game when each of its keepers has been told of its end."""

    def __init__(self, clients: Sequence[AsyncClient]) -> None:
        self.clients: Final = clients
        self.refused: Final[defaultdict[str, list[Verdict]]] = defaultdict(list)
        """What they were refused, by game."""
        self.over: Final[defaultdict[str, asyncio.Event]] = defaultdict(asyncio.Event)
        self._seats: Final[defaultdict[str, int]] = defaultdict(int)
        self._told: Final[defaultdict[str, int]] = defaultdict(int)
        self._playing: Sequence[asyncio.Task[object]] = ()

    async def join(self, number: int, game: str, seat: int) -> None:
        """One of them takes a seat."""
        self._seats[game] += 1
        await self.clients[number].join_game(game, f"keeper {number}", seat=seat)

    def play(self) -> None:
        """They play from now on."""
        self._playing = [
            asyncio.create_task(client.play(first_legal, on_end=self._ended, on_refusal=self._refused))
            for client in self.clients
        ]

    async def stop(self) -> None:
        """They go home. Raises what one of them met."""
        for task in self._playing:
            task.cancel()
        for result in await asyncio.gather(*self._playing, return_exceptions=True):
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    def _ended(self, end: GameEnd) -> None:
        self._told[end.game] += 1
        if self._told[end.game] == self._seats[end.game]:
            self.over[end.game].set()

    def _refused(self, verdict: Verdict) -> None:
        self.refused[verdict.game].append(verdict)
