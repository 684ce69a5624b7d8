"""Turns that a replica may not have heard of, because notices are lost without a trace."""

import asyncio
import logging
from typing import Any, Final, NamedTuple

from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.script import TURNS

_LOGGER: Final = logging.getLogger(__name__)


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

        A turn that was taken meanwhile does not show. Where some nodes of a cluster are away the others' turns are
        given, and theirs by a later call. Raises redis.exceptions.RedisError, OSError when no server answers; the next
        call then gives what this one would have.
        """
        # `forget` may be called while an answer is on its way; it then stands.
        seen = self._seen
        calls = self._store.calls()
        answers = await asyncio.gather(*(self._read(buckets, seen) for buckets in calls), return_exceptions=True)
        failed = [answer for answer in answers if isinstance(answer, BaseException)]
        strange = next((error for error in failed if not isinstance(error, STORE_FAULTS)), None)
        if strange is not None or len(failed) == len(calls):
            raise strange or failed[0]
        if failed:
            _LOGGER.warning("%d of %d buckets could not be read: %s", len(failed), len(calls), failed[0])
        given: list[TurnGiven] = []
        for buckets, found in zip(calls, answers, strict=True):
            if isinstance(found, BaseException):
                continue
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
