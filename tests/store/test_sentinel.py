"""A store behind sentinels, and what a failover does to it."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

from euchre_referee.store import Committer, GameLog, Topology, check, connect
from tests.store.servers import free_ports, running
from tests.store.table import Table
from tests.store.until import until


async def test_appends_go_on_at_the_new_primary(tmp_path: Path) -> None:
    ports = free_ports(3)
    durable = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
    configuration = tmp_path / "sentinel.conf"
    configuration.write_text(
        f"sentinel monitor games 127.0.0.1 {ports[0]} 1\nsentinel down-after-milliseconds games 1000\n"
        "sentinel failover-timeout games 5000\n"
    )
    with ExitStack() as stack:
        primary = stack.enter_context(running(tmp_path / "primary", ports[0], *durable))
        await primary.answering()
        replica = stack.enter_context(
            running(tmp_path / "replica", ports[1], *durable, "--replicaof", f"127.0.0.1 {ports[0]}")
        )
        await until(lambda: replica.client.info("replication").get("master_link_status") == "up")
        sentinel = stack.enter_context(running(tmp_path / "sentinel", ports[2], str(configuration), "--sentinel"))
        await sentinel.answering()
        await until(lambda: len(sentinel.ask("SENTINEL", "REPLICAS", "games")) == 1)

        store = connect(f"redis+sentinel://127.0.0.1:{ports[2]}/games")
        assert store.topology is Topology.SENTINEL
        await check(store)
        committer = Committer(store)
        committer.start()
        tables = [Table() for _ in range(8)]
        enough = asyncio.Event()

        async def play(table: Table) -> None:
            while not enough.is_set():
                await table.play(committer, b"%d" % table.version)

        playing = [asyncio.create_task(play(table)) for table in tables]
        await until(lambda: all(table.version > 5 for table in tables))
        sentinel.ask("SENTINEL", "FAILOVER", "games")
        await until(lambda: replica.client.info("replication")["role"] == "master")
        played = [table.version for table in tables]
        await until(lambda: all(t.version > before + 5 for t, before in zip(tables, played, strict=True)))
        enough.set()
        await asyncio.gather(*playing)
        await committer.aclose()
        for table in tables:
            assert await GameLog(store).whole(table.game) == tuple(table.entries)
        await store.aclose()
