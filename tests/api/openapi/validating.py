"""Validation against a part of the document."""

from typing import Any

from jsonschema_rs import Draft202012Validator

from euchre_referee.api.openapi.schemas import Schema


def validator(openapi: Schema, schema: Schema) -> Draft202012Validator:
    """For a schema of the document, with all that it refers to."""
    return Draft202012Validator({**schema, "components": openapi["components"]})


def faults(openapi: Schema, schema: Schema, value: Any) -> list[str]:
    """Everything that is wrong with a value, with its place."""
    return [f"{error.instance_path}: {error.message}" for error in validator(openapi, schema).iter_errors(value)]


def component(name: str) -> Schema:
    """Refers to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}
