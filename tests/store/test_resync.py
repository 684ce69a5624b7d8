"""Turns are found again without notices."""

import asyncio

from euchre_referee.store import Committer, Resync, Store, TurnGiven
from euchre_referee.store.keys import bucket_keys
from tests.store.table import Table


async def test_only_what_changed_is_given(committer: Committer, store: Store) -> None:
    resync = Resync(store)
    one, two = Table(), Table()
    await one.play(committer, b"create", turn="north")
    await two.play(committer, b"create", turn="east")
    assert set(await resync.changes()) == {TurnGiven("north", one.game), TurnGiven("east", two.game)}
    assert await resync.changes() == []
    await one.play(committer, b"pass", turn="south", previous_turn="north")
    assert await resync.changes() == [TurnGiven("south", one.game)]
    # The same session again is a new turn; one that ended is none.
    await one.play(committer, b"pass", turn="south", previous_turn="south")
    await two.play(committer, b"end", previous_turn="east")
    assert await resync.changes() == [TurnGiven("south", one.game)]


async def test_a_new_subscription_gives_all_open_turns(committer: Committer, store: Store) -> None:
    resync = Resync(store)
    tables = [Table() for _ in range(300)]
    await asyncio.gather(*(table.play(committer, b"create", turn="n") for table in tables))
    everything = {TurnGiven("n", table.game) for table in tables}
    assert set(await resync.changes()) == everything
    resync.forget()
    assert set(await resync.changes()) == everything


async def test_a_sequence_that_went_back_is_noticed(committer: Committer, store: Store) -> None:
    resync = Resync(store)
    lost, kept = Table.in_bucket(8), Table.in_bucket(8)
    await kept.play(committer, b"create", turn="n")
    await lost.play(committer, b"create", turn="n")
    await lost.play(committer, b"pass", turn="n")
    await resync.changes()
    # As after a failover that lost the second game.
    await store.client.delete(bucket_keys(8).clock)
    await kept.play(committer, b"pass", turn="e", previous_turn="n")
    assert TurnGiven("e", kept.game) in await resync.changes()


async def test_what_was_given_but_not_dealt_with_comes_again(committer: Committer, store: Store) -> None:
    resync = Resync(store)
    table = Table()
    await table.play(committer, b"create", turn="north")
    assert await resync.changes() == [TurnGiven("north", table.game)]
    resync.forget()
    assert await resync.changes() == [TurnGiven("north", table.game)]
    assert await resync.changes() == []
