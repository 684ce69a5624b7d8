"""Faults on the ways between bots and referees, and between referees and their store."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.chaos.season import Season
from tests.faults.kinds import Cut, Delay, Fault, HalfOpen, Kind, Reset, SlowReader, Way
from tests.faults.proxy import Proxy, fair

PAUSE: Final = (0.1, 1.0)
"""Seconds between two faults."""
HEALS_AFTER: Final = (1.0, 8.0)
"""Seconds after which a proxy ends its connections where one is half open or slow: as machines between do that have
forgotten them. Without it the keepalive would take half a minute, in which little else could go wrong."""
MOST_BYTES: Final = 4_000


class Weather:
    """Makes faults on some ways, by name, each a set of proxies."""

    def __init__(self, ways: Mapping[str, Sequence[Proxy]], rng: random.Random) -> None:
        self._ways: Final = ways
        self._rng: Final = rng
        self._healing: Final[set[asyncio.Task[None]]] = set()

    async def rage(self, season: Season) -> None:
        """Faults of every kind on every way in turn, at random moments, while it storms."""
        for proxies in self._ways.values():
            for proxy in proxies:
                proxy.weather = self._of_a_connection
        for name, kind in self._turns():
            await asyncio.sleep(self._rng.uniform(*PAUSE))
            if season.over:
                break
            proxy = self._rng.choice(self._ways[name])
            fault = self._drawn(kind)
            # At a chosen byte of whatever passes next, or at this very moment.
            if isinstance(fault, Cut | Reset) and self._rng.random() < 0.3:
                proxy.now(type(fault)())
            else:
                proxy.strike(fault)
            if isinstance(fault, HalfOpen | SlowReader):
                self._healing.add(asyncio.create_task(self._heal(proxy, self._rng.uniform(*HEALS_AFTER))))

    async def calm(self) -> None:
        """Nothing goes wrong any more, and nothing is left as it was."""
        for task in self._healing:
            task.cancel()
        await asyncio.gather(*self._healing, return_exceptions=True)
        for proxies in self._ways.values():
            for proxy in proxies:
                proxy.weather = fair
                proxy.forget()
                proxy.now(Cut())

    def injected(self) -> Counter[str]:
        """Faults by way and kind."""
        counted: Counter[str] = Counter()
        for name, proxies in self._ways.items():
            for proxy in proxies:
                counted.update({f"{name} {kind}": number for kind, number in proxy.injected.items()})
        return counted

    def _turns(self) -> Iterator[tuple[str, Kind]]:
        pairs = [(name, kind) for name in self._ways for kind in Kind]
        while True:
            self._rng.shuffle(pairs)
            yield from pairs

    def _of_a_connection(self) -> Fault | None:
        return self._drawn(Kind.DELAY) if self._rng.random() < 0.2 else None

    def _drawn(self, kind: Kind) -> Fault:
        way = self._rng.choice(tuple(Way))
        after = self._rng.randrange(MOST_BYTES)
        match kind:
            case Kind.DELAY:
                return Delay(way=way, seconds=self._rng.uniform(0, 0.02), spread=self._rng.uniform(0, 0.05))
            case Kind.CUT:
                return Cut(way=way, after=after)
            case Kind.RESET:
                return Reset(way=way, after=after)
            case Kind.HALF_OPEN:
                return HalfOpen(way=way, after=after)
            case Kind.SLOW_READER:
                return SlowReader(way=way, after=after)

    async def _heal(self, proxy: Proxy, seconds: float) -> None:
        await asyncio.sleep(seconds)
        proxy.now(Reset())
