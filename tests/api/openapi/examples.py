"""Examples, held against the document that they stand in."""

from typing import Any

from euchre_referee.api.http.bindings import bindings_of
from euchre_referee.api.openapi.document import SERVICES
from euchre_referee.api.openapi.examples import Example
from euchre_referee.api.openapi.operations import operation_path
from euchre_referee.api.openapi.schemas import Schema
from tests.api.openapi.validating import faults

BINDINGS = {binding.method.full_name: binding for binding in bindings_of(SERVICES)}


def example_faults(openapi: Schema, example: Example) -> list[str]:
    """Everything in which an example is not as the document says."""
    binding = BINDINGS[example.method]
    operation = openapi["paths"][operation_path(binding)][binding.verb.lower()]
    named = {each["name"]: each["in"] for each in operation["parameters"]}
    found = [f"{name} is no parameter" for name in (*example.path, *example.query) if name not in named]
    found += [f"{name} is missing" for name, place in named.items() if place == "path" and name not in example.path]
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        found += faults(openapi, body, example.body)
    elif example.body is not None:
        found.append("there is no body")
    if binding.streams:
        return found
    return found + faults(openapi, _answer(openapi, operation, example), example.answer)


def shape(example: Example) -> tuple[Any, ...]:
    """What stays the same when it is recorded again."""
    answer = sorted(example.answer) if isinstance(example.answer, dict) else "events"
    return (
        example.name,
        example.method,
        example.token,
        example.status,
        sorted(example.query),
        _names(example.body),
        answer,
    )


def _answer(openapi: Schema, operation: Schema, example: Example) -> Schema:
    response = operation["responses"][str(example.status)]
    if "$ref" in response:
        response = openapi["components"]["responses"][response["$ref"].rpartition("/")[2]]
    ((_, content),) = response["content"].items()
    schema: Schema = content["schema"]
    return schema


def _names(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _names(inner) for name, inner in sorted(value.items())}
    return [_names(inner) for inner in value] if isinstance(value, list) else None
