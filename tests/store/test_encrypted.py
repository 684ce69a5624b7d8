"""A store that is reached by TLS."""

import asyncio
import ssl
from pathlib import Path

import pytest

from euchre_referee.store import connect
from tests.certificates import Authority

WITHIN = 60.0
"""Seconds."""


@pytest.mark.parametrize("url", ["rediss://localhost:{port}/0", "rediss+sentinel://localhost:{port}/games"])
async def test_servers_and_sentinels_are_asked_encrypted(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)
    issued = authority.issue("store")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(issued.cert, issued.key)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca))
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.put_nowait(await reader.read(1))
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0, ssl=context) as server:
        store = connect(url.format(port=server.sockets[0].getsockname()[1]))
        asking = asyncio.create_task(store.command("PING"))
        # A command, behind the handshake.
        assert await asyncio.wait_for(heard.get(), WITHIN) == b"*"
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await store.aclose()
