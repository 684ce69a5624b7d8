"""A proxy between a client and a server, over TCP or Unix sockets, that does to the bytes what networks do."""

import asyncio
import random
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.faults.kinds import Cut, Fault, Kind, Reset, Way
from tests.faults.line import Connection

Weather = Callable[[], Fault | None]
"""Gives the fault of each new connection, None for a good one."""


def fair() -> None:
    """No connection has a fault."""


class Proxy:
    """Passes everything on to `server` (`host:port`, or the path of a Unix socket) and back.

    It listens on the Unix socket `listen`, else at a free port of the loopback address. Faults come in four ways:
    by `weather` to every new connection, by `next` to the next one, by `strike` to whichever connection passes
    something next, by `now` to all that are open.
    """

    def __init__(
        self,
        server: str | Path,
        *,
        listen: Path | None = None,
        weather: Weather = fair,
        rng: random.Random | None = None,
    ) -> None:
        self._target: Final = server
        self._listen: Final = listen
        self.weather = weather
        self.rng: Final = rng or random.Random(0)
        self.injected: Final[Counter[Kind]] = Counter()
        """Faults that took effect, each counted once a connection."""
        self.passed = dict.fromkeys(Way, 0)
        """Bytes that went each way on the latest connection."""
        self._next: Fault | None = None
        self._struck: dict[Way, Fault] = {}
        self._gate: Final = asyncio.Event()
        self._gate.set()
        self._held: Final = asyncio.Event()
        self._socket: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._connections: Final[dict[Connection, asyncio.Task[None]]] = {}

    @property
    def address(self) -> str:
        """Where clients connect, `host:port`; of a Unix socket its path."""
        assert self._socket is not None
        name = self._socket.getsockname()
        return name if isinstance(name, str) else f"{name[0]}:{name[1]}"

    @property
    def open(self) -> int:
        """Connections that are open."""
        return len(self._connections)

    # --- faults

    def next(self, fault: Fault) -> None:
        """The next connection has this fault."""
        self._next = fault

    def strike(self, fault: Fault) -> None:
        """Whichever connection passes something next has this fault, `after` so many bytes of it or at its end."""
        assert fault.way is not None
        self._struck[fault.way] = fault

    def now(self, fault: Fault) -> None:
        """Every open connection has this fault from this moment on; a cut needs no further bytes."""
        for connection in self._connections:
            if isinstance(fault, Cut | Reset) and fault.after == 0:
                connection.end(fault)
            else:
                connection.add(fault)

    def forget(self) -> None:
        """No fault waits any more for a connection or for what passes."""
        self._next = None
        self._struck.clear()

    def hold(self) -> None:
        """Keeps what comes from the server back, until `release`."""
        self._gate.clear()
        self._held.clear()

    async def held(self) -> None:
        """Waits until something is kept back."""
        await self._held.wait()

    def release(self) -> None:
        """Passes on what was kept back."""
        self._gate.set()

    # --- what the lines ask

    async def passes(self, way: Way) -> Fault | None:
        """Something is about to pass that way: the fault that was waiting for it, once nothing is kept back."""
        struck = self._struck.pop(way, None)
        if way is Way.TO_CLIENT and not self._gate.is_set():
            self._held.set()
            await self._gate.wait()
        return struck

    # --- life

    async def __aenter__(self) -> Self:
        if self._listen is not None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.bind(str(self._listen))
        else:
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._socket.bind(("127.0.0.1", 0))
        self._socket.listen(128)
        self._socket.setblocking(False)
        self._accepting = asyncio.create_task(self._accept(self._socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._accepting is not None
        assert self._socket is not None
        tasks = [self._accepting, *self._connections.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._socket.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            client, _ = await loop.sock_accept(listening)
            self.passed = dict.fromkeys(Way, 0)
            connection = Connection(self, client, self.passed)
            fault, self._next = self._next or self.weather(), None
            if fault is not None:
                connection.add(fault)
            task = asyncio.create_task(connection.run(self._target))
            self._connections[connection] = task
            task.add_done_callback(partial(self._over, connection))

    def _over(self, connection: Connection, _: asyncio.Task[None]) -> None:
        connection.close()
        del self._connections[connection]
