"""Operators of tournaments at the running referee."""

from collections.abc import AsyncIterator

import pytest

from tests.conftest import Server
from tests.tournament.hosting.organizing import Organizer


@pytest.fixture
async def organizer(server: Server) -> AsyncIterator[Organizer]:
    """May do everything."""
    async with Organizer(server.address, server.operator_token) as organizer:
        yield organizer
