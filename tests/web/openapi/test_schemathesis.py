"""Schemathesis reads the document and calls what it says, rightly and wrongly: every answer is one that it tells of."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final, NamedTuple

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from euchre_referee.api.openapi.document import document_text
from euchre_referee.store.embedded import Embedded
from tests.web.openapi.in_process import ORIGIN, InProcess, in_process

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SCHEMA: Final[Any] = schemathesis.openapi.from_dict(json.loads(document_text()))
OPERATIONS: Final = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
EXAMPLES: Final = 25
MODES: Final = {"right": GenerationMode.POSITIVE, "wrong": GenerationMode.NEGATIVE}
SENT: Final = ("method", "url", "headers", "params", "data", "json")

pytestmark = pytest.mark.timeout(600)


class World(NamedTuple):
    """What there is to be found."""

    server: InProcess
    tokens: tuple[str, ...]
    """Nobody's, a player's and an operator's."""
    game: str
    """One that is played, by the player in all seats."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with Embedded(None) as store, in_process(store.url) as server:
        player, operator = server.token("ann"), server.token("olga", operator=True)
        body = {
            "requestId": "0f8fad5b-d9cb-469f-a165-70867728950e",
            "ruleset": {"preset": "euchre"},
            "seats": [{"name": f"Ann {seat}", "session": "ann"} for seat in range(4)],
            "clocks": {"actionLimitMs": 600_000},
        }
        headers = {"content-type": "application/json", "authorization": f"Bearer {operator}"}
        made = server.request("POST", f"{ORIGIN}/v1/games", headers, json.dumps(body).encode())
        yield World(server, ("", player, operator), made.json()["game"])


def ways() -> Iterator[tuple[str, str]]:
    """Every operation called rightly; and wrongly, where there is more than texts to get wrong."""
    for label, operation in OPERATIONS.items():
        yield label, "right"
        if operation.body or any(each.definition["in"] == "query" for each in operation.query):
            yield label, "wrong"


@pytest.mark.parametrize(("label", "way"), list(ways()))
def test_every_answer_is_one_that_the_document_tells_of(world: World, label: str, way: str) -> None:
    # The same calls every time.
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=OPERATIONS[label].as_strategy(generation_mode=MODES[way]),
        token=st.sampled_from(range(len(world.tokens))),
        live=st.booleans(),
    )
    def calls(case: Case[Any], token: int, live: bool) -> None:
        if live and "game" in case.path_parameters:
            case.path_parameters["game"] = world.game
        case.validate_response(_answer(world.server, case, world.tokens[token]), checks=CHECKS)

    calls()


def _answer(server: InProcess, case: Case[Any], token: str) -> httpx.Response:
    told = case.as_transport_kwargs(base_url=ORIGIN)
    request: Any = requests.Request(**{name: told[name] for name in SENT if name in told}).prepare()
    headers = {**request.headers, "authorization": f"Bearer {token}"} if token else request.headers
    body = request.body or b""
    answer = server.request(request.method, request.url, headers, body.encode() if isinstance(body, str) else body)
    answer.elapsed = timedelta()
    return answer
