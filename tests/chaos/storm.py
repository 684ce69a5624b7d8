"""Bots on two referees over one store, while everything between and under them breaks; then all is held against the
logs."""

import asyncio
import os
import random
import signal
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from euchre_client import AsyncClient
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store.embedded import Embedded
from tests.chaos.guests import Guests
from tests.chaos.holding import count
from tests.chaos.notices import Notices
from tests.chaos.replica import Replica
from tests.chaos.season import Season
from tests.chaos.tables import PLAYERS, Tables
from tests.chaos.tally import Tally
from tests.chaos.tokens import token_of
from tests.chaos.weather import Weather
from tests.faults.proxy import Proxy

REPLICAS: Final = 2
_PATIENCE: Final = 90.0


Enough = Callable[[Counter[str], int], bool]
"""Whether these faults, and so many decisions that were acknowledged, are enough."""


def anything(_faults: Counter[str], _acknowledged: int) -> bool:
    """However little happens, it is enough."""
    return True


async def storm(seconds: float, seed: int, *, games_at_once: int = 24, enough: Enough = anything) -> Tally:
    """Plays and breaks for so long, and until enough has happened; then lets everything end, and counts."""
    rng = random.Random(seed)
    tally = Tally()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-chaos-")))
        store = stack.enter_context(Embedded(folder / "store"))
        tokens = Tokens(make_keyring(folder / "keys"))
        to_store = [
            await stack.enter_async_context(Proxy(store.socket, listen=folder / f"store-{number}", rng=rng))
            for number in range(REPLICAS)
        ]
        replicas = [
            await stack.enter_async_context(Replica(f"unix://{proxy.address}", folder / "keys", metrics="127.0.0.1:0"))
            for proxy in to_store
        ]
        to_referees = [await stack.enter_async_context(Proxy(replica.address, rng=rng)) for replica in replicas]
        weather = Weather({"bot to referee:": to_referees, "referee to store:": to_store}, rng)
        addresses = [proxy.address for proxy in to_referees]
        operator = await stack.enter_async_context(client(addresses, tokens, Caller.operating("operator")))
        guests = Guests(addresses, tokens, rng)
        tables = Tables(operator, rng, guests.invite)
        players = [
            await stack.enter_async_context(
                client(addresses[seat % REPLICAS :] + addresses[: seat % REPLICAS], tokens, Caller(f"chaos-{seat}"))
            )
            for seat in range(PLAYERS)
        ]
        notices = Notices(replicas)

        def happened() -> bool:
            return enough(tally.faults + weather.injected(), sum(map(len, tables.verdicts.values())))

        season = Season(seconds, happened)
        playing: list[asyncio.Task[object]] = [
            asyncio.create_task(
                player.play(tables.choose, on_verdict=tables.told, on_end=tables.ended, patience=_PATIENCE)
            )
            for player in players
        ]
        keeping: asyncio.Task[object] = asyncio.create_task(tables.keep_open(games_at_once, season))
        breaking: list[asyncio.Task[None]] = [
            asyncio.create_task(rage(weather, season)),
            asyncio.create_task(kill(replicas, store, random.Random(seed), season, tally.faults)),
        ]
        looking = asyncio.create_task(notices.keep_looking())
        try:
            done, _ = await asyncio.wait({keeping, *playing}, return_when=asyncio.FIRST_COMPLETED)
            tally.wrong += [f"a player or the host gave up: {task.exception()!r}" for task in done if task.exception()]
            await asyncio.gather(*breaking)
        finally:
            tasks: list[asyncio.Task[Any]] = [keeping, looking, *breaking, *playing]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            tally.wrong += await guests.leave()
        await count(tables, operator, tally)
        await notices.look()
        tally.notices = notices.total()
        tally.faults += weather.injected()
    return tally


@asynccontextmanager
async def client(addresses: Sequence[str], tokens: Tokens, caller: Caller) -> AsyncIterator[AsyncClient]:
    """A client that goes to any referee that answers."""
    made = AsyncClient(f"ipv4:{','.join(addresses)}", token_of(tokens, caller), timeout=_PATIENCE)
    try:
        yield made
    finally:
        await made.close()


async def rage(weather: Weather, season: Season) -> None:
    """Bad weather for a season, and fair weather afterwards."""
    try:
        await weather.rage(season)
    finally:
        await weather.calm()


async def kill(
    replicas: Sequence[Replica], store: Embedded, rng: random.Random, season: Season, faults: Counter[str]
) -> None:
    """Kills a referee or the store at random moments; what was killed is started again."""
    # In turn, so that both kinds come however short it is.
    for of_the_store in cycle((False, True)):
        await asyncio.sleep(rng.uniform(0.3, 2.0))
        if season.over:
            return
        if of_the_store:
            pid = store.pid
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                faults["store killed"] += 1
            continue
        victim = rng.choice(replicas)
        await victim.kill()
        faults["referee killed"] += 1
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await victim.start()
