"""What all tests share."""

import os
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

from euchre_referee.cli.local import LocalStack

# Times vary on a shared machine, so no example has a deadline; in CI the same examples run every time.
settings.register_profile(
    "euchre",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("euchre")

_LONG: Final = ("tournament", "leak", "failover", "zoo", "chaos", "cli", "api", "client", "clients", "fuzz")
"""Directories whose files may take long, the longest first."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files that take long come first, so that in the end no worker is left alone with one."""

    def place(item: pytest.Item) -> int:
        top = item.path.relative_to(config.rootpath / "tests").parts[0]
        return _LONG.index(top) if top in _LONG else len(_LONG)

    items.sort(key=place)


class Server(NamedTuple):
    """A referee with a store of its own, that all tests of a worker share: nobody may stop or flood it."""

    address: str
    """`host:port` for gRPC."""
    metrics: str
    """`host:port` for metrics."""
    http: str
    """`host:port` for the API over HTTP."""
    operator_token: str
    keys: str
    """The file of the keys that tokens are signed with."""
    store: str
    """The URL of the store."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """A referee that runs."""
    async with LocalStack() as stack:
        yield Server(
            stack.address, stack.metrics[0], stack.http[0], stack.operator_token, str(stack.keys), stack.store.url
        )
