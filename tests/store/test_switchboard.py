"""Two replicas on one store."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from euchre_referee.store import (
    Committer,
    Embedded,
    Presence,
    Resync,
    Store,
    Switchboard,
    TurnGiven,
    TurnNotice,
    connect,
)
from euchre_referee.store.notice import Superseded, pack_turns, unpack_notices
from tests.faults.kinds import HalfOpen
from tests.faults.proxy import Proxy
from tests.store.table import Table
from tests.store.until import until


class Heard:
    """Keeps what a replica hears."""

    def __init__(self) -> None:
        self.turns: list[TurnNotice] = []
        self.superseded: list[tuple[str, int]] = []
        self.resyncs = 0

    def on_turns(self, notices: list[TurnNotice]) -> None:
        self.turns += notices

    def on_superseded(self, session: str, epoch: int) -> None:
        self.superseded.append((session, epoch))

    def on_resync(self) -> None:
        self.resyncs += 1


class Replica:
    """A switchboard with what it heard."""

    def __init__(self, store: Store, name: str, expire_ms: int) -> None:
        self.heard = Heard()
        self.board = Switchboard(store, name, self.heard, expire_ms=expire_ms)


@asynccontextmanager
async def replicas(url: str, expire_ms: int = 15_000) -> AsyncIterator[tuple[Replica, Replica]]:
    """Two replicas that listen, each with connections of its own."""
    stores = [connect(url), connect(url)]
    one, two = (Replica(store, name, expire_ms) for store, name in zip(stores, ("one", "two"), strict=True))
    for replica in (one, two):
        replica.board.start()
    await until(lambda: one.heard.resyncs and two.heard.resyncs)
    yield one, two
    for replica in (one, two):
        await replica.board.aclose()
    for store in stores:
        await store.aclose()


async def test_a_turn_is_told_where_its_session_is_served(server: Embedded, store: Store) -> None:
    async with replicas(server.url) as (one, two):
        await one.board.claim("north")
        await two.board.claim("east")
        told = TurnNotice("east", "5-aaaaaaaaaaaaaaaa", 7)
        one.board.notify([TurnNotice("north", "1-aaaaaaaaaaaaaaaa", 3), told, TurnNotice("nobody", "x", 1)])
        await until(lambda: two.heard.turns)
        assert two.heard.turns == [told]
        assert one.heard.turns == []


async def test_a_batch_is_one_message_for_each_replica(server: Embedded, store: Store) -> None:
    async with replicas(server.url) as (one, two):
        for number in range(50):
            await two.board.claim(f"bot{number}")
        before = (await store.client.info("commandstats")).get("cmdstat_publish", {"calls": 0})["calls"]
        one.board.notify(TurnNotice(f"bot{number % 50}", "5-aaaaaaaaaaaaaaaa", number) for number in range(500))
        await until(lambda: len(two.heard.turns) == 500)
        assert (await store.client.info("commandstats"))["cmdstat_publish"]["calls"] == before + 1


async def test_a_newer_claim_supersedes_an_older(server: Embedded, store: Store) -> None:
    async with replicas(server.url) as (one, two):
        first = await one.board.claim("bot")
        second = await two.board.claim("bot")
        assert second.epoch > first.epoch
        await until(lambda: one.heard.superseded)
        assert one.heard.superseded == [("bot", second.epoch)]
        assert not one.board.holds(first)
        assert two.board.holds(second)
        third = await two.board.claim("bot")
        assert two.heard.superseded == [("bot", third.epoch)]
        assert not two.board.holds(second)
        # What was superseded cannot give away what came after it.
        await one.board.release(first)
        await two.board.release(second)
        assert await Presence(store, "looker").locate(["bot"]) == ["two"]
        await two.board.release(third)
        assert await Presence(store, "looker").locate(["bot"]) == [None]


async def test_epochs_grow_even_after_a_claim_has_gone(store: Store) -> None:
    presence = Presence(store, "one")
    epochs = []
    for _ in range(20):
        claim = await presence.claim("bot")
        epochs.append(claim.epoch)
        await presence.leave(claim)
    assert epochs == sorted(set(epochs))


async def test_keeping_finds_what_was_superseded(store: Store) -> None:
    one, two = Presence(store, "one"), Presence(store, "two")
    mine = [await one.claim(f"bot{number}") for number in range(10)]
    await two.claim("bot3")
    assert await one.keep(mine) == [mine[3]]
    await store.client.flushall()
    # Nobody has claimed them since, so they are taken up again.
    assert await one.keep(mine) == []
    assert await two.locate(["bot0", "bot3"]) == ["one", "one"]


async def test_a_replica_that_dies_is_forgotten(store: Store) -> None:
    presence = Presence(store, "dead", expire_ms=20)
    await presence.claim("bot")

    async def forgotten() -> bool:
        return await presence.locate(["bot"]) == [None]

    await until(forgotten)


async def test_claims_are_kept_while_the_replica_lives(server: Embedded, store: Store) -> None:
    async with replicas(server.url, expire_ms=150) as (one, _):
        claim = await one.board.claim("bot")
        looker = Presence(store, "looker")
        for _ in range(30):
            assert await looker.locate(["bot"]) == ["one"]
            await asyncio.sleep(0.02)
        assert one.board.holds(claim)


async def test_a_lost_supersession_is_noticed_at_the_next_keeping(server: Embedded, store: Store) -> None:
    async with replicas(server.url, expire_ms=600) as (one, _):
        await one.board.claim("bot")
        # Written past the switchboard, so that no message is sent.
        later = Presence(store, "two")
        await store.client.delete(*await store.client.keys("*at:bot"))
        claim = await later.claim("bot")
        await until(lambda: one.heard.superseded)
        assert await later.locate(["bot"]) == ["two"]
        assert one.heard.superseded[0][1] <= claim.epoch


async def test_lost_notices_are_made_good_by_resync(committer: Committer, store: Store) -> None:
    resync = Resync(store)
    table = Table()
    await table.play(committer, b"create", turn="north")
    assert await resync.changes() == [TurnGiven("north", table.game)]


async def test_every_new_subscription_asks_for_a_resync() -> None:
    with Embedded() as server:
        async with replicas(server.url) as (one, two):
            await two.board.claim("bot")
            heard = two.heard.resyncs
            pid = server.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await until(lambda: two.heard.resyncs > heard and one.heard.resyncs > heard)
            await two.board.claim("bot")
            notice = TurnNotice("bot", "5-aaaaaaaaaaaaaaaa", 7)

            def told() -> bool:
                one.board.notify([notice])
                return notice in two.heard.turns

            await until(told)


async def test_a_line_that_has_gone_silent_is_made_anew(server: Embedded, tmp_path: Path) -> None:
    async with (
        Proxy(server.socket, listen=tmp_path / "proxy") as proxy,
        replicas(f"unix://{proxy.address}") as (one, two),
    ):
        heard = one.heard.resyncs, two.heard.resyncs
        proxy.now(HalfOpen())
        await until(lambda: one.heard.resyncs > heard[0] and two.heard.resyncs > heard[1], within=60)
        await two.board.claim("bot")
        one.board.notify([TurnNotice("bot", "5-aaaaaaaaaaaaaaaa", 7)])
        await until(lambda: two.heard.turns)


async def test_a_session_that_has_just_left_is_known_to_have_been_here(server: Embedded) -> None:
    async with replicas(server.url) as (one, two):
        assert not one.board.moving("bot")
        claiming = asyncio.create_task(one.board.claim("bot"))
        await until(lambda: one.board.moving("bot"))
        await claiming
        await two.board.claim("bot")
        await until(lambda: one.heard.superseded)
        assert one.board.moving("bot")
        claim = await two.board.claim("bot")
        await two.board.release(claim)
        assert two.board.moving("bot")
        assert not two.board.moving("other")


async def test_a_claim_that_is_cancelled_while_the_store_makes_it_is_given_up(
    server: Embedded, store: Store, tmp_path: Path
) -> None:
    async with (
        Proxy(server.socket, listen=tmp_path / "proxy") as proxy,
        replicas(f"unix://{proxy.address}", expire_ms=600_000) as (one, _),
    ):
        presence = Presence(store, "looking on")

        async def served() -> bool:
            return await presence.locate(["bot"]) == ["one"]

        # The connection is there before its answers are kept back.
        await one.board.claim("another")
        proxy.hold()
        claiming = asyncio.create_task(one.board.claim("bot"))
        await until(served)
        claiming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await claiming
        proxy.release()

        async def left() -> bool:
            return not await served()

        await until(left)
        assert one.board.moving("bot")


class Faulty(Heard):
    """Raises the first time that it hears of anything."""

    def on_turns(self, notices: list[TurnNotice]) -> None:
        super().on_turns(notices)
        if len(self.turns) == 1:
            raise LookupError("the first turn")

    def on_superseded(self, session: str, epoch: int) -> None:
        super().on_superseded(session, epoch)
        if len(self.superseded) == 1:
            raise LookupError("the first supersession")


async def test_a_fault_of_the_listener_is_told_and_ends_nothing(
    server: Embedded, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Faulty()
    board = Switchboard(store, "faulty", heard, expire_ms=300)
    board.start()
    async with replicas(server.url) as (one, _):
        await until(lambda: heard.resyncs)
        await board.claim("bot")
        one.board.notify([TurnNotice("bot", "5-aaaaaaaaaaaaaaaa", 1)])
        await until(lambda: heard.turns)
        # It subscribes anew, and so asks for a resync.
        await until(lambda: heard.resyncs == 2)
        one.board.notify([TurnNotice("bot", "5-aaaaaaaaaaaaaaaa", 2)])
        await until(lambda: len(heard.turns) == 2)
        for superseded in (1, 2):
            await board.claim(f"bot{superseded}")
            await one.board.claim(f"bot{superseded}")
            await until(lambda: len(heard.superseded) == superseded)  # noqa: B023  # the loop waits for it
    await board.aclose()
    assert "LookupError: the first turn" in caplog.text
    assert "LookupError: the first supersession" in caplog.text


def test_notices_are_packed_and_read() -> None:
    notices = [TurnNotice("nörth", "5-aaaaaaaaaaaaaaaa", 1 << 31), TurnNotice("", "", 0)]
    assert unpack_notices(pack_turns(notices)) == notices
    assert unpack_notices(b"S" + (99).to_bytes(8, "little") + b"bot") == [Superseded("bot", 99)]


@pytest.mark.parametrize("message", [b"", b"X", b"S\0", b"T\5", b"T\5\5\0\0\0\0abc", b"S" + bytes(8) + b"\xff"])
def test_other_messages_are_refused(message: bytes) -> None:
    with pytest.raises(ValueError, match="no notice"):
        unpack_notices(message)
