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
        """Have the next reading give every open turn: after a (re)connection anything may have been missed, and so
        may what a reading gave if it was not dealt with to the end."""
        self._seen = [0] * self._store.buckets

    async def changes(self) -> list[TurnGiven]:
        """The open turns given since the last call, or all at the first.

        A turn that was taken meanwhile does not show. Raises redis.exceptions.RedisError, OSError when the store does
        not answer; the next call then gives what this one would have.
        """
        # `forget` may be called while an answer is on its way; it then stands.
        seen = self._seen
        calls = self._store.calls()
        answers = await asyncio.gather(*(self._read(buckets, seen) for buckets in calls))
        given: list[TurnGiven] = []
        # Only now that every call is answered: what was read beside a failure would be lost.
        for buckets, found in zip(calls, answers, strict=True):
            for bucket, (sequence, members) in zip(buckets, found, strict=True):
                given += [_given(member) for member in members]
                seen[bucket] = sequence
        return given

    async def _read(self, buckets: tuple[int, ...], seen: list[int]) -> list[list[Any]]:
        keys = [key for bucket in buckets for key in (bucket_keys(bucket).clock, bucket_keys(bucket).turns)]
        answer: list[list[Any]] = await self._store.read_script(TURNS, keys, [seen[bucket] for bucket in buckets])
        return answer


def _given(member: bytes) -> TurnGiven:
    """The turn that a member of a bucket's index of turns stands for."""
    session, _, game = member.partition(b"\0")
    return TurnGiven(session.decode(errors="replace"), game.decode(errors="replace"))
