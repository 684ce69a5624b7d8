"""A store that cannot be served from any more, and that can be again."""

import logging
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from euchre_referee.cli.doctoring.finding import Verdict
from euchre_referee.cli.doctoring.store import examine
from euchre_referee.store import STORE_FAULTS, Embedded, Fsync, Store, StoreUnfit, check, connect
from euchre_referee.store.fitness import Fitness, StoreState
from euchre_referee.store.keys import FORMAT_KEY
from euchre_referee.store.sealed_store import SEALS_KEY
from euchre_referee.store.sealing import Sealing
from tests.store.clusters import DURABLE, cluster_of, cluster_url
from tests.store.ports import free_ports
from tests.store.resp_server import answering, info_of
from tests.store.servers import running
from tests.store.until import until


async def looked(fitness: Fitness) -> StoreState:
    """What one more look finds."""
    await fitness.look()
    return fitness.state


async def test_a_store_without_memory_is_full_until_it_has_some(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    await check(store)
    fitness = Fitness(store, Fsync.ALWAYS)
    assert await looked(fitness) is StoreState.SERVES
    await store.client.config_set("maxmemory", "1")
    try:
        for _ in range(2):
            assert await looked(fitness) is StoreState.FULL
        # A referee may be started on it all the same, and serves once there is room.
        assert (await check(store)).warnings == ()
    finally:
        await store.client.config_set("maxmemory", "0")
    assert await looked(fitness) is StoreState.SERVES
    told, over = (record for record in caplog.records if record.name.endswith("fitness"))
    assert (told.levelno, over.levelno) == (logging.ERROR, logging.WARNING)
    assert str(store.address) in told.message
    assert "(maxmemory)" in told.message
    assert "can be served from again" in over.message


async def test_a_store_whose_settings_were_changed_is_unfit_until_they_are_right(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("euchre_referee.store.fitness.CHECKED_EVERY", 0.0)
    fitness = Fitness(store)
    await store.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        assert await looked(fitness) is StoreState.UNFIT
        assert "set maxmemory-policy to noeviction" in caplog.text
    finally:
        await store.client.config_set("maxmemory-policy", "noeviction")
    assert await looked(fitness) is StoreState.SERVES


async def test_a_store_that_comes_back_empty_is_served_from_and_that_is_told(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("euchre_referee.store.fitness.CHECKED_EVERY", 0.0)
    fitness = Fitness(store)
    await fitness.begin()
    assert await looked(fitness) is StoreState.SERVES
    assert caplog.text == ""
    await store.command("DEL", FORMAT_KEY)
    for _ in range(2):
        assert await looked(fitness) is StoreState.SERVES
    (told,) = caplog.records
    assert f"{store.address} is empty" in told.message


async def test_a_store_of_an_old_version_is_refused_and_taken_when_it_is_new() -> None:
    answers = {b"INFO": info_of("6.2.14"), b"PING": b"+PONG\r\n"}
    async with answering(answers) as url:
        old = connect(url)
        with pytest.raises(StoreUnfit, match=r"127\.0\.0\.1:\d+ is redis 6\.2\.14; Redis or Valkey 7\.0 or later"):
            await check(old)
        answers[b"INFO"] = info_of("7.2.0")
        answers[b"GET"] = b"$12\r\n1 buckets=64\r\n"
        assert (await check(old)).server == "redis 7.2.0"
        await old.aclose()


async def test_a_store_that_comes_back_as_an_old_one_is_unfit_until_it_is_new_again() -> None:
    answers = {
        b"INFO": info_of("7.2.0"), b"GET": b"$12\r\n1 buckets=64\r\n", b"SMEMBERS": b"*0\r\n", b"EVALSHA": b":1\r\n",
    }  # fmt: skip
    async with answering(answers) as url:
        store = connect(url)
        fitness = Fitness(store)
        await fitness.begin()
        assert await looked(fitness) is StoreState.SERVES
        # It was away: what comes back is looked at at once.
        answers[b"EVALSHA"] = b"-LOADING it loads its data\r\n"
        with pytest.raises(RedisError):
            await fitness.look()
        assert fitness.state is StoreState.SERVES
        answers[b"INFO"] = info_of("6.2.14")
        assert await looked(fitness) is StoreState.UNFIT
        answers |= {b"INFO": info_of("7.2.0"), b"EVALSHA": b":1\r\n"}
        assert await looked(fitness) is StoreState.SERVES
        await store.aclose()


async def test_a_store_exchanged_for_another_is_judged_as_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its seals too, and without waiting for the next time."""
    monkeypatch.setattr("euchre_referee.store.fitness.CHECKED_EVERY", float("inf"))
    (port,) = free_ports(1)
    with running(tmp_path / "own", port, *DURABLE) as own:
        await own.answering()
        store = connect(f"redis://127.0.0.1:{port}", sealing=Sealing({"k1": b"1" * 32}))
        fitness = Fitness(store, Fsync.ALWAYS)
        await fitness.begin()
        assert await looked(fitness) is StoreState.SERVES

        async def becomes(state: StoreState) -> None:
            await until(lambda: found(fitness, state), 60.0)

        own.kill()
        with running(tmp_path / "sealed", port, *DURABLE) as sealed:
            await sealed.answering()
            sealed.ask("SADD", SEALS_KEY, "theirs")
            await becomes(StoreState.UNFIT)
            assert (
                f"store at {store.address} are sealed with keys that this referee does not have: theirs;" in caplog.text
            )
            sealed.ask("SREM", SEALS_KEY, "theirs")
            await becomes(StoreState.SERVES)
            # Other referees that begin to seal, or with a key that is not everywhere yet, turn off nobody.
            sealed.ask("SADD", SEALS_KEY, "new")
            await store.client.connection_pool.disconnect()  # type: ignore[union-attr]  # a single server's
            for _ in range(3):
                assert await looked(fitness) is StoreState.SERVES
        with running(tmp_path / "evicting", port, *DURABLE, "--maxmemory-policy", "allkeys-lru") as evicting:
            await evicting.answering()
            await becomes(StoreState.UNFIT)
        with running(tmp_path / "empty", port, *DURABLE) as empty:
            await empty.answering()
            await becomes(StoreState.SERVES)
            assert empty.ask("SMEMBERS", SEALS_KEY) == {"k1"}
        with running(tmp_path / "full", port, *DURABLE, "--maxmemory", "1") as full:
            await full.answering()
            await becomes(StoreState.FULL)
        own.start()
        await own.answering()
        await becomes(StoreState.SERVES)
        await store.aclose()


async def found(fitness: Fitness, state: StoreState) -> bool:
    """Whether a look that is answered finds this."""
    try:
        return await looked(fitness) is state
    except STORE_FAULTS:
        return False


async def test_a_cluster_is_full_when_all_of_it_is(tmp_path: Path) -> None:
    async with cluster_of(tmp_path) as nodes:
        store = connect(cluster_url(nodes))
        fitness = Fitness(store, Fsync.ALWAYS)
        await fitness.begin()
        for node in nodes:
            assert await looked(fitness) is StoreState.SERVES
            node.ask("CONFIG", "SET", "maxmemory", 1)
        assert await looked(fitness) is StoreState.FULL
        found = [finding async for finding in examine(store, Fsync.ALWAYS)]
        assert sum(finding.verdict is Verdict.FAULT for finding in found) == len(nodes) + 1, found
        nodes[0].ask("CONFIG", "SET", "maxmemory", 0)
        assert await looked(fitness) is StoreState.SERVES
        await store.aclose()


async def test_a_replica_takes_nothing_and_is_told(tmp_path: Path) -> None:
    ports = free_ports(2)
    with (
        running(tmp_path / "a", ports[0]) as primary,
        running(tmp_path / "b", ports[1], "--replicaof", f"127.0.0.1 {ports[0]}") as replica,
    ):
        await primary.answering()
        await replica.answering()
        store = connect(f"redis://127.0.0.1:{ports[1]}")
        fitness = Fitness(store)
        assert await looked(fitness) is StoreState.FULL
        replica.ask("REPLICAOF", "NO", "ONE")
        assert await looked(fitness) is StoreState.SERVES
        await store.aclose()


async def test_who_is_not_let_in_is_told_what_to_name(server: Embedded, store: Store) -> None:
    await store.client.execute_command("ACL", "SETUSER", "known", "on", ">word", "~*", "&*", "+@all")
    guest = Store(type(store.address)(store.topology, path=str(server.socket), username="known", password="wrong"))
    with pytest.raises(StoreUnfit, match="--store-password-file"):
        await check(guest)
    await guest.aclose()
