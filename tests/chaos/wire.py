"""A TCP wire between a client and a referee that is cut once so many bytes have passed one way."""

import asyncio
from contextlib import suppress
from enum import Enum
from types import TracebackType
from typing import Self


class Way(Enum):
    """Where bytes go."""

    TO_SERVER = "to the server"
    TO_CLIENT = "to the client"


class Wire:
    """Passes everything on to `server` (host:port) and back; `cut` makes the next connection break."""

    def __init__(self, server: str) -> None:
        host, _, port = server.rpartition(":")
        self._target = host, int(port)
        self._server: asyncio.Server | None = None
        self._cut: tuple[Way, int] | None = None
        self._wires: set[asyncio.Task[None]] = set()
        self.cuts = 0
        self.passed = {Way.TO_SERVER: 0, Way.TO_CLIENT: 0}
        """Bytes that went each way on the latest connection."""

    @property
    def address(self) -> str:
        """Where clients connect."""
        assert self._server is not None
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"{host}:{port}"

    def cut(self, way: Way, after: int) -> None:
        """The next connection breaks when so many bytes have gone that way."""
        self._cut = way, after

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for wire in self._wires:
            wire.cancel()
        await asyncio.gather(*self._wires, return_exceptions=True)

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._wires.add(task)
        cut, self._cut = self._cut, None
        self.passed = dict.fromkeys(Way, 0)
        server, to_server = await asyncio.open_connection(*self._target)
        ways = [
            asyncio.create_task(self._pass(client, to_server, Way.TO_SERVER, cut)),
            asyncio.create_task(self._pass(server, to_client, Way.TO_CLIENT, cut)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for writer in (to_client, to_server):
                with suppress(OSError):
                    writer.close()
            self._wires.discard(task)

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: Way, cut: tuple[Way, int] | None
    ) -> None:
        left = cut[1] if cut is not None and cut[0] is way else None
        with suppress(OSError):
            while left is None or left > 0:
                data = await source.read(1 << 16)
                if not data:
                    return
                if left is not None:
                    data = data[:left]
                    left -= len(data)
                target.write(data)
                await target.drain()
                self.passed[way] += len(data)
            self.cuts += 1
