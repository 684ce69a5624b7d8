"""Callers of the running referee over HTTP."""

import uuid
from collections.abc import AsyncIterator

import pytest

from tests.api.http.callers import Site
from tests.conftest import Server


@pytest.fixture
async def anybody(server: Server) -> AsyncIterator[Site]:
    """Has no token."""
    async with Site(server.http) as site:
        yield site


@pytest.fixture
async def operator(server: Server) -> AsyncIterator[Site]:
    """May do everything."""
    async with Site(server.http, server.operator_token) as site:
        yield site


@pytest.fixture
def session() -> str:
    """The name of a session that no other test has."""
    return f"bot-{uuid.uuid4().hex[:12]}"


@pytest.fixture
async def bot(server: Server, operator: Site, session: str) -> AsyncIterator[Site]:
    """The bearer of `session`."""
    issued = await operator.post("/v1/tokens", {"session": session})
    async with Site(server.http, issued.json()["token"]) as site:
        yield site
