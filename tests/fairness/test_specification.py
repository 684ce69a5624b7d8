"""The worked example of docs/fairness.md, worked again with nothing but the reference."""

from collections.abc import Iterator
from pathlib import Path

from tests.fairness.reference import deal, heads, inputs, mac, number, permutation, purpose, salt, sha, with_length
from tests.fairness.vectors import VECTOR_LISTS

PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text(encoding="utf-8")

SEED = bytes(range(32))
NONCES = [b"Ann", b"", b"", b"Di"]
BOARD = b""
SIZE = 24
ENTRIES = [
    bytes.fromhex("0500000470617373000d4e4f545f594f55525f5455524e0001"),
    bytes.fromhex("0402048c00000005dc00000003"),
]
WIDTH = 96


def worked_example() -> Iterator[str]:
    """The lines of the example: a name and a value each, bytes in hexadecimal."""
    context = purpose("shuffle") + inputs(NONCES, BOARD) + number(0, 4) + number(SIZE, 4)
    key = mac(SEED, context)
    stream = mac(key, number(0, 4))
    dealt = deal("euchre", {}, SEED, NONCES, BOARD, 0)
    yield from shown("seed", SEED)
    yield from shown("commitment", sha(SEED))
    yield from shown("inputs", inputs(NONCES, BOARD))
    yield from shown("context", context)
    yield from shown("key", key)
    yield from shown("stream", stream)
    yield "draws".ljust(12) + " ".join(draws(stream))
    yield "order".ljust(12) + " ".join(map(str, permutation(SEED, NONCES, BOARD, 0, SIZE)))
    yield "dealer".ljust(12) + str(dealt["dealer"])
    for seat, hand in enumerate(dealt["hands"]):
        yield f"seat {seat}".ljust(12) + hand
    yield "talon".ljust(12) + dealt["talon"]
    head = bytes(16)
    for version, (entry, after) in enumerate(zip(ENTRIES, heads(SEED, ENTRIES), strict=True), 1):
        yield from shown(f"entry {version}", entry)
        yield from shown(f"salt {version}", salt(SEED, version))
        inner = sha(purpose("entry") + salt(SEED, version) + with_length(entry))
        yield from shown(f"inner {version}", inner)
        assert sha(purpose("head") + head + inner)[:16] == after
        head = after
        yield from shown(f"head {version}", head)


def shown(name: str, value: bytes) -> Iterator[str]:
    """A name and bytes, broken into lines."""
    text = value.hex()
    for at in range(0, len(text), WIDTH):
        yield ("" if at else name).ljust(12) + text[at : at + WIDTH]


def draws(stream: bytes) -> Iterator[str]:
    """The first four numbers drawn: bound, byte, number."""
    unread = iter(stream)
    for bound in range(SIZE, SIZE - 4, -1):
        byte = next(byte for byte in unread if byte < 256 - 256 % bound)
        yield f"{byte:02x}->{byte % bound}"


def test_the_worked_example_is_right() -> None:
    assert "```\n" + "\n".join(worked_example()) + "\n```" in PAGE


def test_every_list_of_the_vectors_is_explained() -> None:
    for name in VECTOR_LISTS:
        assert f"| `{name}` |" in PAGE
