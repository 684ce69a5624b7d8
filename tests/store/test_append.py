"""One append at a time: what is compared, what is written, what fails alone."""

import asyncio

import pytest

from euchre_referee.store import (
    NO_DIGEST,
    NO_HEAD,
    STORE_FAULTS,
    Append,
    BrokenHead,
    Committed,
    Committer,
    Conflict,
    Failed,
    GameLog,
    Head,
    NotDue,
    Stage,
    Store,
)
from euchre_referee.store.keys import bucket_keys, head_key, log_key
from tests.store.table import Table
from tests.store.until import until


async def test_a_game_is_created_once(committer: Committer, log: GameLog) -> None:
    table = Table()
    append = table.next(b"create")
    first, second = await asyncio.gather(committer.append(append), committer.append(append))
    assert isinstance(first, Committed)
    assert second == Conflict(1, append.new_digest)
    assert await log.whole(table.game) == (b"create",)


async def test_head_tells_turn_and_deadline(committer: Committer, log: GameLog) -> None:
    table = Table()
    await table.play(committer, b"create")
    done = await table.play(committer, b"deal", b"more", deal_version=2, turn="north", limit_ms=5000)
    assert await log.head(table.game) == Head(3, table.digest, 2, "north", done.served_ms, done.served_ms + 5000)


async def test_both_version_and_digest_are_compared(committer: Committer) -> None:
    table = Table()
    await table.play(committer, b"create")
    await table.play(committer, b"one")
    append = table.next(b"two")
    for stale in (append._replace(version=1), append._replace(digest=bytes([1] * 16)), append._replace(version=3)):
        assert await committer.append(stale) == Conflict(2, table.digest)
    assert isinstance(await committer.append(append), Committed)


async def test_nothing_is_found_of_a_game_that_does_not_exist(committer: Committer, log: GameLog) -> None:
    table = Table()
    assert await log.head(table.game) == NO_HEAD
    assert await log.fold_source(table.game) is None
    assert await log.whole(table.game) == ()
    append = Append(table.game, 4, bytes([7] * 16), (b"x",), NO_DIGEST, 0)
    assert await committer.append(append) == Conflict(0, NO_DIGEST)


@pytest.mark.parametrize("broken", ["log", "head", "due", "turns", "clock"])
async def test_a_key_of_another_type_fails_its_game_alone(
    committer: Committer, store: Store, log: GameLog, broken: str
) -> None:
    bad, good = Table.in_bucket(3), Table.in_bucket(4)
    for table in (bad, good):
        await table.play(committer, b"create")
    keys = {"log": log_key(bad.game), "head": head_key(bad.game), **bucket_keys(3)._asdict()}
    await store.client.delete(keys[broken])
    await store.client.hset(keys[broken], "field", "value")
    failed, made = await asyncio.gather(
        committer.append(bad.next(b"a", turn="s", limit_ms=9)), committer.append(good.next(b"b"))
    )
    assert isinstance(failed, Failed)
    assert "WRONGTYPE" in failed.reason
    assert isinstance(made, Committed)
    assert await log.whole(good.game) == (b"create", b"b")
    if broken != "log":
        assert await log.whole(bad.game) == (b"create",)


@pytest.mark.parametrize("broken", ["waiting", "running", "finished", "seats", "seated"])
async def test_indexes_are_checked_before_the_first_write(
    committer: Committer, store: Store, log: GameLog, broken: str
) -> None:
    table = Table.in_bucket(5)
    await store.client.set(bucket_keys(5)._asdict()[broken], "text")
    append = table.next(b"create", stage=Stage.WAITING, seats_added=(("north", 0),))
    outcome = await committer.append(append)
    assert isinstance(outcome, Failed)
    assert await log.whole(table.game) == ()
    assert await log.head(table.game) == NO_HEAD


async def test_log_and_head_that_disagree_are_a_failure(committer: Committer, store: Store) -> None:
    table = Table()
    await table.play(committer, b"create")
    await store.client.rpush(log_key(table.game), b"stray")
    outcome = await committer.append(table.next(b"one"))
    assert isinstance(outcome, Failed)
    assert "log holds 2 entries but its head says 1" in outcome.reason


