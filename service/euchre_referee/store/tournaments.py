"""Which tournaments there are, and which replica leads one.

The indexes are only hints: a tournament enters them before the first entry of its log, and leaves the open ones after
the last. In between whoever looks finds none: it stays in them nevertheless.
"""

from time import time
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from euchre_referee.store.connect import Store
from euchre_referee.store.game_id import bucket_of, is_game_id
from euchre_referee.store.keys import head_key, lease_key, log_key, open_tournaments_key, tournaments_key
from euchre_referee.store.script import FORGET, LEASE, LEAVE

LEASE_MS: Final = 5000
"""How long a lease lives that nobody keeps."""
_SETTLES_MS: Final = 600_000
"""A tournament that is not there so long after it entered will not come: longer than any store is waited for."""


class Entered(NamedTuple):
    """A tournament, and when it was made, milliseconds since 1970."""

    tournament: str
    made_ms: int


class Tournaments:
    """Methods raise redis.exceptions.RedisError when the store does not answer; they may be repeated."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    async def enter(self, name: str, made_ms: int) -> None:
        """A tournament is about to be made."""
        bucket = bucket_of(name)
        await self._store.command("ZADD", tournaments_key(bucket), made_ms, name)
        await self._store.command("SADD", open_tournaments_key(bucket), name)

    async def close(self, name: str, expire_ms: int) -> None:
        """A tournament has ended: its log expires so many milliseconds from now."""
        for key in (log_key(name), head_key(name)):
            await self._store.command("PEXPIRE", key, expire_ms)
        await self._store.command("SREM", open_tournaments_key(bucket_of(name)), name)

    async def forget(self, name: str) -> None:
        """No log was found: it is gone, or was never made. What may be on its way stays."""
        bucket = bucket_of(name)
        keys = [open_tournaments_key(bucket), tournaments_key(bucket), log_key(name)]
        await self._store.run_script(FORGET, keys, [name.encode(), int(time() * 1000) - _SETTLES_MS])

    async def open(self) -> list[str]:
        """Those that may not have ended; where some nodes of a cluster are away, the others' ones."""
        buckets = range(self._store.buckets)
        found = await self._store.commands([("SMEMBERS", open_tournaments_key(bucket)) for bucket in buckets])
        members = (member for answer in found if not isinstance(answer, RedisError) for member in answer)
        return [name for member in members if self._is_name(name := member.decode(errors="replace"))]

    async def newest(self, before: Entered | None, limit: int) -> list[Entered]:
        """At most so many, the newest first, from behind one of them on (None: from the beginning)."""
        # Of those that were made in the same moment some may have been given already.
        most = "+inf" if before is None else str(before.made_ms)
        found = await self._store.commands(
            [
                ("ZREVRANGEBYSCORE", tournaments_key(bucket), most, "-inf", "WITHSCORES", "LIMIT", 0, limit + 1)
                for bucket in range(self._store.buckets)
            ]
        )
        entered: list[Entered] = []
        for answer in found:
            if isinstance(answer, RedisError):
                raise answer
            entered += map(_entered, answer[::2], answer[1::2])
        listed = sorted((each for each in entered if before is None or _order(each) > _order(before)), key=_order)
        return [each for each in listed if self._is_name(each.tournament)][:limit]

    async def lead(self, name: str, who: str, expire_ms: int = LEASE_MS) -> bool:
        """Takes a tournament's lease, or keeps it; False if another has it."""
        return bool(await self._store.run_script(LEASE, [lease_key(name)], [who.encode(), expire_ms]))

    async def leave(self, name: str, who: str) -> None:
        """Gives a lease up, if it is held."""
        await self._store.run_script(LEAVE, [lease_key(name)], [who.encode()])

    def _is_name(self, text: str) -> bool:
        return is_game_id(text, self._store.buckets)


def _entered(member: bytes, score: bytes) -> Entered:
    return Entered(member.decode(errors="replace"), int(float(score)))


def _order(entered: Entered) -> tuple[int, str]:
    return (-entered.made_ms, entered.tournament)
