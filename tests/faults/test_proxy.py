"""The proxy does to a connection what it is told, no more, and counts it."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.faults.kinds import Cut, Delay, HalfOpen, Kind, Reset, SlowReader, Way
from tests.faults.proxy import Proxy, Weather, fair
from tests.store.until import until

WITHIN = 30.0
HEARD = b"hello"


class Ends(NamedTuple):
    """A client, what it talks to, and the server's side of the latest connection."""

    proxy: Proxy
    connect: Callable[[], socket.socket]
    heard: bytearray
    """What the server has received on any connection."""
    gone: asyncio.Event
    """A client's end has come to the server."""


@pytest.fixture(params=["tcp", "unix"])
def unix(request: pytest.FixtureRequest) -> bool:
    """Over which kind of socket."""
    return bool(request.param == "unix")


@asynccontextmanager
async def echoing(folder: Path, unix: bool, weather: Weather = fair) -> AsyncIterator[Ends]:
    """A server behind a proxy that sends back whatever comes."""
    heard, gone = bytearray(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                heard.extend(data)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        gone.set()
        writer.close()

    if unix:
        server = await asyncio.start_unix_server(serve, folder / "server")
        target: str | Path = folder / "server"
    else:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        target = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with Proxy(target, listen=folder / "proxy" if unix else None, weather=weather, rng=random.Random(1)) as proxy:

        def connect() -> socket.socket:
            made = socket.socket(socket.AF_UNIX if unix else socket.AF_INET)
            host, _, port = proxy.address.rpartition(":")
            made.connect(proxy.address if unix else (host, int(port)))
            made.setblocking(False)
            return made

        yield Ends(proxy, connect, heard, gone)
    server.close()
    await server.wait_closed()


async def receive(client: socket.socket, number: int = 1 << 20) -> bytes:
    """So many bytes, or what comes until the end."""
    received = b""
    async with asyncio.timeout(WITHIN):
        while len(received) < number:
            data = await asyncio.get_running_loop().sock_recv(client, number - len(received))
            if not data:
                break
            received += data
    return received


async def send(client: socket.socket, data: bytes) -> None:
    await asyncio.get_running_loop().sock_sendall(client, data)


async def test_a_fair_proxy_passes_everything_and_every_end(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, gone):
        sent = random.Random(3).randbytes(1 << 20)
        with connect() as client:
            sending = asyncio.create_task(send(client, sent))
            assert await receive(client, len(sent)) == sent
            await sending
            assert proxy.passed == {Way.TO_SERVER: len(sent), Way.TO_CLIENT: len(sent)}
        await asyncio.wait_for(gone.wait(), WITHIN)
        assert heard == sent
        await until(lambda: proxy.open == 0)
        assert not proxy.injected


@pytest.mark.parametrize("after", [0, 1, 4, 5])
async def test_a_cut_lets_exactly_so_many_bytes_pass(tmp_path: Path, unix: bool, after: int) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, gone):
        proxy.next(Cut(way=Way.TO_SERVER, after=after))
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client) == b""
        await asyncio.wait_for(gone.wait(), WITHIN)
        assert heard == HEARD[:after]
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client, 5) == HEARD
        proxy.next(Cut(way=Way.TO_CLIENT, after=after))
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client) == HEARD[:after]
        assert proxy.injected == {Kind.CUT: 2}


async def test_a_strike_meets_whichever_connection_passes_something_next(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, _):
        with connect() as one, connect() as other:
            for client in (one, other):
                await send(client, HEARD)
                assert await receive(client, 5) == HEARD
            proxy.strike(Cut(way=Way.TO_CLIENT, after=2))
            await send(other, HEARD)
            assert await receive(other) == HEARD[:2]
            # More than there is: at its end.
            proxy.strike(Cut(way=Way.TO_SERVER, after=1 << 20))
            before = len(heard)
            await send(one, HEARD)
            assert await receive(one) in (b"", HEARD)
            await until(lambda: len(heard) == before + 5)
        assert proxy.injected == {Kind.CUT: 2}


async def test_a_cut_at_a_moment_ends_connections_that_are_silent(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, _, gone):
        with connect() as one, connect() as other:
            await until(lambda: proxy.open == 2)
            proxy.now(Cut())
            assert [await receive(client) for client in (one, other)] == [b"", b""]
            await asyncio.wait_for(gone.wait(), WITHIN)
        assert proxy.injected == {Kind.CUT: 2}


async def test_a_reset_tears_the_connection_down(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, _, gone):
        proxy.next(Reset(way=Way.TO_SERVER, after=2))
        with connect() as client:
            await send(client, HEARD)
            if unix:
                assert await receive(client) == b""
            else:
                with pytest.raises(ConnectionResetError):
                    # What had come back before may be received first.
                    await receive(client)
        await asyncio.wait_for(gone.wait(), WITHIN)
        assert proxy.injected == {Kind.RESET: 1}


async def test_half_open_swallows_one_way_and_its_end(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, gone):
        proxy.next(HalfOpen(way=Way.TO_SERVER, after=3))
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client, 3) == HEARD[:3]
            await send(client, HEARD)
        # Another client's bytes come after those that were swallowed.
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client, 5) == HEARD
        assert heard == HEARD[:3] + HEARD
        await asyncio.wait_for(gone.wait(), WITHIN)
        await until(lambda: proxy.open == 1)
        assert proxy.injected == {Kind.HALF_OPEN: 1}


async def test_half_open_both_ways_accepts_and_says_nothing(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix, HalfOpen) as (proxy, connect, heard, gone):
        with connect() as client:
            await send(client, HEARD)
            await until(lambda: proxy.injected == {Kind.HALF_OPEN: 1})
            proxy.weather = fair
            with connect() as other:
                await send(other, HEARD)
                assert await receive(other, 5) == HEARD
            await asyncio.wait_for(gone.wait(), WITHIN)
            with pytest.raises(BlockingIOError):
                client.recv(1)
        assert heard == HEARD


async def test_delays_are_drawn_and_keep_the_order(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix, lambda: Delay(seconds=0.001, spread=0.002)) as (proxy, connect, _, _):
        with connect() as client:
            for number in range(20):
                await send(client, bytes([number]))
            assert await receive(client, 20) == bytes(range(20))
        assert proxy.injected == {Kind.DELAY: 1}


async def test_a_slow_reader_takes_a_few_bytes_a_second(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, _):
        proxy.next(SlowReader(way=Way.TO_SERVER, bytes_per_second=2))
        with connect() as client:
            await send(client, HEARD)
            assert await receive(client, 5) == HEARD
            sending = asyncio.create_task(send(client, bytes(1 << 25)))
            await until(lambda: len(heard) > 6)
            assert not sending.done()
            sending.cancel()
        assert proxy.injected == {Kind.SLOW_READER: 1}


async def test_what_comes_back_can_be_held(tmp_path: Path, unix: bool) -> None:
    async with echoing(tmp_path, unix) as (proxy, connect, heard, _):
        with connect() as client:
            proxy.hold()
            await send(client, HEARD)
            await asyncio.wait_for(proxy.held(), WITHIN)
            assert heard == HEARD
            with pytest.raises(BlockingIOError):
                client.recv(1)
            proxy.release()
            assert await receive(client, 5) == HEARD


async def test_a_server_that_is_not_there_ends_the_connection() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{probe.getsockname()[1]}"
        async with Proxy(nobody) as proxy:
            host, _, port = proxy.address.rpartition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            assert await asyncio.wait_for(reader.read(), WITHIN) == b""
            writer.close()
            await writer.wait_closed()
