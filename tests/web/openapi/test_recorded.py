"""A server still answers as the examples in the document show."""

import pytest

from euchre_referee.api.openapi.document import document
from euchre_referee.api.openapi.examples import recorded_examples
from tests.api.openapi.examples import example_faults, shape
from tests.web.openapi.record import recorded

pytestmark = pytest.mark.timeout(600)


async def test_the_calls_of_the_examples_are_answered_in_the_same_way() -> None:
    now, before = await recorded(), recorded_examples()
    assert [shape(example) for example in now] == [shape(example) for example in before]
    openapi = document()
    for example in now:
        assert example_faults(openapi, example) == [], example.name
