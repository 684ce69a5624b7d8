"""A server of a few answers in the store's protocol, for what no real server here says: that it is an old one."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

INFO = "redis_version:{}\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n"


def info_of(version: str) -> bytes:
    """The answer to INFO of a server of this version."""
    text = INFO.format(version).encode()
    return b"$%d\r\n%b\r\n" % (len(text), text)


@asynccontextmanager
async def answering(answers: Mapping[bytes, bytes]) -> AsyncIterator[str]:
    """Answers commands by their first word, all others with an error; gives the URL. The answers may be changed."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                words = []
                for _ in range(int(line[1:])):
                    size = int((await reader.readline())[1:])
                    words.append((await reader.readexactly(size + 2))[:-2])
                writer.write(answers.get(words[0].upper(), b"-ERR unknown command\r\n"))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
