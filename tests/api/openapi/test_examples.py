"""The examples in the document fit the document, tell no secrets, and leave no method out."""

import json
from typing import Any

import pytest

from euchre_referee.api.openapi.examples import Example, recorded_examples
from euchre_referee.api.openapi.schemas import Schema
from tests.api.openapi.examples import BINDINGS, example_faults
from tests.api.openapi.validating import faults

EXAMPLES = recorded_examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_is_as_the_document_says(openapi: Schema, example: Example) -> None:
    assert example_faults(openapi, example) == []


def test_every_method_has_an_example() -> None:
    shown = {example.method for example in EXAMPLES if example.status == 200}
    assert set(BINDINGS) - shown == set()


def test_names_are_unique() -> None:
    names = [(example.method, example.name) for example in EXAMPLES]
    assert len(names) == len(set(names))


def test_no_token_is_told() -> None:
    assert "eyJ" not in json.dumps([example._asdict() for example in EXAMPLES])


def test_events_of_a_stream_are_messages_of_its_type(openapi: Schema) -> None:
    streams = [example for example in EXAMPLES if BINDINGS[example.method].streams]
    assert streams
    for example in streams:
        schema: Any = {"$ref": f"#/components/schemas/{BINDINGS[example.method].answered.name}"}
        told = [line.removeprefix("data: ") for line in example.answer.splitlines() if line.startswith("data: ")]
        assert told
        for data in told:
            assert faults(openapi, schema, json.loads(data)) == []
