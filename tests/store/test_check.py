"""What a store must be before it is used."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from euchre_referee.store import Embedded, Fsync, ReplicaWait, Store, StoreUnavailable, StoreUnfit, check, connect
from tests.store.ports import free_ports


async def test_an_embedded_store_is_fit(store: Store) -> None:
    report = await check(store)
    assert report.server.startswith("valkey ")
    assert report.durability == "always"
    assert report.warnings == ()
    assert report.begun
    assert await check(store) == replace(report, begun=False)


async def test_another_flushing_than_asked_is_refused(store: Store) -> None:
    with pytest.raises(StoreUnfit, match=r"flushed 'always', asked is 'everysec'"):
        await check(store, Fsync.EVERY_SECOND)
    await store.client.config_set("appendonly", "no")
    try:
        with pytest.raises(StoreUnfit, match=r"flushed 'off'.*Set appendonly yes"):
            await check(store)
        assert (await check(store, None)).durability == "off"
    finally:
        await store.client.config_set("appendonly", "yes")


async def test_a_store_that_evicts_is_refused(store: Store) -> None:
    await store.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        with pytest.raises(StoreUnfit, match=r"allkeys-lru.*set maxmemory-policy to noeviction"):
            await check(store)
    finally:
        await store.client.config_set("maxmemory-policy", "noeviction")


async def test_a_store_that_does_not_flush_while_it_rewrites_is_refused(store: Store) -> None:
    await store.client.config_set("no-appendfsync-on-rewrite", "yes")
    try:
        with pytest.raises(StoreUnfit, match=r"set no-appendfsync-on-rewrite to no"):
            await check(store)
        assert (await check(store, None)).durability == "always"
    finally:
        await store.client.config_set("no-appendfsync-on-rewrite", "no")


async def test_replicas_that_are_waited_for_and_not_there_are_told(server: Embedded, store: Store) -> None:
    waiting = connect(server.url, wait=ReplicaWait(2))
    (warning,) = (await check(waiting)).warnings
    assert "has 0 replicas and 2 are waited for" in warning
    await waiting.aclose()


async def test_another_layout_is_refused(server: Embedded, store: Store) -> None:
    await check(store)
    other = connect(server.url, buckets=16)
    with pytest.raises(StoreUnfit, match=r"begun as '1 buckets=64' and cannot be used as '1 buckets=16'"):
        await check(other)
    await other.aclose()


async def test_what_cannot_be_asked_is_a_warning(server: Embedded, store: Store) -> None:
    await store.client.execute_command("ACL", "SETUSER", "guest", "on", ">word", "~*", "&*", "+@all", "-config")
    guest = Store(type(store.address)(store.topology, path=str(server.socket), username="guest", password="word"))
    report = await check(guest)
    assert report.durability == "unknown"
    assert "does not tell when it flushes" in report.warnings[0]
    await guest.aclose()


async def test_nobody_there_is_said(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    for url in (
        f"unix://{tmp_path}/nobody.sock",
        f"redis://127.0.0.1:{port}",
        f"redis+sentinel://127.0.0.1:{port}/games",
        f"redis+cluster://127.0.0.1:{port}",
    ):
        store = connect(url)
        with pytest.raises(StoreUnavailable, match=f"the store at {re.escape(url)} does not answer: ") as told:
            await check(store)
        assert len(str(told.value)) < 300
        await store.aclose()
