"""Turns that a replica may not have heard of, because notices are lost without a trace."""

import asyncio
from typing import Any, NamedTuple

from euchre_referee.store.connect import Store
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.script import TURNS


class TurnGiven(NamedTuple):
    """A session is to act in a game."""

    session: str
    game: str


class Resync:
    """Reads the turns given since it last read, of all sessions. Every replica has one of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen = [0] * store.buckets

    def forget(self) -> None:
        """Have the next reading give every open turn: after a (re)connection anything may have been missed."""
        self._seen = [0] * self._store.buckets

    async def changes(self) -> list[TurnGiven]:
        """The open turns given since the last call, or all at the first.

        A turn that was taken meanwhile does not show. Raises redis.exceptions.RedisError when the store does
        not answer; the next call then gives what this one would have.
        """
        calls = [self._read(buckets) for buckets in self._store.calls()]
        return [given for read in await asyncio.gather(*calls) for given in read]

    async def _read(self, buckets: tuple[int, ...]) -> list[TurnGiven]:
        keys = [key for bucket in buckets for key in (bucket_keys(bucket).clock, bucket_keys(bucket).turns)]
        seen = self._seen
        answers: list[list[Any]] = await self._store.read_script(TURNS, keys, [seen[bucket] for bucket in buckets])
        given: list[TurnGiven] = []
        for bucket, (sequence, members) in zip(buckets, answers, strict=True):
            # `forget` may have been called while the answer was on its way; it then stands.
            seen[bucket] = sequence
            for member in members:
                session, _, game = member.partition(b"\0")
                given.append(TurnGiven(session.decode(), game.decode()))
        return given
