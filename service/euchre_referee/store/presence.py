"""Which replica serves a session.

A claim has an epoch, greater than that of every claim before it, and an expiry; a replica that dies loses its
claims by itself. A later claim supersedes an earlier one, wherever that was made.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

from euchre_referee.store.connect import Store
from euchre_referee.store.keys import CHANNEL_PREFIX, presence_key
from euchre_referee.store.script import CLAIM, KEEP, LEAVE

EXPIRE_MS: Final = 15_000
"""How long a claim lives that nobody keeps."""

_EPOCH: Final = Struct("<Q")


class Claim(NamedTuple):
    """A session is served here since `epoch`."""

    session: str
    epoch: int


class Presence:
    """The claims of one replica. Methods raise redis.exceptions.RedisError when the store does not answer."""

    def __init__(self, store: Store, replica: str, expire_ms: int = EXPIRE_MS) -> None:
        self._store = store
        self._replica = replica.encode()
        self._expire = b"%d" % expire_ms

    async def claim(self, session: str) -> Claim:
        """Serve a session from here; the replica that did so before is told on its channel."""
        arguments = [session.encode(), self._replica, self._expire, CHANNEL_PREFIX]
        epoch: int = await self._store.run_script(CLAIM, [self._key(session)], arguments)
        return Claim(session, epoch)

    async def keep(self, claims: Sequence[Claim]) -> list[Claim]:
        """Keep claims from expiring. Gives those that a later claim has superseded."""
        grouped: defaultdict[int, list[Claim]] = defaultdict(list)
        places = {bucket: n for n, buckets in enumerate(self._store.calls()) for bucket in buckets}
        for claim in claims:
            grouped[places[self._bucket(claim.session)]].append(claim)
        kept = await asyncio.gather(*(self._keep(group) for group in grouped.values()))
        return [claim for lost in kept for claim in lost]

    async def leave(self, claim: Claim) -> None:
        """Give a claim up, unless it has been superseded."""
        await self._store.run_script(LEAVE, [self._key(claim.session)], [self._value(claim)])

    async def locate(self, sessions: Sequence[str]) -> list[str | None]:
        """The replica that serves each session, None for a session that none serves, or of which that cannot be read
        because a node of a cluster is away."""
        held = await self._store.found([self._key(session) for session in sessions])
        return [value[_EPOCH.size :].decode() if isinstance(value, bytes) else None for value in held]

    async def _keep(self, claims: list[Claim]) -> list[Claim]:
        keys = [self._key(claim.session) for claim in claims]
        values = [self._value(claim) for claim in claims]
        kept: bytes = await self._store.run_script(KEEP, keys, [self._expire, *values])
        return [claim for claim, digit in zip(claims, kept, strict=True) if digit != ord("1")]

    def _value(self, claim: Claim) -> bytes:
        return _EPOCH.pack(claim.epoch) + self._replica

    def _key(self, session: str) -> bytes:
        return presence_key(session, self._bucket(session))

    def _bucket(self, session: str) -> int:
        return crc32(session.encode()) % self._store.buckets
