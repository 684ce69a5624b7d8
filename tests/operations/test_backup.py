"""Backups of a store that is played on, restored into a new one (docs/backup.md)."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from json import loads
from pathlib import Path
from typing import Any, Final

import pytest
from redis import Redis

from euchre.v1.referee_service_pb2 import STAGE_RUNNING
from euchre_client import AsyncClient, Reason, Refused
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.referee.verifying import verify
from euchre_referee.store.embedded import Embedded
from tests.chaos.replica import Replica
from tests.chaos.storm import client
from tests.operations.rewound import Log, RewoundTables, example, logs_of
from tests.operations.rolling import PATIENT, SESSIONS
from tests.store.clusters import NODES, cluster_of, cluster_url, restored_cluster
from tests.store.ports import free_ports
from tests.store.servers import Server
from tests.store.until import until

REWRITE: Final = "auto-aof-rewrite-percentage"
KEPT: Final = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
"""As docs/store.md wants a server."""
FROM_DUMP: Final = ("--appendonly", "no", "--save", "")
GAMES: Final = 8
DECISIONS: Final = 40
"""Of every session, between one event and the next."""


@contextmanager
def server(directory: Path, port: int, *options: str) -> Iterator[Server]:
    """On data that are there already, or none."""
    directory.mkdir(exist_ok=True)
    running = Server(directory, port, *options)
    try:
        yield running
    finally:
        running.close()


async def of_the_file(store: Server, copy: Path) -> None:
    """A copy of the append-only file."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(example("back_up.py")), f"redis://127.0.0.1:{store.port}", str(copy)
    )
    assert await process.wait() == 0


def _rewriting(store: Server) -> bool:
    told = store.client.info("persistence")
    return bool(told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"])


async def of_a_snapshot(store: Server, copy: Path) -> None:
    """A snapshot, made into the append-only file that a referee wants, as docs/backup.md says."""
    store.client.bgsave()
    await until(lambda: not store.client.info("persistence")["rdb_bgsave_in_progress"])
    directory = str(store.client.config_get("dir")["dir"])
    await asyncio.to_thread(shutil.copytree, directory, copy, ignore=shutil.ignore_patterns("appendonlydir", "log"))
    with server(copy, free_ports(1)[0], *FROM_DUMP) as loading:
        await loading.answering()
        loading.client.config_set("appendonly", "yes")
        await until(lambda: not _rewriting(loading))


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("back_up", "referee_lives"), [(of_the_file, False), (of_a_snapshot, True)], ids=["file", "snapshot"]
)
async def test_games_go_on_from_a_backup_that_was_made_while_they_were_played(
    tmp_path: Path, back_up: Callable[[Server, Path], Awaitable[None]], referee_lives: bool
) -> None:
    tokens = Tokens(make_keyring(tmp_path / "keys"))
    (port,) = free_ports(1)
    async with AsyncExitStack() as stack:
        first = stack.enter_context(server(tmp_path / "first", port, *KEPT))
        await first.answering()
        replica = Replica(f"redis://127.0.0.1:{port}", tmp_path / "keys", "--house-bots", "off")
        await stack.enter_async_context(replica)
        operator = await stack.enter_async_context(client([replica.address], tokens, Caller.operating("operator")))
        tables = RewoundTables(operator)
        async with _playing(tables, tokens, replica.address) as enough:
            await tables.everybody_goes_on(DECISIONS)
            await back_up(first, tmp_path / "copy")
            await tables.everybody_goes_on(DECISIONS)
            first.kill()
            tables.told_before = len(tables.accepted)
            if not referee_lives:
                await replica.kill()
            before, restored = await _looked_at(tmp_path / "first"), await _looked_at(tmp_path / "copy")
            # Those that were made later are gone.
            tables.open.intersection_update(restored)
            second = stack.enter_context(server(tmp_path / "copy", port, *KEPT))
            await second.answering()
            if not referee_lives:
                await replica.start()
            await tables.everybody_goes_on(DECISIONS)
            changed = await _changed_histories(operator, tables, restored)
            enough.set()
            await until(partial(_nothing_runs, operator), PATIENT)
        proofs = [fault for game in restored for fault in verify(loads(await operator.get_record(game)))]
        after = await logs_of(f"redis://127.0.0.1:{port}")
    assert not proofs
    faults = tables.faults(before, restored, after)
    assert not faults, faults[:10]
    assert restored.keys() <= before.keys()
    assert changed


