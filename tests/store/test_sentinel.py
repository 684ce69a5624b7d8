"""A store behind sentinels, and what a failover does to it."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

from redis.exceptions import ResponseError

from euchre_referee.store import Committer, GameLog, Topology, check, connect
from euchre_referee.store.keys import log_key
from tests.store.servers import Server, free_ports, running
from tests.store.table import Table
from tests.store.until import until


def role(server: Server) -> object:
    """What the server is now."""
    return server.client.info("replication")["role"]


def accepted(server: Server, *command: str) -> bool:
    """Whether the server accepts a command that it may not be ready for."""
    try:
        server.ask(*command)
    except ResponseError:
        return False
    return True


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

        async def play_on() -> None:
            for _ in range(5):
                await asyncio.gather(*(table.play(committer, b"%d" % table.version) for table in tables))

        await play_on()
        # What the replica has not heard of, a failover loses; the test is not about that.
        await until(lambda: all(replica.client.llen(log_key(t.game).decode()) == t.version for t in tables))
        await until(lambda: accepted(sentinel, "SENTINEL", "FAILOVER", "games"))
        await until(lambda: role(replica) == "master" and role(primary) == "slave")
        await play_on()
        await committer.aclose()
        for table in tables:
            assert await GameLog(store).whole(table.game) == tuple(table.entries)
        await store.aclose()
