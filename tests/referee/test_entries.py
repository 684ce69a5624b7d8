"""The bytes of log entries: they are read as they were written, for ever, and nothing else is read at all."""

import random
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import (
    Acted,
    Board,
    Clocks,
    Conduct,
    Created,
    Dealt,
    Ended,
    Entry,
    EntryKind,
    Joined,
    Lost,
    Mark,
    Reservation,
    Sanction,
    SeedMode,
    Struck,
    Termination,
    decode,
)

u8, u16, u32, u64 = (st.integers(0, (1 << bits) - 1) for bits in (8, 16, 32, 64))
texts = st.text(max_size=70)
nonces = st.binary(max_size=64)
signed = st.lists(st.integers(-(1 << 31), (1 << 31) - 1), max_size=6).map(tuple)


def digests(size: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size)


created = st.builds(
    Created,
    texts,
    digests(32),
    texts,
    digests(32),
    st.sampled_from(SeedMode),
    digests(32),
    texts,
    st.lists(nonces, max_size=6).map(tuple),
    u8,
    st.builds(Clocks, u32, u32, u32, u32),
    st.builds(Conduct, u16, st.sampled_from(Sanction), st.sampled_from(Sanction)),
    st.lists(st.builds(Reservation, texts, texts), max_size=6).map(tuple),
    u64,
    st.builds(Delay, u32, u16),
)
joined = st.builds(Joined, u8, texts, texts, nonces, digests(32))
dealt = st.builds(Dealt, u32, u32, u8, st.binary(max_size=33), signed, signed, signed, signed, signed, digests(16))
acted = st.builds(Acted, u8, u16, st.sampled_from(Mark), u32, u32)
struck = st.builds(Struck, u8, texts, texts, u16)
ended = st.builds(Ended, st.sampled_from(Termination), texts, u8, signed, signed, digests(32))
board = st.builds(Board, texts, texts, digests(32), digests(32), st.sampled_from(SeedMode), u64)
lost = st.builds(Lost, u8, st.sampled_from(Mark), u32, u32)
entries = st.one_of(created, joined, dealt, acted, struck, ended, board, lost)

GOLDEN: Final[dict[str, tuple[Entry, str]]] = {
    "acted": (Acted(2, 0x48C, Mark.TIMEOUT, 30_000, 12), "0402048c01000075300000000c"),
    "lost": (Lost(2, Mark.DISCONNECT, 30_000, 12), "080203000075300000000c"),
    "struck": (
        Struck(3, "play 9c", "MUST_FOLLOW_SUIT", 2),
        "05" "03" "0007706c6179203963" "00104d5553545f464f4c4c4f575f53554954" "0002",
    ),
    "joined": (
        Joined(1, "s", "Bé", b"\x01\x02", b"r" * 32),
        "0201" "000173" "000342c3a9" "00020102" + "72" * 32,
    ),
    "dealt": (
        Dealt(2, 1, 3, bytes((0, 1, 32)), (5, -3), (), (0,), (1,), (0, 2), b"h" * 16),
        "03" "00000002" "00000001" "03" "0003000120" "0200000005fffffffd" "00" "0100000000" "0100000001"
        "020000000000000002" + "68" * 16,
    ),
    "ended": (
        Ended(Termination.ABORTED, "operator", 255, (10, 4), (), b"s" * 32),
        "06" "03" "00086f70657261746f72" "ff" "020000000a00000004" "00" + "73" * 32,
    ),
    "board": (
        Board("7-a", "1", b"r" * 32, b"s" * 32, SeedMode.CHOSEN, 1 << 40),
        "07" "01" "0003372d61" "000131" + "72" * 32 + "73" * 32 + "01" "0000010000000000",
    ),
    "created": (
        Created(
            "0-g", b"r" * 32, "{}", b"s" * 32, SeedMode.PROVABLE, b"c" * 32, "b", (b"n", b""), 255,
            Clocks(30_000, 1, 2, 3), Conduct(3), (Reservation("s", "A"),), 1,
        ),
        "01" "01" "0001" "0003302d67" + "72" * 32 + "00027b7d" + "73" * 32 + "00" + "63" * 32 + "000162"
        "02" "00016e" "0000" "ff" "00007530" "00000001" "00000002" "00000003" "0003" "00" "00" "01" "000173" "000141"
        "0000000000000001",
    ),
}  # fmt: skip
"""Bytes that logs already hold: a change here makes every stored game unreadable."""


@given(entries)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    assert decode(entry.encode()) == entry


@pytest.mark.parametrize("name", GOLDEN)
def test_the_bytes_of_an_entry_never_change(name: str) -> None:
    entry, golden = GOLDEN[name]
    assert entry.encode().hex() == golden
    assert decode(bytes.fromhex(golden)) == entry


def test_every_kind_has_its_golden_bytes() -> None:
    assert {entry.encode()[0] for entry, _ in GOLDEN.values()} == set(EntryKind)


@given(entries, st.data())
def test_equal_bytes_are_equal_entries(entry: Entry, data: st.DataObject) -> None:
    """Nothing that is read has two forms: else a log could be changed without its entries changing."""
    raw = bytearray(entry.encode())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        read = decode(bytes(raw))
    except ValueError:
        return
    assert read.encode() == bytes(raw)
    assert read != entry


@given(st.binary(max_size=200))
def test_garbage_is_no_entry(garbage: bytes) -> None:
    expect_value_error_only(garbage)


def cut(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw))]


def lengthened(raw: bytes, rng: random.Random) -> bytes:
    return raw + rng.randbytes(1 + rng.randrange(3))


@pytest.mark.parametrize("harm", [cut, lengthened])
@given(entry=entries, rng=st.randoms(use_true_random=False))
def test_an_entry_that_is_too_short_or_too_long_is_none(
    harm: Callable[[bytes, random.Random], bytes], entry: Entry, rng: random.Random
) -> None:
    with pytest.raises(ValueError, match=r"entry|bytes|byte|kind|Kind"):
        decode(harm(entry.encode(), rng))


def expect_value_error_only(raw: bytes) -> None:
    try:
        entry = decode(raw)
    except ValueError:
        return
    assert entry.encode() == raw
