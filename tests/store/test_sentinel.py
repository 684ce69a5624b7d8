"""A store behind sentinels, and what a failover does to it."""

import asyncio
from pathlib import Path

from euchre_referee.store import Committer, GameLog, Topology, check, connect
from euchre_referee.store.keys import log_key
from tests.store.sentinels import watched
from tests.store.table import Table
from tests.store.until import until


async def test_appends_go_on_at_the_new_primary(tmp_path: Path) -> None:
    async with watched(tmp_path) as servers:
        store = connect(servers.url)
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
        await until(lambda: all(servers.replica.client.llen(log_key(t.game).decode()) == t.version for t in tables))
        await servers.fail_over()
        await play_on()
        await committer.aclose()
        for table in tables:
            assert await GameLog(store).whole(table.game) == tuple(table.entries)
        await store.aclose()
