"""A game against two bots of the house, by somebody who has nothing but the OpenAPI document."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import Any, Final

import httpx
import pytest

from tests.conftest import Server

pytestmark = pytest.mark.timeout(300)
WITHIN: Final = 60.0


class Stranger:
    """Reads the document, and calls what it finds there."""

    def __init__(self, client: httpx.AsyncClient, document: Any) -> None:
        self._client: Final = client
        self._document: Final = document
        self.headers: dict[str, str] = {}

    async def call(self, operation_id: str, body: Any = None, **parameters: str) -> Any:
        """The answer, which must be the documented one."""
        verb, path, operation = self._find(operation_id)
        answer = await self._client.request(
            verb, self._place(path, operation, parameters), json=body, headers=self.headers, timeout=WITHIN
        )
        assert answer.status_code == httpx.codes.OK, answer.text
        return answer.json()

    async def follow(self, operation_id: str, **parameters: str) -> AsyncIterator[tuple[str, Any]]:
        """The names and the data of a stream's events."""
        verb, path, operation = self._find(operation_id)
        assert "text/event-stream" in operation["responses"]["200"]["content"]
        place = self._place(path, operation, parameters)
        async with self._client.stream(verb, place, headers=self.headers, timeout=WITHIN) as answer:
            name = "message"
            async for line in answer.aiter_lines():
                field, _, value = line.partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)
                    name = "message"

    def example(self, operation_id: str) -> Any:
        """The body of the first example."""
        _, _, operation = self._find(operation_id)
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        return next(iter(examples.values()))["value"]

    def _find(self, operation_id: str) -> tuple[str, str, Any]:
        for path, item in self._document["paths"].items():
            for verb, operation in item.items():
                if operation["operationId"] == operation_id:
                    return verb, path, operation
        raise LookupError(operation_id)

    def _place(self, path: str, operation: Any, parameters: dict[str, str]) -> str:
        known = {each["name"]: each["in"] for each in operation["parameters"]}
        query = httpx.QueryParams({name: value for name, value in parameters.items() if known[name] == "query"})
        return path.format_map(parameters) + (f"?{query}" if query else "")


@pytest.fixture
async def stranger(server: Server) -> AsyncIterator[Stranger]:
    async with httpx.AsyncClient(base_url=f"http://{server.http}") as client:
        yield Stranger(client, (await client.get("/openapi.json")).json())


async def test_a_game_against_two_bots_is_made_joined_played_and_followed(stranger: Stranger) -> None:
    presets = await stranger.call("RefereeService_ListPresets", locale="en")
    preset = next(each for each in presets["presets"] if each["players"] == 3)
    assert "max_deals" in [option["name"] for option in preset["options"]]
    first, second, *_ = [bot["name"] for bot in presets["houseBots"]]
    body = {
        **stranger.example("RefereeService_CreateGame"),
        "requestId": str(uuid.uuid4()),
        "ruleset": {"preset": preset["preset"], "options": {"max_deals": 2}},
        "seats": [{}, {"bot": first}, {"bot": second}],
    }
    game = (await stranger.call("RefereeService_CreateGame", body))["game"]
    body = {**stranger.example("RefereeService_JoinGame"), "requestId": str(uuid.uuid4())}
    joined = await stranger.call("RefereeService_JoinGame", body, game=game)
    stranger.headers = {"authorization": f"Bearer {joined['token']}"}
    names, decided, over = [], 0, []
    async for name, data in stranger.follow("RefereeService_Watch", game=game, own="true"):
        names.append(name)
        over += [event["gameOver"] for event in data.get("events", []) if "gameOver" in event]
        if "turn" in data:
            turn = data["turn"]
            choice = turn["legal"][0]["text"]
            decision = {"version": turn["version"], "head": turn["head"], "seat": turn["seat"], "text": choice}
            verdict = await stranger.call("RefereeService_Act", {"decision": decision}, game=game)
            assert verdict["verdict"]["accepted"]["action"] == choice
            decided += 1
    assert decided > 0
    assert [end["termination"] for end in over] == ["TERMINATION_NORMAL"]
    assert names[-1] == "end"
    assert set(names[:-1]) == {"message"}
