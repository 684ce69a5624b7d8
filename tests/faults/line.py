"""One connection through a proxy: two lines, each with its own faults."""

import asyncio
import random
import socket
import struct
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

from tests.faults.kinds import Cut, Delay, Fault, HalfOpen, Kind, Reset, SlowReader, Way

_CHUNK: Final = 1 << 16
_LINGER: Final = struct.pack("ii", 1, 0)
"""SO_LINGER on, for no time: closing resets."""

F = TypeVar("F", bound=Fault)


class Host(Protocol):
    """What a connection belongs to."""

    @property
    def rng(self) -> random.Random:
        """What is random is drawn from it."""
        ...

    @property
    def injected(self) -> Counter[Kind]:
        """Faults that took effect."""
        ...

    async def passes(self, way: Way) -> Fault | None:
        """Something is about to pass that way; it may have to wait, and it may meet a fault."""
        ...


class Due(NamedTuple):
    """A fault on a line, from this byte on."""

    fault: Fault
    at: int


class Connection:
    """Two lines that end together."""

    def __init__(self, host: Host, client: socket.socket, passed: dict[Way, int]) -> None:
        self._host: Final = host
        self._client: Final = client
        self._sockets: Final = [client]
        self._ended: Final = asyncio.Event()
        self._reset = False
        self._counted: Final[set[Fault]] = set()
        self._passed: Final = passed
        self._due: Final[dict[Way, list[Due]]] = {way: [] for way in Way}

    def add(self, fault: Fault) -> None:
        """The connection has this fault, `after` so many bytes more."""
        for way in (fault.way,) if fault.way is not None else Way:
            self._due[way].append(Due(fault, self._passed[way] + fault.after))

    def end(self, fault: Fault) -> None:
        """Ends both lines."""
        self.count(fault)
        self._reset = isinstance(fault, Reset)
        self._ended.set()

    def count(self, fault: Fault) -> None:
        """The fault has taken effect."""
        if fault not in self._counted:
            self._counted.add(fault)
            self._host.injected[fault.kind] += 1

    async def run(self, target: str | Path) -> None:
        """Passes on until one of the two ends, or a fault ends both."""
        tasks: list[asyncio.Task[bool]] = []
        try:
            with suppress(OSError):
                server = await _connected(target)
                self._sockets.append(server)
                tasks = [
                    asyncio.create_task(self._pass(self._client, server, Way.TO_SERVER)),
                    asyncio.create_task(self._pass(server, self._client, Way.TO_CLIENT)),
                ]
                await self._until_over(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Closes both ends, once it runs no longer."""
        for each in self._sockets:
            with suppress(OSError):
                if self._reset:
                    each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
                else:
                    each.shutdown(socket.SHUT_RDWR)
            each.close()

    async def _until_over(self, lines: list[asyncio.Task[bool]]) -> None:
        ended = asyncio.create_task(self._ended.wait())
        left: set[asyncio.Task[bool]] = {*lines, ended}
        try:
            while len(left) > 1:
                done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
                if any(task.result() for task in done):
                    return
        finally:
            ended.cancel()

    async def _pass(self, source: socket.socket, target: socket.socket, way: Way) -> bool:
        """Whether both lines are over: what a half-open line's source does is not passed on, nor its end."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while True:
                slow = self._in_force(way, SlowReader)
                data = await loop.sock_recv(source, slow.bytes_per_second if slow is not None else _CHUNK)
                if not data:
                    break
                struck = await self._host.passes(way)
                if struck is not None:
                    self._due[way].append(Due(struck, self._passed[way] + min(struck.after, len(data))))
                if (delay := self._in_force(way, Delay)) is not None:
                    await asyncio.sleep(delay.seconds + self._host.rng.uniform(0, delay.spread))
                await self._let_through(target, way, data)
                if self._ended.is_set():
                    return True
                if slow is not None:
                    await asyncio.sleep(1)
        return self._in_force(way, HalfOpen) is None

    async def _let_through(self, target: socket.socket, way: Way, data: bytes) -> None:
        """Passes data on up to the first fault that stops it."""
        passed = self._passed[way]
        stops = [due for due in self._due[way] if isinstance(due.fault, Cut | Reset | HalfOpen)]
        first = min(stops, key=lambda due: due.at, default=None)
        if first is None or first.at > passed + len(data):
            await asyncio.get_running_loop().sock_sendall(target, data)
            self._passed[way] += len(data)
            return
        if first.at > passed:
            await asyncio.get_running_loop().sock_sendall(target, data[: first.at - passed])
            self._passed[way] = first.at
        if isinstance(first.fault, HalfOpen):
            self.count(first.fault)
        else:
            self.end(first.fault)

    def _in_force(self, way: Way, kind: type[F]) -> F | None:
        """The latest fault of that kind on a line, counted from then on."""
        for fault, at in reversed(self._due[way]):
            if isinstance(fault, kind) and at <= self._passed[way]:
                self.count(fault)
                return fault
        return None


async def _connected(target: str | Path) -> socket.socket:
    """A connection to a server. Raises OSError if there is none."""
    made, address = _towards(target)
    made.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(made, address)
    except BaseException:
        made.close()
        raise
    return made


def _towards(target: str | Path) -> tuple[socket.socket, str | tuple[str, int]]:
    if isinstance(target, Path):
        return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), str(target)
    host, _, port = target.rpartition(":")
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM), (host, int(port))