@pytest.mark.timeout(900)
async def test_games_go_on_in_another_cluster_from_copies_of_different_moments(tmp_path: Path) -> None:
    tokens = Tokens(make_keyring(tmp_path / "keys"))
    (tmp_path / "first").mkdir()
    copies = [tmp_path / f"copy-{number}" for number in range(NODES)]
    async with AsyncExitStack() as stack:
        nodes = await stack.enter_async_context(cluster_of(tmp_path / "first"))
        first = Replica(cluster_url(nodes), tmp_path / "keys", "--house-bots", "off")
        await stack.enter_async_context(first)
        # Clients know both at once, and play at the one that is there.
        places = [first.address, f"127.0.0.1:{free_ports(1)[0]}"]
        operator = await stack.enter_async_context(client(places, tokens, Caller.operating("operator")))
        tables = RewoundTables(operator)
        async with _playing(tables, tokens, *places) as enough:
            await tables.everybody_goes_on(DECISIONS)
            for node, copy in zip(nodes, copies, strict=True):
                await of_the_file(node, copy)
                await tables.everybody_goes_on(1)
            await tables.everybody_goes_on(DECISIONS)
            await first.kill()
            before = await logs_of(cluster_url(nodes))
            tables.told_before = len(tables.accepted)
            for node in nodes:
                node.kill()
            restoring = await stack.enter_async_context(restored_cluster(copies))
            restored = await logs_of(cluster_url(restoring))
            tables.open.intersection_update(restored)
            second = Replica(cluster_url(restoring), tmp_path / "keys", "--house-bots", "off", address=places[1])
            await stack.enter_async_context(second)
            await tables.everybody_goes_on(DECISIONS)
            changed = await _changed_histories(operator, tables, restored)
            enough.set()
            await until(partial(_nothing_runs, operator), PATIENT)
        proofs = [fault for game in restored for fault in verify(loads(await operator.get_record(game)))]
        after = await logs_of(cluster_url(restoring))
        assert all(node.client.dbsize() > 0 for node in restoring)
    assert not proofs
    faults = tables.faults(before, restored, after)
    assert not faults, faults[:10]
    assert restored.keys() <= before.keys()
    assert changed


def test_an_embedded_store_is_backed_up_by_the_same_program(tmp_path: Path) -> None:
    with Embedded(tmp_path / "first") as first:
        written = Redis.from_url(first.url, decode_responses=True)
        for number in range(100):
            written.rpush("list", number)
        subprocess.run([sys.executable, example("back_up.py"), first.url, tmp_path / "copy"], check=True)
        written.rpush("list", "later")
        assert int(str(written.config_get(REWRITE)[REWRITE])) > 0
        written.close()
    with Embedded(tmp_path / "copy") as second, Redis.from_url(second.url, decode_responses=True) as read:
        assert read.lrange("list", 0, -1) == [str(number) for number in range(100)]


async def _looked_at(directory: Path) -> dict[str, Log]:
    """The logs that lie in a directory of data."""
    (port,) = free_ports(1)
    with server(directory, port, *KEPT) as looking:
        await looking.answering()
        return await logs_of(f"redis://127.0.0.1:{port}")


async def _changed_histories(operator: AsyncClient, tables: RewoundTables, restored: Mapping[str, Log]) -> list[str]:
    """The games of which more was told than was restored: whoever names that history is told that it is no more."""
    latest = {verdict.game: verdict.accepted for verdict in tables.accepted[: tables.told_before]}
    changed = [game for game, log in restored.items() if game in latest and latest[game].next_version > len(log)]
    for game in changed:
        news = operator.watch(game, latest[game].next_version, latest[game].next_head)
        with pytest.raises(Refused) as refused:
            await anext(aiter(news))
        assert refused.value.reason is Reason.HISTORY_CHANGED
    return changed


async def _nothing_runs(operator: AsyncClient) -> bool:
    return not (await operator.list_games(STAGE_RUNNING)).games


@asynccontextmanager
async def _playing(tables: RewoundTables, tokens: Tokens, *addresses: str) -> AsyncIterator[asyncio.Event]:
    """All sessions play; new games are made until what is given is set."""
    enough = asyncio.Event()
    async with AsyncExitStack() as stack:
        tasks: list[asyncio.Task[Any]] = []
        for session in SESSIONS:
            player = await stack.enter_async_context(client(addresses, tokens, Caller(session)))
            play = player.play(tables.choose, on_verdict=tables.tell(session), on_end=tables.ended)
            tasks.append(asyncio.create_task(play))
        tasks.append(asyncio.create_task(tables.keep_making(GAMES, enough)))
        try:
            yield enough
        finally:
            # Whoever gave up has kept the others from going on: that is what is wrong then.
            gave_up = [error for task in tasks if task.done() and (error := task.exception()) is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert not gave_up
