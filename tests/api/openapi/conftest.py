"""The document, made once."""

import pytest

from euchre_referee.api.openapi.document import document
from euchre_referee.api.openapi.schemas import Schema


@pytest.fixture(scope="session")
def openapi() -> Schema:
    """The document."""
    return document()
