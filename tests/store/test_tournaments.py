"""Which tournaments there are, and who leads one."""

from time import time

from euchre_referee.store.connect import Store
from euchre_referee.store.game_id import game_id
from euchre_referee.store.keys import head_key, lease_key, log_key
from euchre_referee.store.tournaments import Entered, Tournaments
from tests.store.until import until

_LONG = 600_000


def _name(number: int) -> str:
    return game_id(number.to_bytes(32, "big"))


async def test_the_newest_come_first_and_page_by_page(store: Store) -> None:
    index = Tournaments(store)
    names = [_name(number) for number in range(30)]
    for number, name in enumerate(names):
        # Some were made in the same moment.
        await index.enter(name, 1000 + number // 3)
    found: list[Entered] = []
    while page := await index.newest(found[-1] if found else None, 7):
        found += page
    assert [each.made_ms for each in found] == sorted((each.made_ms for each in found), reverse=True)
    assert sorted(each.tournament for each in found) == sorted(names)
    await index.enter(names[0], 9000)
    assert await index.newest(None, 1) == [Entered(names[0], 9000)]


async def test_what_has_ended_is_open_no_longer_and_expires(store: Store) -> None:
    index = Tournaments(store)
    await index.enter(_name(1), 1)
    await index.enter(_name(2), 2)
    assert sorted(await index.open()) == sorted((_name(1), _name(2)))
    for key in (log_key(_name(1)), head_key(_name(1))):
        await store.command("SET", key, b"x")
    await index.close(_name(1), 60_000)
    assert await index.open() == [_name(2)]
    assert 0 < await store.command("PTTL", log_key(_name(1))) <= 60_000
    assert 0 < await store.command("PTTL", head_key(_name(1))) <= 60_000
    await index.forget(_name(2))
    assert await index.open() == []
    assert [each.tournament for each in await index.newest(None, 9)] == [_name(1)]


async def test_what_is_there_or_on_its_way_is_not_forgotten(store: Store) -> None:
    index, there, on_its_way = Tournaments(store), _name(4), _name(5)
    await index.enter(there, 1)
    await store.command("RPUSH", log_key(there), b"x")
    await index.enter(on_its_way, 1)
    await index.enter(on_its_way, int(time() * 1000))
    for name in (there, on_its_way):
        await index.forget(name)
    assert sorted(await index.open()) == sorted((there, on_its_way))
    assert sorted(each.tournament for each in await index.newest(None, 9)) == sorted((there, on_its_way))


async def test_one_leads_until_it_leaves_or_is_heard_of_no_more(store: Store) -> None:
    index, name = Tournaments(store), _name(3)
    assert await index.lead(name, "one", _LONG)
    assert not await index.lead(name, "other", _LONG)
    assert await index.lead(name, "one", _LONG)
    await index.leave(name, "other")
    assert not await index.lead(name, "other", _LONG)
    await index.leave(name, "one")
    assert await index.lead(name, "other", 50)

    async def expired() -> bool:
        return not await store.command("EXISTS", lease_key(name))

    await until(expired)
    assert await index.lead(name, "one")
