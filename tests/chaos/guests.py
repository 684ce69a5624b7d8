"""Misbehaving bots at some tables of a storm: those of the zoo, which come back whatever breaks."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import grpc

from euchre_referee.api.tokens import Caller, Tokens
from tests.chaos.tokens import token_of
from tests.zoo.cage import Animal, Cage
from tests.zoo.zoo import ANIMALS

_TOO_MUCH: Final = frozenset({"flooding", "garbage bytes"})
"""They take the processor that the storm itself needs."""
_BACK_AFTER: Final = 0.2


class Guests:
    """Brings animals to tables and sees them off."""

    def __init__(self, addresses: Sequence[str], tokens: Tokens, rng: random.Random) -> None:
        self._addresses: Final = addresses
        self._tokens: Final = tokens
        self._rng: Final = rng
        # Those that die are processes: enough are killed already.
        self._names: Final = [name for name in ANIMALS if name not in _TOO_MUCH and not name.startswith("dying")]
        self._staying: Final[set[asyncio.Task[None]]] = set()
        self._complaints: Final[list[str]] = []

    def invite(self, session: str, game: str, seat: int, over: asyncio.Event) -> None:
        """One more comes, of a kind that is drawn."""
        name = self._rng.choice(self._names)
        cage = Cage(name, self._rng.choice(self._addresses), token_of(self._tokens, Caller(session)), game, seat, over)
        task = asyncio.create_task(_stay(ANIMALS[name], cage))
        self._staying.add(task)
        task.add_done_callback(self._left)

    async def leave(self) -> list[str]:
        """All go; what was wrong with what they were told."""
        staying = list(self._staying)
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)
        return self._complaints

    def _left(self, task: asyncio.Task[None]) -> None:
        self._staying.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._complaints.append(f"a guest was told what cannot be: {error!r}")


async def _stay(animal: Animal, cage: Cage) -> None:
    """Lets it behave as it does again and again: what it stands on breaks under it, too."""
    while not cage.over.is_set():
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
            await animal(cage)
        await asyncio.sleep(_BACK_AFTER)
