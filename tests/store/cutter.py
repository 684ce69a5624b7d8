"""A wire between client and server that can be cut at a chosen point."""

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType


class Cutter:
    """Listens on a Unix socket and passes everything on to another, until told to cut.

    A cut closes the connection on which it happens, once; new connections pass.
    """

    def __init__(self, listen: Path, server: Path) -> None:
        self.listen = listen
        self._server_path = server
        self._server: asyncio.Server | None = None
        self._swallow_answer = False
        self._request_bytes: int | None = None
        self._held: asyncio.Event | None = None
        self._held_answer = asyncio.Event()
        self.cuts = 0

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"unix://{self.listen}"

    def cut_answer(self) -> None:
        """Let the next request reach the server, and cut before its answer comes back."""
        self._swallow_answer = True

    def cut_request(self, after: int) -> None:
        """Let only so many bytes of the next request reach the server, then cut."""
        self._request_bytes = after

    def hold_answers(self) -> None:
        """Keep answers back until `let_go`."""
        self._held = asyncio.Event()
        self._held_answer.clear()

    def let_go(self) -> None:
        """Pass what was held back."""
        if self._held is not None:
            self._held.set()
            self._held = None

    async def answered(self) -> None:
        """Wait until the server has answered while answers are held back."""
        await self._held_answer.wait()

    async def __aenter__(self) -> "Cutter":
        self._server = await asyncio.start_unix_server(self._serve, self.listen)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self.let_go()
        self._server.close()

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._server_path)
        requests = asyncio.create_task(self._requests(client, to_server))
        answers = asyncio.create_task(self._answers(server, to_client))
        await asyncio.wait((requests, answers), return_when=asyncio.FIRST_COMPLETED)
        for task in (requests, answers):
            task.cancel()
        for writer in (to_client, to_server):
            with suppress(OSError):
                writer.close()

    async def _requests(self, client: asyncio.StreamReader, to_server: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await client.read(1 << 16):
                if self._request_bytes is not None:
                    data, self._request_bytes = data[: self._request_bytes], None
                    to_server.write(data)
                    await to_server.drain()
                    self.cuts += 1
                    return
                to_server.write(data)

    async def _answers(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await server.read(1 << 16):
                if self._held is not None:
                    self._held_answer.set()
                    await self._held.wait()
                if self._swallow_answer:
                    self._swallow_answer = False
                    self.cuts += 1
                    return
                to_client.write(data)
