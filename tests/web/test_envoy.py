"""The same calls to our transcoding and to the real Envoy's, before one and the same referee: the same answers."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import pytest_asyncio

from euchre_referee.api.http.bindings import bindings_of
from euchre_referee.api.openapi.document import SERVICES
from euchre_referee.api.server import SERVICES as SERVED
from euchre_referee.cli.local import LocalStack
from tests.api.callers import Caller
from tests.web.calls import DIFFERENCES, calls
from tests.web.comparing import agree, answered
from tests.web.envoys import envoy_before

ROOT = Path(__file__).parents[2]
PLENTY = ("calls_per_second", "calls_burst", "new_games_per_minute")
ON_PURPOSE = {name for names in DIFFERENCES.values() for name in names}

pytestmark = pytest.mark.timeout(300)
in_one_loop = pytest.mark.asyncio(loop_scope="module")


class Both(NamedTuple):
    """Two ways to one referee."""

    ours: httpx.AsyncClient
    theirs: httpx.AsyncClient
    operator: str
    player: str
    game: str
    """The player holds all seats of it."""

    async def turn(self) -> dict[str, Any]:
        """The player's turn."""
        answer = await self.ours.get("/v1/turns", headers={"authorization": f"Bearer {self.player}"})
        turn: dict[str, Any] = answer.json()["turns"][0]
        return turn


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Both]:
    plenty = tuple(word for name in PLENTY for word in ("--limit", f"{name}=1000000"))
    async with LocalStack(options=plenty) as stack:
        async with Caller(stack.address, stack.operator_token) as operator:
            player, game = await operator.token_for("ann"), await operator.create(["ann"] * 4)
        folder = tmp_path_factory.mktemp("envoy")
        async with (
            envoy_before(stack.address, SERVED, folder) as url,
            httpx.AsyncClient(base_url=url, timeout=60) as theirs,
            httpx.AsyncClient(base_url=f"http://{stack.http[0]}", timeout=60) as ours,
        ):
            yield Both(ours, theirs, stack.operator_token, player, game)


@in_one_loop
async def test_both_answer_the_same(both: Both) -> None:
    differing = []
    for call in calls(both.game, both.player, both.operator, await both.turn()):
        ours, theirs = await answered(both.ours, call), await answered(both.theirs, call)
        if not agree(ours, theirs):
            differing.append(call.name)
            assert call.name in ON_PURPOSE, f"{call}\nours: {ours}\nEnvoy's: {theirs}"
    assert set(differing) == ON_PURPOSE


@in_one_loop
async def test_the_messages_of_a_stream_are_the_same(both: Both) -> None:
    headers = {"authorization": f"Bearer {both.operator}"}
    made = {"requestId": "0f8fad5b-d9cb-469f-a165-708677289599", "ruleset": {"preset": "euchre"}}
    game = (await both.ours.post("/v1/games", json=made)).json()["game"]
    assert (await both.ours.post(f"/v1/games/{game}:abort", json={}, headers=headers)).is_success
    theirs = (await both.theirs.get(f"/v1/games/{game}:watch")).json()
    events = (await both.ours.get(f"/v1/games/{game}:watch")).text
    data = [json.loads(line.removeprefix("data: ")) for line in events.splitlines() if line.startswith("data: ")]
    assert data == [*theirs, {}]


def test_every_unary_method_is_called() -> None:
    turn = {"version": 1, "head": "", "seat": 0, "legal": [{"text": "", "action": {}}] * 2}
    called = [(call.method, call.target.partition("?")[0]) for call in calls("g", "p", "o", turn)]
    for binding in bindings_of(SERVICES):
        if not binding.streams:
            fitting = [
                path for verb, path in called if verb == binding.verb and binding.template.match(path) is not None
            ]
            assert fitting, binding.name


def test_what_differs_on_purpose_is_told() -> None:
    page = " ".join((ROOT / "docs/http.md").read_text(encoding="utf-8").split())
    for difference in DIFFERENCES:
        assert difference in page, difference
