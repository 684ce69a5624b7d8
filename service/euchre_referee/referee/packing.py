"""How values become the canonical bytes of log entries, and back (docs/log.md).

Numbers are big endian, unsigned unless said otherwise; what varies in length is preceded by its length. Equal
entries have equal bytes, so the bytes can be hashed.
"""

import struct
from collections.abc import Iterable
from hashlib import sha256

_U16 = struct.Struct(">H")
_U32 = struct.Struct(">I")
_I32 = struct.Struct(">i")
_U64 = struct.Struct(">Q")


class Writer:
    """Collects the bytes of one entry; each method returns the writer, so that calls read as a layout."""

    def __init__(self, kind: int) -> None:
        self._parts = [bytes((kind,))]

    def u8(self, number: int) -> "Writer":
        """A number of one byte."""
        self._parts.append(bytes((number,)))
        return self

    def u16(self, number: int) -> "Writer":
        """A number of two bytes."""
        self._parts.append(_U16.pack(number))
        return self

    def u32(self, number: int) -> "Writer":
        """A number of four bytes."""
        self._parts.append(_U32.pack(number))
        return self

    def u64(self, number: int) -> "Writer":
        """A number of eight bytes."""
        self._parts.append(_U64.pack(number))
        return self

    def raw(self, content: bytes) -> "Writer":
        """Bytes of a length that the layout fixes."""
        self._parts.append(content)
        return self

    def sized(self, content: bytes) -> "Writer":
        """Up to 65,535 bytes."""
        self._parts += (_U16.pack(len(content)), content)
        return self

    def text(self, text: str) -> "Writer":
        """Up to 65,535 bytes of UTF-8."""
        return self.sized(text.encode())

    def numbers(self, numbers: Iterable[int]) -> "Writer":
        """Up to 255 signed numbers of four bytes."""
        listed = list(numbers)
        self._parts += (bytes((len(listed),)), *(_I32.pack(number) for number in listed))
        return self

    def done(self) -> bytes:
        """The entry's bytes."""
        return b"".join(self._parts)


class Reader:
    """Takes an entry's bytes apart in the order they were written; ValueError where they do not fit."""

    def __init__(self, content: bytes, at: int = 1) -> None:
        self._content = content
        self._at = at

    def raw(self, length: int) -> bytes:
        """The next bytes."""
        end = self._at + length
        if end > len(self._content):
            raise ValueError(f"the entry ends at byte {len(self._content)}, {end} are needed")
        part = self._content[self._at : end]
        self._at = end
        return part

    def u8(self) -> int:
        """A number of one byte."""
        return self.raw(1)[0]

    def u16(self) -> int:
        """A number of two bytes."""
        return int.from_bytes(self.raw(2), "big")

    def u32(self) -> int:
        """A number of four bytes."""
        return int.from_bytes(self.raw(4), "big")

    def u64(self) -> int:
        """A number of eight bytes."""
        return int.from_bytes(self.raw(8), "big")

    def sized(self) -> bytes:
        """Bytes of their own length."""
        return self.raw(self.u16())

    def text(self) -> str:
        """UTF-8 text; UnicodeDecodeError is a ValueError."""
        return self.sized().decode()

    def numbers(self) -> tuple[int, ...]:
        """Signed numbers of four bytes."""
        return tuple(int.from_bytes(self.raw(4), "big", signed=True) for _ in range(self.u8()))

    def end(self) -> None:
        """Raises ValueError if anything is left."""
        if self._at != len(self._content):
            raise ValueError(f"{len(self._content) - self._at} bytes too many in the entry")


def digest_of(*parts: str | bytes) -> bytes:
    """SHA-256 of texts and bytes, each with its length: different parts never give the same digest."""
    out = Writer(0)
    for part in parts:
        out.sized(part.encode() if isinstance(part, str) else part)
    return sha256(out.done()).digest()
