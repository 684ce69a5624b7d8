"""Stores that are reached encrypted, with certificates of both sides: real servers of Debian's, for the program of the
embedded store knows no encryption."""

import asyncio
import shutil
from pathlib import Path

import pytest

from euchre_referee.store import Committer, GameLog, Store, StoreUnavailable, Topology, check, connect
from tests.certificates import Authority, Files
from tests.cli.test_store_options import SENTINELS, SERVERS, answers, reached, secret
from tests.operations.programs import program
from tests.store.clusters import DURABLE, cluster_of, cluster_url
from tests.store.ports import free_ports
from tests.store.sentinels import watched
from tests.store.servers import Asking, running
from tests.store.table import Table
from tests.store.until import until

WITHIN = 60.0
"""Seconds."""


class Certified:
    """An authority, what it has given to servers, and the files of a referee."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir()
        authority = Authority(folder, name)
        self.ca = authority.ca
        self.servers = authority.issue("servers")
        self.referee = authority.issue("referee")

    def asking(self, password: str | None = None) -> Asking:
        """What servers ask."""
        return Asking(password, self.ca, self.servers, Path(program("redis-server")))

    def options(self) -> tuple[str | Path, ...]:
        """What a referee is told."""
        return ("--store-ca", self.ca, "--store-cert", self.referee.cert, "--store-key", self.referee.key)


@pytest.fixture
def certified(tmp_path: Path) -> Certified:
    """Everybody's."""
    return Certified(tmp_path / "certificates", "authority")


async def play(store: Store) -> list[Table]:
    """A game in every part of the store, two decisions each."""
    committer = Committer(store)
    committer.start()
    tables = [Table.in_bucket(bucket) for bucket in range(store.buckets)]
    for entry in (b"create", b"on"):
        await asyncio.gather(*(table.play(committer, entry) for table in tables))
    await committer.aclose()
    return tables


async def test_all_nodes_of_a_cluster_are_reached_with_certificates_of_both_sides(
    certified: Certified, tmp_path: Path
) -> None:
    (tmp_path / "cluster").mkdir()
    async with cluster_of(tmp_path / "cluster", certified.asking()) as nodes:
        url = cluster_url(nodes).replace("redis", "rediss", 1)
        store = reached("--store", url, *certified.options())
        assert store.topology is Topology.CLUSTER
        await check(store)
        tables = await play(store)
        assert all(node.client.dbsize() > 0 for node in nodes)
        for table in tables:
            assert await GameLog(store).whole(table.game) == tuple(table.entries)
        async with store.subscriber() as subscriber:
            await subscriber.subscribe("anything")

            async def heard() -> bool:
                await store.command("PUBLISH", "anything", "said")
                return await subscriber.get_message(ignore_subscribe_messages=True, timeout=0.1) is not None

            await until(heard, WITHIN)
        await store.aclose()
        # Nobody gets in who shows nothing, or does not know whom to trust.
        for stranger in (reached("--store", url, "--store-ca", certified.ca), connect(url)):
            with pytest.raises(StoreUnavailable):
                await check(stranger)
            await stranger.aclose()


async def test_sentinels_with_a_password_are_reached_encrypted(certified: Certified, tmp_path: Path) -> None:
    async with watched(tmp_path, certified.asking(SERVERS), certified.asking(SENTINELS)) as games:
        store = reached(
            *("--store", games.url.replace("redis", "rediss", 1), *certified.options()),
            *("--store-password-file", secret(tmp_path / "servers", SERVERS)),
            *("--store-sentinel-password-file", secret(tmp_path / "sentinels", SENTINELS)),
        )
        await check(store)
        await play(store)
        await store.aclose()


async def test_certificates_that_change_are_taken_with_the_next_connection(
    certified: Certified, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    (port,) = free_ports(1)
    new = Certified(tmp_path / "new", "new")
    with running(tmp_path / "store", port, *DURABLE, asking=certified.asking()) as server:
        await server.answering()
        store = reached("--store", f"rediss://127.0.0.1:{port}", *certified.options())
        await play(store)
        server.ask(
            *("CONFIG", "SET", "tls-ca-cert-file", str(new.ca)),
            *("tls-cert-file", str(new.servers.cert), "tls-key-file", str(new.servers.key)),
        )
        server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        assert not await answers(store)
        exchange(certified, new)
        await until(lambda: answers(store), WITHIN)
        await play(store)
        await store.aclose()
    assert "certificates for the store: read anew" in caplog.text


def exchange(old: Certified, new: Certified) -> None:
    """The files of a referee hold what the new authority has given."""
    for there, here in zip(files_of(old.referee, old.ca), files_of(new.referee, new.ca), strict=True):
        shutil.copy2(here, there)


def files_of(files: Files, authority: Path) -> tuple[Path, ...]:
    """In an order in which some do not belong together for a moment."""
    return authority, files.cert, files.key
