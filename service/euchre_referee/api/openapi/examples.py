"""Examples of calls, as a running server answered them (`make openapi-examples`)."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from euchre_referee.api.openapi.schemas import Schema

WITH_TOKEN: Final = "Asked with a token."
_FILE: Final = "examples.json"


class Example(NamedTuple):
    """A call and its answer."""

    name: str
    """What it shows, for people."""
    method: str
    """Full name of the method."""
    path: Mapping[str, str]
    """Values of the parameters in the path."""
    query: Mapping[str, str]
    """Those after the question mark."""
    body: Any
    """JSON, or None."""
    token: bool
    """It came with a token."""
    status: int
    """Of the answer in HTTP."""
    answer: Any
    """JSON; of a stream its first events, as text."""


def answers_of(examples: tuple[Example, ...]) -> Schema:
    """The answers, as OpenAPI has examples."""
    return {
        each.name: {"value": each.answer, **({"description": WITH_TOKEN} if each.token else {})} for each in examples
    }


def recorded_examples() -> tuple[Example, ...]:
    """All that were recorded, in the order of the calls."""
    return tuple(Example(**each) for each in json.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8")))
