"""Bytes that are no HTTP/2, or such as no client may send, written by hand."""

import asyncio
import random
import struct
from contextlib import suppress
from enum import Enum
from typing import Final, NamedTuple

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _SETTINGS, _PING, _WINDOW_UPDATE, _CONTINUATION = 0, 1, 4, 6, 8, 9
_END_HEADERS: Final = 4


class Then(Enum):
    """What becomes of the connection."""

    CLOSED = "closed"
    GOES_ON = "goes on: the bytes harm at most their own call"
    WAITS = "waits for the rest of it"


class Thrown(NamedTuple):
    """Bytes, and what becomes of the connection."""

    content: bytes
    then: Then = Then.CLOSED


def frame(kind: int, payload: bytes = b"", *, flags: int = 0, stream: int = 0) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def headers(*pairs: tuple[str, str]) -> bytes:
    """A block of header fields: literals that are not indexed, without compression."""
    block = b""
    for name, value in pairs:
        block += b"\x10" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
    return block


BEGUN: Final = PREFACE + frame(_SETTINGS)
PING: Final = frame(_PING, b"are you?")
PONG: Final = frame(_PING, b"are you?", flags=1)
CALL: Final = headers(
    (":method", "POST"),
    (":scheme", "http"),
    (":path", "/euchre.v1.PlayerService/Play"),
    (":authority", "referee"),
    ("te", "trailers"),
    ("content-type", "application/grpc"),
)

GARBAGE: Final[dict[str, Thrown]] = {
    "random bytes": Thrown(random.Random(6).randbytes(4096)),
    "HTTP/1.1": Thrown(b"GET / HTTP/1.1\r\nHost: referee\r\n\r\n"),
    "a TLS greeting": Thrown(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64)),
    "a frame longer than allowed": Thrown(BEGUN + struct.pack(">I", 0xFFFFFF)[1:] + bytes([_DATA, 0, 0, 0, 0, 1])),
    "settings of a wrong length": Thrown(PREFACE + frame(_SETTINGS, b"12345")),
    "headers that cannot be unpacked": Thrown(
        BEGUN + frame(_HEADERS, b"\xff\xff\xff\xff\xff\xff\x7f" * 9, flags=_END_HEADERS, stream=1)
    ),
    "data of a stream that never began": Thrown(BEGUN + frame(_DATA, b"x" * 100, stream=77), Then.GOES_ON),
    "a continuation of nothing": Thrown(BEGUN + frame(_CONTINUATION, b"", stream=1)),
    "a window update of nothing": Thrown(BEGUN + frame(_WINDOW_UPDATE, bytes(4))),
    "too many pings": Thrown(BEGUN + frame(_PING, bytes(8)) * 500),
    "a call without a token": Thrown(BEGUN + frame(_HEADERS, CALL, flags=_END_HEADERS, stream=1), Then.GOES_ON),
    "a message whose length is a lie": Thrown(
        BEGUN + frame(_HEADERS, CALL, flags=_END_HEADERS, stream=1) + frame(_DATA, b"\x00\xff\xff\xff\xffx", stream=1),
        Then.GOES_ON,
    ),
    "half a preface": Thrown(PREFACE[:10], Then.WAITS),
}
"""By what it is."""


async def throw(address: str, content: bytes, *, until: bytes | None = None, within: float = 30.0) -> bytes:
    """Sends bytes to the referee; what it answered until that is in it, or else until it closed the connection.

    Raises TimeoutError if neither came in so many seconds.
    """
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    answer = b""
    try:
        async with asyncio.timeout(within):
            with suppress(OSError):
                writer.write(content)
                await writer.drain()
                while (until is None or until not in answer) and (data := await reader.read(1 << 16)):
                    answer += data
            return answer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
