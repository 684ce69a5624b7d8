"""The OpenAPI document, made of the contract's descriptors, their comments, and recorded examples."""

import functools
import json
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Final

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import ServiceDescriptor

from euchre_referee.api.http.bindings import bindings_of
from euchre_referee.api.openapi.comments import comments_of, contract
from euchre_referee.api.openapi.examples import recorded_examples
from euchre_referee.api.openapi.operations import Describer, operation_path
from euchre_referee.api.openapi.problems import PROBLEM, problem_responses, problem_schema
from euchre_referee.api.openapi.schemas import Schema, Schemas, reachable
from euchre_referee.api.server import SERVICES as SERVED

OPENAPI: Final = "3.1.1"

_POOL: Final[Any] = descriptor_pool.Default()
SERVICES: Final[tuple[ServiceDescriptor, ...]] = tuple(map(_POOL.FindServiceByName, SERVED))

_BEARER: Final = "token"


def introduction() -> str:
    """How to begin; sections with headings."""
    return files(__package__).joinpath("introduction.md").read_text(encoding="utf-8").strip()


@functools.cache
def document_text() -> str:
    """The document as it is served: the same bytes for the same contract and examples."""
    return json.dumps(document(), ensure_ascii=False, separators=(",", ":"))


@functools.cache
def document() -> Schema:
    """The document, made once; nobody changes it."""
    comments = comments_of(contract())
    bindings = sorted(
        bindings_of(SERVICES), key=lambda each: (SERVICES.index(each.method.containing_service), each.method.index)
    )
    schemas = Schemas(comments, reachable(binding.asked for binding in bindings))
    examples = recorded_examples()
    describer = Describer(comments, schemas, examples)
    paths: Schema = {}
    for binding in bindings:
        paths.setdefault(operation_path(binding), {})[binding.verb.lower()] = describer.operation(binding)
    problem = problem_schema(schemas)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Euchre referee",
            "version": version("euchre-referee"),
            "description": introduction(),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {_BEARER: []}],
        "tags": [{"name": service.name, "description": comments.get(service.full_name, "")} for service in SERVICES],
        "paths": paths,
        "components": {
            "schemas": {**schemas.components(), PROBLEM: problem},
            "responses": problem_responses(examples),
            "securitySchemes": {_BEARER: {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }
