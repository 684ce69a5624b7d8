"""A store in which nothing happens but what the test does: what else ends in it would be taken for a leak."""

from collections.abc import Iterator

import pytest

from euchre_referee.store import Embedded


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A server that flushes before it answers, one for each module."""
    with Embedded(tmp_path_factory.mktemp("store")) as running:
        yield running
