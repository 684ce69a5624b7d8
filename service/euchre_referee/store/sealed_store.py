"""Whether a referee has the keys that games in the store are sealed with: asked before the first append, and of
every other server process that is met later."""

from typing import Final

from redis.exceptions import RedisError

from euchre_referee.store.connect import Store
from euchre_referee.store.errors import StoreUnavailable, StoreUnfit

SEALS_KEY: Final = "euchre:seals"
"""Set: the names of the keys that games in the store are sealed with."""


async def check_seals(store: Store, *, begin: bool = True) -> None:
    """Writes down the key that this referee seals with, and makes sure that it has all that others have written down.

    Nothing is written where the store is only looked at (`begin`). Raises StoreUnfit naming
    those that are missing, or StoreUnavailable.
    """
    sealing = store.sealing
    try:
        used = sorted(name.decode() for name in await store.command("SMEMBERS", SEALS_KEY))
        if begin and sealing.newest is not None and sealing.newest not in used:
            await store.command("SADD", SEALS_KEY, sealing.newest)
        for name in used:
            if begin and name in sealing.retired:
                await store.command("SREM", SEALS_KEY, name)
    except (RedisError, OSError) as error:
        raise StoreUnavailable(f"the store at {store.address} does not answer: {error}") from error
    missing = [name for name in used if not sealing.has(name) and name not in sealing.retired]
    if missing:
        raise StoreUnfit(
            f"games in the store at {store.address} are sealed with keys that this referee does not have: "
            f"{', '.join(missing)}; name their file with --seal or EUCHRE_SEAL"
        )
