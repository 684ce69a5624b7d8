"""Operators of tournaments at the running referee, and stores for what works without one."""

from collections.abc import AsyncIterator, Iterator

import pytest

from euchre_referee.store import Embedded
from tests.conftest import Server
from tests.tournament.hosting.organizing import Organizer


@pytest.fixture
async def organizer(server: Server) -> AsyncIterator[Organizer]:
    """May do everything."""
    async with Organizer(server.address, server.operator_token) as organizer:
        yield organizer


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A server that flushes before it answers, one for each module."""
    with Embedded(tmp_path_factory.mktemp("store")) as running:
        yield running
