"""How long finished games are kept.

A game that finishes with an `expire_ms` is removed by the first sweep after it; one with 0 is kept until it is
released. Its log, its head and every index entry go together.
"""

from collections import defaultdict
from collections.abc import Sequence

from euchre_referee.store.connect import Store
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.keys import bucket_keys, head_key, log_key
from euchre_referee.store.script import PURGE, RELEASE


class Retention:
    """Sets and carries out expiry. Methods raise redis.exceptions.RedisError when the store does not answer;
    they may be repeated."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def release(self, games: Sequence[str], expire_ms: int) -> int:
        """Let finished games expire `expire_ms` of served time from now; gives how many were known."""
        known = 0
        for bucket, members in _by_bucket(games).items():
            arguments = [b"%d" % expire_ms, *(game.encode() for game in members)]
            known += await self._store.run_script(RELEASE, bucket_keys(bucket), arguments)
        return known

    async def purge(self, games: Sequence[str]) -> int:
        """Remove those of the games that have expired; gives how many."""
        removed = 0
        for bucket, members in _by_bucket(games).items():
            keys = [*bucket_keys(bucket), *(key for game in members for key in (log_key(game), head_key(game)))]
            removed += await self._store.run_script(PURGE, keys, [game.encode() for game in members])
        return removed


def _by_bucket(games: Sequence[str]) -> dict[int, list[str]]:
    grouped: defaultdict[int, list[str]] = defaultdict(list)
    for game in games:
        grouped[bucket_of(game)].append(game)
    return grouped
