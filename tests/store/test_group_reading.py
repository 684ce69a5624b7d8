"""Reads that are asked for at the same time go in one call."""

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar

import pytest
from redis.exceptions import ResponseError

from euchre_referee.store import Committer, GameLog, Store
from euchre_referee.store.calls import StoreCall
from euchre_referee.store.errors import StoreUnavailable
from euchre_referee.store.group_reading import GroupReading
from euchre_referee.store.head import NO_HEAD, unpack_head
from euchre_referee.store.keys import head_key, log_key
from tests.store.table import Table

GAMES = 50


class Library:
    """Gives squares, in calls that end when they are let."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.open = asyncio.Event()
        self.error: Exception | None = None

    async def read(self, asked: Sequence[int]) -> list[int | Exception]:
        self.calls.append(list(asked))
        await self.open.wait()
        if self.error is not None:
            raise self.error
        return [number * number if number >= 0 else ValueError(number) for number in asked]


async def asking(reading: GroupReading[int, int], numbers: Sequence[int]) -> "list[asyncio.Task[int]]":
    """Questions that have been asked."""
    tasks = [asyncio.create_task(reading.ask(number)) for number in numbers]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def test_what_is_asked_at_once_and_what_waits_go_in_groups() -> None:
    library = Library()
    reading = GroupReading(library.read, most_in_group=4, lanes=2)
    first = await asking(reading, range(3))
    assert library.calls == [[0, 1, 2]]
    second = await asking(reading, range(3, 14))
    # Two lanes are under way; the others wait.
    assert library.calls == [[0, 1, 2], [3, 4, 5, 6]]
    library.open.set()
    assert await asyncio.gather(*first, *second) == [number * number for number in range(14)]
    assert library.calls[2:] == [[7, 8, 9, 10], [11, 12, 13]]
    assert await reading.ask(9) == 81


async def test_what_cannot_be_read_fails_alone() -> None:
    library = Library()
    library.open.set()
    reading = GroupReading(library.read)
    found = await asyncio.gather(*map(reading.ask, (2, -1, 3)), return_exceptions=True)
    assert found[::2] == [4, 9]
    assert isinstance(found[1], ValueError)


async def test_a_store_that_does_not_answer_keeps_nobody_waiting_for_a_turn() -> None:
    library = Library()
    library.error = StoreUnavailable("away")
    reading = GroupReading(library.read, most_in_group=2, lanes=1)
    tasks = await asking(reading, range(9))
    library.open.set()
    assert all(isinstance(each, StoreUnavailable) for each in await asyncio.gather(*tasks, return_exceptions=True))
    assert library.calls == [[0, 1]]
    library.error = None
    assert await reading.ask(5) == 25


async def test_whoever_has_gone_is_not_asked_for() -> None:
    library = Library()
    reading = GroupReading(library.read, most_in_group=1, lanes=1)
    first, gone, last = await asking(reading, (1, 2, 3))
    gone.cancel()
    library.open.set()
    assert (await first, await last) == (1, 9)
    assert library.calls == [[1], [3]]


async def test_who_asks_as_soon_as_there_is_an_answer_is_answered() -> None:
    library = Library()
    library.open.set()
    reading = GroupReading(library.read, lanes=1)

    async def asks_twice() -> int:
        return await reading.ask(2) + await reading.ask(3)

    assert await asyncio.wait_for(asks_twice(), 60) == 13


async def test_who_asks_again_as_soon_as_there_is_none_is_answered() -> None:
    library = Library()
    library.open.set()
    library.error = StoreUnavailable("away")
    reading = GroupReading(library.read, lanes=1)

    async def asks_twice() -> int:
        with pytest.raises(StoreUnavailable):
            await reading.ask(2)
        library.error = None
        return await reading.ask(3)

    assert await asyncio.wait_for(asks_twice(), 60) == 9


async def test_what_is_under_way_and_what_waits_can_be_given_up() -> None:
    library = Library()
    reading = GroupReading(library.read, most_in_group=1, lanes=1)
    tasks = await asking(reading, (1, 2))
    await reading.aclose()
    for task in tasks:
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 60)


async def test_a_call_that_was_given_up_before_it_began_keeps_none_back() -> None:
    library = Library()
    library.open.set()
    reading = GroupReading(library.read, lanes=1)
    gone = asyncio.create_task(reading.ask(1))
    closing = asyncio.create_task(reading.aclose())
    with pytest.raises(asyncio.CancelledError):
        await gone
    await closing
    assert not library.calls
    assert await asyncio.wait_for(reading.ask(5), 60) == 25


async def test_each_call_is_made_in_the_name_of_the_first_whom_it_answers() -> None:
    library, asker, named = Library(), ContextVar[int]("asker"), list[int]()

    async def read(asked: Sequence[int]) -> list[int | Exception]:
        named.append(asker.get())
        return await library.read(asked)

    async def asks(number: int) -> int:
        asker.set(number)
        return await reading.ask(number)

    reading = GroupReading(read, most_in_group=2, lanes=1)
    tasks = [asyncio.create_task(asks(number)) for number in range(5)]
    library.open.set()
    await asyncio.gather(*tasks)
    assert library.calls == [[0, 1], [2, 3], [4]]
    assert named == [0, 2, 4]


async def test_games_that_are_read_at_once_take_a_call(store: Store, committer: Committer, log: GameLog) -> None:
    tables = [Table() for _ in range(GAMES)]
    await asyncio.gather(*(table.play(committer, b"create", table.game.encode()) for table in tables))
    # The script is known then.
    await log.fold_source(tables[0].game)
    calls: list[StoreCall] = []
    store.observe = lambda call, seconds: calls.append(call)
    sources = await asyncio.gather(*(log.fold_source(table.game) for table in tables))
    heads = await asyncio.gather(*(log.head(table.game) for table in tables))
    assert calls == [StoreCall.SCRIPT, StoreCall.PIPELINE]
    for table, source, head in zip(tables, sources, heads, strict=True):
        assert source is not None
        assert source.opening == (b"create", table.game.encode())
        assert source.head == head
        assert head.digest == table.digest


async def test_a_key_that_holds_something_else_fails_its_game_alone(
    store: Store, committer: Committer, log: GameLog
) -> None:
    tables = [Table() for _ in range(4)]
    await asyncio.gather(*(table.play(committer, b"create") for table in tables[:3]))
    await store.client.delete(log_key(tables[0].game))
    await store.client.set(log_key(tables[0].game), b"no list")
    await store.client.delete(head_key(tables[1].game))
    await store.client.rpush(head_key(tables[1].game), b"no text")
    games = [table.game for table in tables]
    sources = await asyncio.gather(*map(log.fold_source, games), return_exceptions=True)
    assert [isinstance(source, ResponseError) for source in sources] == [True, True, False, False]
    assert sources[3] is None
    heads = await asyncio.gather(*map(log.head, games), return_exceptions=True)
    assert [isinstance(head, ResponseError) for head in heads] == [False, True, False, False]
    assert heads[3] == NO_HEAD


async def test_a_head_that_is_none_fails_nobody_who_waits_behind_it(
    store: Store, committer: Committer, log: GameLog
) -> None:
    damaged, sound = Table(), Table()
    await store.client.rpush(head_key(damaged.game), b"no text")
    await sound.play(committer, b"create")
    reading = GroupReading[str, bytes | None](log._read_heads, most_in_group=1, lanes=1)
    failed, found = await asyncio.gather(*map(reading.ask, (damaged.game, sound.game)), return_exceptions=True)
    assert isinstance(failed, ResponseError)
    assert isinstance(found, bytes)
    assert unpack_head(found).digest == sound.digest
