"""Callers of the running referee."""

import uuid
from collections.abc import AsyncIterator

import pytest

from tests.api.callers import Caller
from tests.conftest import Server


@pytest.fixture
async def operator(server: Server) -> AsyncIterator[Caller]:
    """May do everything."""
    async with Caller(server.address, server.operator_token) as caller:
        yield caller


@pytest.fixture
async def anybody(server: Server) -> AsyncIterator[Caller]:
    """Has no token."""
    async with Caller(server.address) as caller:
        yield caller


@pytest.fixture
def session() -> str:
    """The name of a session that no other test has."""
    return f"bot-{uuid.uuid4().hex[:12]}"


@pytest.fixture
async def bot(server: Server, operator: Caller, session: str) -> AsyncIterator[Caller]:
    """The bearer of `session`."""
    async with Caller(server.address, await operator.token_for(session)) as caller:
        yield caller
