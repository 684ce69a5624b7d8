"""A store that is not there yet when a referee starts (docs/configuration.md, "Starting before the store")."""

import asyncio
import logging
from collections.abc import Coroutine
from time import monotonic
from typing import Final

from euchre_referee.referee.verdicts import Refused, ServiceReason
from euchre_referee.store.cancellation import end_tasks, heed_cancellation
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS, StoreUnavailable, StoreUnfit
from euchre_referee.store.fitness import Fitness

NOT_YET: Final = Refused(
    ServiceReason.STORE_UNAVAILABLE, detail="this referee has only started, and waits for its store", retry_ms=1000
)
"""What callers are told meanwhile."""
_ASKED_EVERY: Final = 0.5
_TOLD_EVERY: Final = 5.0

_LOGGER: Final = logging.getLogger(__name__)


async def fit_store(store: Store, fitness: Fitness, seconds: float) -> None:
    """Comes back when the store is there and fit; says again and again what it waits for. It may be full.

    Raises StoreUnavailable if it is not there after so many seconds, StoreUnfit at once: waiting mends no settings.
    """
    begun, told = monotonic(), float("-inf")
    while True:
        try:
            for warning in (await fitness.begin()).warnings:
                _LOGGER.warning("%s", warning)
            await fitness.look()
        except STORE_FAULTS as error:
            heed_cancellation()
            if isinstance(error, StoreUnfit):
                raise
            now = monotonic()
            if now >= begun + seconds:
                raise StoreUnavailable(
                    f"{error}; it was waited for {seconds:g} s (--store-wait). Start it, or mend what it says, or name "
                    "another with --store"
                ) from error
            if now >= told + _TOLD_EVERY:
                told = now
                _LOGGER.warning("%s; it is waited for %.0f s more", error, begun + seconds - now)
            await asyncio.sleep(min(_ASKED_EVERY, max(0.0, begun + seconds - now)))
        else:
            return


async def before(stopped: asyncio.Event, work: Coroutine[None, None, None]) -> bool:
    """Whether a piece of work ends before it is to stop; what it raises is raised."""
    working, stopping = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
        return working.done() and not stopped.is_set()
    finally:
        await end_tasks([working, stopping])
