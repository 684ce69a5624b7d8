"""Examples of calls, as a running server answered them (`make openapi-examples`)."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

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
    status: int
    """Of the answer in HTTP."""
    answer: Any
    """JSON; of a stream its first events, as text."""


def recorded_examples() -> tuple[Example, ...]:
    """All that were recorded, in the order of the calls."""
    return tuple(Example(**each) for each in json.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8")))
