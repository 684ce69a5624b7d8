"""What lies sealed in the store: nobody reads it without the key, and nobody changes it unnoticed."""

from collections.abc import AsyncIterator

import pytest

from euchre_referee.store import Committed, Committer, Conflict, GameLog, Store, StoreUnfit, connect
from euchre_referee.store.fate import read_fates
from euchre_referee.store.keys import log_key
from euchre_referee.store.sealed_store import SEALS_KEY, check_seals
from euchre_referee.store.sealing import Sealing, UnknownSeal
from tests.store.table import Table

ONE = {"k1": b"1" * 32}
BOTH = {**ONE, "k2": b"2" * 32}
SECRET = b"\x01 the seed of all cards"


@pytest.fixture
async def sealed(store: Store) -> AsyncIterator[Store]:
    """The same store, reached with a key."""
    reached = Store(store.address, store.buckets, Sealing(ONE))
    yield reached
    await reached.aclose()


async def played(store: Store, *entries: bytes) -> Table:
    """A game of these entries, the last two of which are the current deal."""
    table, committer = Table(), Committer(store)
    committer.start()
    for number, entry in enumerate(entries, 1):
        await table.play(committer, entry, deal_version=max(0, len(entries) - 1) if number >= len(entries) - 1 else 0)
    await committer.aclose()
    return table


async def raw(store: Store, game: str) -> list[bytes]:
    """What the server has."""
    return list(await store.command("LRANGE", log_key(game), 0, -1))


async def test_the_server_sees_nothing_and_the_referee_everything(sealed: Store) -> None:
    entries = (SECRET, b"\x02join", b"\x03deal", b"\x04act")
    table = await played(sealed, *entries)
    stored = await raw(sealed, table.game)
    assert all(entry.startswith(b"\xff\x01\x02k1") for entry in stored)
    assert not any(part in b"".join(stored) for part in entries)
    log = GameLog(sealed)
    assert await log.whole(table.game) == entries
    assert await log.tail(table.game, 3) == entries[3:]
    source = await log.fold_source(table.game)
    assert source is not None
    assert (source.opening, source.deal) == (entries[:2], entries[2:])
    assert (await log.head(table.game)).digest == table.digest


async def test_without_the_key_the_game_is_refused_by_its_name(sealed: Store, log: GameLog) -> None:
    table = await played(sealed, SECRET, b"\x02join")
    for reading in (log.whole(table.game), log.fold_source(table.game)):
        with pytest.raises(UnknownSeal, match="'k1'"):
            await reading


async def test_keys_are_rotated_and_open_games_stay(store: Store, sealed: Store) -> None:
    before = await played(store, SECRET)
    old = await played(sealed, SECRET)
    rotated = Store(store.address, store.buckets, Sealing(BOTH))
    new = await played(rotated, SECRET)
    assert (await raw(store, before.game), (await raw(store, new.game))[0][:5]) == ([SECRET], b"\xff\x01\x02k2")
    for table in (before, old, new):
        assert await GameLog(rotated).whole(table.game) == (SECRET,)
    await rotated.aclose()


async def test_an_entry_opens_at_its_own_place_only(sealed: Store) -> None:
    one, other = await played(sealed, SECRET, b"\x02a", b"\x02b"), await played(sealed, SECRET, b"\x02a", b"\x02b")
    stored, log = await raw(sealed, one.game), GameLog(sealed)
    flipped = bytes((*stored[1][:-1], stored[1][-1] ^ 1))
    renamed = stored[1].replace(b"\x02k1", b"\x02k2", 1)
    for entry in (
        stored[2],
        stored[0],
        (await raw(sealed, other.game))[1],
        flipped,
        stored[1][:20],
        b"\xff",
        b"\xff\x02",
    ):
        await sealed.command("LSET", log_key(one.game), 1, entry)
        assert await log.whole(one.game) == (SECRET, entry, b"\x02b")
    await sealed.command("LSET", log_key(one.game), 1, renamed)
    with pytest.raises(UnknownSeal, match="'k2'"):
        await log.whole(one.game)
    await sealed.command("LSET", log_key(one.game), 1, stored[1])
    assert await log.whole(one.game) == (SECRET, b"\x02a", b"\x02b")


async def test_the_fate_of_an_append_is_read_from_what_was_sent(sealed: Store) -> None:
    table = await played(sealed, SECRET)
    committer = Committer(sealed)
    committer.start()
    append = sealed.sealing.closed(table.next(b"\x04act"))
    assert await read_fates(sealed, [append]) == [None]
    assert isinstance(await committer.append(table.next(b"\x04act")), Committed)
    # The same decision of another referee is another append, although it says the same.
    (fate,) = await read_fates(sealed, [append])
    assert isinstance(fate, Conflict)
    await committer.aclose()


async def test_a_referee_without_the_keys_does_not_begin(store: Store, sealed: Store) -> None:
    await check_seals(store)
    await check_seals(sealed)
    with pytest.raises(StoreUnfit, match=r"do(es)? not have: k1; name their file with --seal"):
        await check_seals(store)
    other = connect(f"unix://{store.address.path}", sealing=Sealing({"k2": b"2" * 32}, retired=["k1"]))
    await check_seals(other)
    assert await store.command("SMEMBERS", SEALS_KEY) == {b"k2"}
    await other.aclose()
