"""The logs of tournaments as replicas read, write and follow them, on a real store."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

import pytest

from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.verdicts import CallRefused
from euchre_referee.store import Embedded, connect
from euchre_referee.store.committer import Committer
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.keys import head_key, log_key
from euchre_referee.store.sealing import Sealing
from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.journal import Journal, News
from euchre_referee.tournament.log.entries import By, Ended, Entry, Opened, Stalled, decode
from euchre_referee.tournament.log.fold import Tournament
from tests.tournament.log.logs import DEED, Written, offer


class Replica:
    """A journal with a store of its own."""

    def __init__(self, url: str, sealing: Sealing | None = None) -> None:
        self.store = connect(url, sealing=sealing)
        self._committer = Committer(self.store)
        self._committer.start()
        self.journal = Journal(GameLog(self.store), self._committer, self.store.buckets)

    async def __aenter__(self) -> "Replica":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._committer.aclose()
        await self.store.aclose()


def _opened(key: str) -> Opened:
    entry = decode(Written(offer(), key).log[0])
    assert isinstance(entry, Opened)
    return entry


async def _enter(journal: Journal, tournament: str, name: str) -> Tournament:
    asked = deeds.NewEntrant(f"request {name}", name, "first", "", b"nonce")
    return await journal.write(tournament, lambda now: deeds.register(now, asked, 1))


async def _after(news: AsyncGenerator[News, None], version: int) -> list[int]:
    """The versions that are told until one is reached."""
    told: list[int] = []
    async for each in news:
        told += [noted.version for noted in each.noted]
        if each.version >= version:
            break
    return told


async def test_two_replicas_write_the_same_log(embedded: Embedded) -> None:
    opened = _opened("two replicas")
    async with Replica(embedded.url) as one, Replica(embedded.url) as two:
        first = await one.journal.create(opened)
        assert first is not None
        assert (await two.journal.create(opened)) is not None
        await asyncio.gather(
            *(_enter(each.journal, first.id, f"{name}-{n}") for n, each in enumerate((one, two)) for name in "abcdef")
        )
        seen = [await each.journal.found(first.id) for each in (one, two)]
        assert seen[0].head == seen[1].head
        assert list(seen[0].entrants) == list(seen[1].entrants)
        assert len(seen[0].entrants) == 12
        again = await _enter(two.journal, first.id, "a-0")
        assert again.version == 13


async def test_nothing_is_written_after_the_end_whoever_has_not_heard_of_it(embedded: Embedded) -> None:
    opened = _opened("after the end")
    late = Stalled(2)
    async with Replica(embedded.url) as one, Replica(embedded.url) as two:
        await one.journal.create(opened)
        going_on = await two.journal.found(opened.tournament)
        assert going_on.ended is None
        await one.journal.write(opened.tournament, lambda now: (Ended(False, By.OPERATOR, "o", "enough", 1),))
        then = await two.journal.write(opened.tournament, lambda now: (late,))
        assert (then.version, then.ended is not None) == (2, True)
        # And the log can be read from its beginning.
        async with Replica(embedded.url) as three:
            assert (await three.journal.found(opened.tournament)).head == then.head


async def test_what_another_replica_does_is_heard_of(embedded: Embedded) -> None:
    opened = _opened("heard of")
    async with Replica(embedded.url) as one, Replica(embedded.url) as two:
        await one.journal.create(opened)
        news = two.journal.follow(opened.tournament, 0, b"")
        assert await _after(news, 1) == [1]
        await _enter(one.journal, opened.tournament, "ann")
        telling = asyncio.ensure_future(anext(news))
        while not telling.done():
            await two.journal.look()
            await asyncio.sleep(0.01)
        assert [noted.version for noted in telling.result().noted] == [2]
        # Whoever begins in the middle is told the rest, whatever the replica has read by then.
        for journal in (one.journal, two.journal):
            middle = await journal.found(opened.tournament)
            rest = journal.follow(opened.tournament, 1, b"")
            assert await _after(rest, middle.version) == [2]
            await rest.aclose()
        await news.aclose()


async def test_a_log_that_lost_its_end_is_read_anew(embedded: Embedded) -> None:
    opened = _opened("lost its end")
    name = opened.tournament
    async with Replica(embedded.url) as one:
        await one.journal.create(opened)
        await _enter(one.journal, name, "ann")
        head = await one.store.command("GET", head_key(name))
        known = await _enter(one.journal, name, "bob")
        version, digest = known.version, known.head
        await one.store.command("LTRIM", log_key(name), 0, 1)
        await one.store.command("SET", head_key(name), head)
        assert list((await one.journal.found(name)).entrants) == ["ann"]
        for told in ((version, digest), (2, digest)):
            with pytest.raises(CallRefused, match="HISTORY_CHANGED"):
                await anext(one.journal.follow(name, *told))
        await _enter(one.journal, name, "cyd")
        assert list((await one.journal.found(name)).entrants) == ["ann", "cyd"]


async def test_a_log_that_cannot_be_read_is_broken(embedded: Embedded) -> None:
    opened = _opened("damaged")
    name = opened.tournament
    async with Replica(embedded.url) as one, Replica(embedded.url) as two:
        await one.journal.create(opened)
        await _enter(one.journal, name, "ann")
        await one.store.command("LSET", log_key(name), 1, b"\x99")
        with pytest.raises(BrokenLog):
            await two.journal.found(name)
        with pytest.raises(BrokenLog):
            await two.journal.found(name)


async def test_it_lies_sealed_where_games_do(embedded: Embedded) -> None:
    opened = _opened("sealed")
    name = opened.tournament
    sealing = Sealing({"k": bytes(32)})
    async with Replica(embedded.url, sealing) as one, Replica(embedded.url, sealing) as two:
        await one.journal.create(opened)
        await _enter(one.journal, name, "ann")
        raw: Sequence[bytes] = await one.store.command("LRANGE", log_key(name), 0, -1)
        assert all(each[:1] == b"\xff" for each in raw)
        assert list((await two.journal.found(name)).entrants) == ["ann"]


async def test_what_is_refused_writes_nothing(embedded: Embedded) -> None:
    opened = _opened("refused")

    def decide(now: Tournament) -> Sequence[Entry]:
        return deeds.pause(now, "nobody", DEED)

    async with Replica(embedded.url) as one:
        await one.journal.create(opened)
        with pytest.raises(CallRefused, match="ENTRANT_NOT_FOUND"):
            await one.journal.write(opened.tournament, decide)
        assert (await one.journal.found(opened.tournament)).version == 1
        for unknown in ("", "no id", "0-aaaaaaaaaaaaaaaa"):
            with pytest.raises(CallRefused, match="TOURNAMENT_NOT_FOUND"):
                await one.journal.found(unknown)
            with pytest.raises(CallRefused, match="TOURNAMENT_NOT_FOUND"):
                await one.journal.write(unknown, decide)
            with pytest.raises(CallRefused, match="TOURNAMENT_NOT_FOUND"):
                await anext(one.journal.follow(unknown, 0, b""))
