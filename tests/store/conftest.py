"""A real server for the tests of the store, one for each module."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from euchre_referee.store import Committer, Embedded, GameLog, Store, connect


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """An embedded server that flushes before it answers."""
    with Embedded(tmp_path_factory.mktemp("store")) as embedded:
        yield embedded


@pytest.fixture
async def store(server: Embedded) -> AsyncIterator[Store]:
    """An empty store."""
    reached = connect(server.url)
    await reached.client.flushall()
    yield reached
    await reached.aclose()


@pytest.fixture
async def committer(store: Store) -> AsyncIterator[Committer]:
    """A committer that runs."""
    running = Committer(store)
    running.start()
    yield running
    await running.aclose()


@pytest.fixture
def log(store: Store) -> GameLog:
    """Reads games."""
    return GameLog(store)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """For a server that the test starts itself."""
    return tmp_path / "data"
