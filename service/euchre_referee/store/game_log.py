"""Reading games: their heads and their logs."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from redis.exceptions import ClusterError, RedisError, ResponseError

from euchre_referee.store.address import Topology
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import BrokenHead
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.group_reading import GroupReading
from euchre_referee.store.head import Head, unpack_head
from euchre_referee.store.keys import head_key, log_key
from euchre_referee.store.script import FOLD

OPENING: Final = 9
"""Entries read of a log's beginning: the creation and a join for each of up to eight seats."""

_LOGGER: Final = logging.getLogger(__name__)


class FoldSource(NamedTuple):
    """What a fold of a game starts from, read at one moment."""

    head: Head
    opening: tuple[bytes, ...]
    """The first entries, at most as many as were asked for and none of the current deal; before the first
    deal, the whole log."""
    deal: tuple[bytes, ...]
    """The entries from version `head.deal_version` on; empty before the first deal."""


class _Wanted(NamedTuple):
    """A game whose fold is to be read, and how many entries of its beginning."""

    game: str
    opening: int


class GameLog:
    """The logs of a store, opened where they are sealed. Every method raises one of errors.STORE_FAULTS when the store
    does not answer, holds under a head's key what is no head, or holds an entry whose seal cannot be opened.

    Heads and folds that are asked for one by one at the same time are read in groups. Close it with `aclose` where such
    reads may be under way.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        # In a cluster a call reaches one slot, and a node that is away must hold up nobody else.
        groups = store.buckets if store.topology is Topology.CLUSTER else 1
        self._heads = [GroupReading[str, bytes | None](self._read_heads) for _ in range(groups)]
        self._folds = [GroupReading[_Wanted, Any](self._read_folds) for _ in range(groups)]

    async def aclose(self) -> None:
        """Gives up what is being read."""
        for heads, folds in zip(self._heads, self._folds, strict=True):
            await heads.aclose()
            await folds.aclose()

    async def head(self, game: str) -> Head:
        """A game's head; NO_HEAD if there is no such game."""
        return unpack_head(await self._heads[bucket_of(game) % len(self._heads)].ask(game))

    async def heads(self, games: Sequence[str]) -> dict[str, Head]:
        """The heads of many games in one round trip (in a cluster, one for each node).

        A game whose head is none, or whose node of the cluster is away, is left out: it must not keep the others from
        being looked at.
        """
        heads: dict[str, Head] = {}
        for game, packed in zip(games, await self._store.found([head_key(game) for game in games]), strict=True):
            if isinstance(packed, RedisError):
                continue
            try:
                heads[game] = unpack_head(packed)
            except BrokenHead as error:
                _LOGGER.error("the head of game %s cannot be read: %s", game, error, extra={"game": game})
        return heads

    async def tail(self, game: str, start: int) -> tuple[bytes, ...]:
        """The entries after version `start` (0: all of them)."""
        return self._store.sealing.opened(game, start, await self._store.command("LRANGE", log_key(game), start, -1))

    async def part(self, game: str, start: int, most: int) -> tuple[bytes, ...]:
        """At most so many of the entries after version `start`."""
        found = await self._store.command("LRANGE", log_key(game), start, start + most - 1)
        return self._store.sealing.opened(game, start, found)

    async def whole(self, game: str) -> tuple[bytes, ...]:
        """Every entry; none if there is no such game."""
        return await self.tail(game, 0)

    async def fold_source(self, game: str, opening: int = OPENING) -> FoldSource | None:
        """Head, first entries and current deal in one round trip; None if there is no such game."""
        answer = await self._folds[bucket_of(game) % len(self._folds)].ask(_Wanted(game, opening))
        if not answer:
            return None
        packed, first, deal = answer
        head, opened = unpack_head(packed), self._store.sealing.opened
        return FoldSource(head, opened(game, 0, first), opened(game, head.deal_version - 1, deal))

    async def _read_heads(self, games: Sequence[str]) -> list[bytes | Exception | None]:
        if len(games) == 1:
            try:
                return [await self._store.command("GET", head_key(games[0]))]
            except ResponseError as error:
                # Of this key alone: those that wait are still to be read.
                return [error]
        # Not MGET: under a head's key may be what is no text, and that is not to be told as no game.
        return await self._store.commands([("GET", head_key(game)) for game in games])

    async def _read_folds(self, wanted: Sequence[_Wanted]) -> list[Any]:
        try:
            return await self._read_together(wanted)
        except ClusterError:
            # While a slot moves from node to node, no call may name keys of both.
            if len(wanted) == 1:
                raise
        alone = await asyncio.gather(*(self._read_together([each]) for each in wanted), return_exceptions=True)
        return [found if isinstance(found, BaseException) else found[0] for found in alone]

    async def _read_together(self, wanted: Sequence[_Wanted]) -> list[Any]:
        keys = [key for game, _ in wanted for key in (head_key(game), log_key(game))]
        answers = await self._store.read_script(FOLD, keys, [opening for _, opening in wanted])
        return [ResponseError(answer.decode()) if isinstance(answer, bytes) else answer for answer in answers]
