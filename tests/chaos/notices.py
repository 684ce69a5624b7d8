"""Notices that replicas count, kept although the replicas are killed."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from tests.chaos.replica import Replica

_COUNTED: Final = re.compile(rb'^euchre_notices_total\{served="(\w+)"\} ([0-9.e+]+)$', re.MULTILINE)


class Notices:
    """The sum over all replicas and all their lives."""

    def __init__(self, replicas: Sequence[Replica]) -> None:
        self._replicas: Final = replicas
        self._latest: Final[dict[str, Counter[str]]] = {}

    async def look(self) -> None:
        """Reads what every replica that lives counts now."""
        for replica in self._replicas:
            if replica.metrics:
                try:
                    self._latest[replica.metrics] = await _counted(replica.metrics)
                except OSError:
                    continue

    async def keep_looking(self) -> None:
        """What a replica counts in its last moments before a kill is not known."""
        while True:
            await self.look()
            await asyncio.sleep(0.5)

    def total(self) -> Counter[str]:
        """By whether the session was served there."""
        return sum(self._latest.values(), Counter())


async def _counted(address: str) -> Counter[str]:
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET /metrics HTTP/1.0\r\n\r\n")
    try:
        page = await asyncio.wait_for(reader.read(), 30)
    finally:
        writer.close()
    return Counter({kind.decode(): int(float(number)) for kind, number in _COUNTED.findall(page)})
