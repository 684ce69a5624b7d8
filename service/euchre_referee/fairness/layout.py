"""How values become bytes before they are hashed (docs/fairness.md, "Layout").

Integers are unsigned and big endian, everything of variable length is preceded by its length, and every
message opens with a domain: the name of its purpose. So two different inputs never give the same message.
"""


def domain(purpose: str) -> bytes:
    """One byte of length, then the ASCII text `euchre/1 <purpose>`."""
    name = f"euchre/1 {purpose}".encode("ascii")
    return bytes([len(name)]) + name


def u32(number: int) -> bytes:
    """Four bytes, big endian. Raises OverflowError outside 0 to 2**32 - 1."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, big endian. Raises OverflowError outside 0 to 2**64 - 1."""
    return number.to_bytes(8, "big")


def sized(content: bytes) -> bytes:
    """The length of `content` as u32, then `content`."""
    return u32(len(content)) + content


def exactly(name: str, content: bytes, length: int) -> bytes:
    """`content` itself; raises ValueError, naming it, unless it is `length` bytes long."""
    if len(content) != length:
        raise ValueError(f"{name} must be {length} bytes long, not {len(content)}")
    return content