async def test_a_timeout_is_accepted_only_when_due(committer: Committer, log: GameLog) -> None:
    table = Table()
    await table.play(committer, b"create", turn="north")
    assert await committer.append(table.next(b"timeout", due_only=True)) == NotDue()
    await table.play(committer, b"deal", turn="north", previous_turn="north", limit_ms=60_000)
    assert await committer.append(table.next(b"timeout", due_only=True)) == NotDue()
    await table.play(committer, b"pass", turn="east", previous_turn="north", limit_ms=1)
    timeout = table.next(b"timeout", due_only=True, previous_turn="east")

    async def accepted() -> bool:
        outcome = await committer.append(timeout)
        assert isinstance(outcome, NotDue | Committed)
        return isinstance(outcome, Committed)

    await until(accepted)
    assert (await log.head(table.game)).turn is None


@pytest.mark.parametrize("timeout_first", [False, True])
async def test_of_move_and_timeout_exactly_one_wins(committer: Committer, log: GameLog, timeout_first: bool) -> None:
    for _ in range(20):
        table = Table()
        await table.play(committer, b"create", turn="north", limit_ms=1)
        await asyncio.sleep(0.003)
        rivals = [table.next(b"move"), table.next(b"timeout", due_only=True)]
        if timeout_first:
            rivals.reverse()
        first, second = await asyncio.gather(*(committer.append(rival) for rival in rivals))
        assert isinstance(first, Committed)
        assert second == Conflict(2, rivals[0].new_digest)
        assert await log.whole(table.game) == (b"create", *rivals[0].entries)


async def test_a_kept_clock_keeps_start_and_deadline(committer: Committer, log: GameLog) -> None:
    table = Table()
    begun = await table.play(committer, b"create", turn="north", limit_ms=7000)
    await asyncio.sleep(0.005)
    await table.play(committer, b"strike", turn="north", previous_turn="north", keep_clock=True)
    head = await log.head(table.game)
    assert (head.turn_started, head.deadline) == (begun.served_ms, begun.served_ms + 7000)


async def test_indexes_follow_the_turn(committer: Committer, store: Store) -> None:
    table = Table.in_bucket(9)
    keys, game = bucket_keys(9), table.game.encode()
    await table.play(committer, b"create", turn="north", limit_ms=7000)
    assert await store.client.zrange(keys.turns, 0, -1) == [b"north\0" + game]
    assert await store.client.zrange(keys.due, 0, -1) == [game]
    await table.play(committer, b"pass", turn="east", previous_turn="north")
    assert await store.client.zrange(keys.turns, 0, -1) == [b"east\0" + game]
    assert await store.client.zrange(keys.due, 0, -1) == []
    await table.play(committer, b"end", previous_turn="east", stage=Stage.FINISHED)
    assert await store.client.zrange(keys.turns, 0, -1) == []


async def test_what_cannot_be_stored_is_refused_at_once(committer: Committer) -> None:
    table = Table()
    for append, said in (
        (table.next(), "1 to 1000 entries"),
        (table.next(b"x", turn="n" * 256), "at most 255 bytes"),
        (table.next(b"x", turn="a\0b"), "without NUL"),
        (table.next(b"x")._replace(digest=b"short"), "16 bytes"),
        (table.next(b"x", limit_ms=-1), "out of its range"),
        (table.next(b"x")._replace(game="5-../../etc"), "no game id"),
    ):
        with pytest.raises(ValueError, match=said):
            committer.append(append)
    assert committer.waiting == 0


async def test_a_fold_source_is_the_beginning_and_the_current_deal(committer: Committer, log: GameLog) -> None:
    table = Table()
    await table.play(committer, b"create")
    await table.play(committer, b"join")
    before = await log.fold_source(table.game)
    assert before is not None
    assert (before.opening, before.deal) == ((b"create", b"join"), ())
    await table.play(committer, b"join", b"deal", deal_version=4)
    await table.play(committer, b"pass", b"deal two", deal_version=6)
    await table.play(committer, b"order", deal_version=6)
    source = await log.fold_source(table.game, opening=3)
    assert source is not None
    assert source.head.version == 7
    assert source.opening == (b"create", b"join", b"join")
    assert source.deal == (b"deal two", b"order")
    assert await log.tail(table.game, 5) == (b"deal two", b"order")
    heads = await log.heads([table.game, Table().game])
    assert list(heads.values()) == [source.head, NO_HEAD]


@pytest.mark.parametrize("packed", [b"", b"short", bytes(40) + b"\xff"])
async def test_a_head_that_is_none_is_an_error_of_the_store(store: Store, log: GameLog, packed: bytes) -> None:
    table = Table()
    await store.client.set(head_key(table.game), packed)
    with pytest.raises(BrokenHead):
        await log.head(table.game)
    # Of many it is the only one that cannot be told.
    other = Table()
    assert await log.heads([table.game, other.game]) == {other.game: NO_HEAD}
    assert issubclass(BrokenHead, STORE_FAULTS)
