"""Calls over real HTTP as anybody makes them, and streams as a browser reads them."""

import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import httpx

WITHIN: Final = 60.0
"""Seconds for any answer; the tests wait for conditions, not for times."""

Tree = dict[str, Any]


class Event(NamedTuple):
    """What a stream tells at once; a comment has neither name nor data."""

    name: str = ""
    id: str | None = None
    retry: int | None = None
    data: Any = None


class Site:
    """One bearer of a token, or of none, at one address."""

    def __init__(self, address: str, token: str = "", *, headers: dict[str, str] | None = None) -> None:
        """`address`: `host:port`."""
        told = {**(headers or {}), **({"authorization": f"Bearer {token}"} if token else {})}
        # Without certificates: to read the machine's takes longer than the call.
        self.http: Final = httpx.AsyncClient(
            base_url=f"http://{address}", headers=told, timeout=WITHIN, verify=False, trust_env=False
        )

    async def __aenter__(self) -> "Site":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str, headers: dict[str, str] | None = None, **parameters: Any) -> httpx.Response:
        """An answer, or a problem."""
        return await self.http.get(path, headers=headers, params=parameters)

    async def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> httpx.Response:
        """An answer, or a problem."""
        return await self.http.post(path, headers=headers, json=body)

    async def create(self, preset: str = "euchre", **more: Any) -> str:
        """A game that players join; without clocks."""
        made = {"requestId": str(uuid.uuid4()), "ruleset": {"preset": preset}, "clocks": {"actionLimitMs": 0}, **more}
        return str(answered(await self.post("/v1/games", made))["game"])

    async def join(self, game: str, name: str = "") -> Tree:
        """A seat, with a token for it."""
        return answered(await self.post(f"/v1/games/{game}:join", {"requestId": str(uuid.uuid4()), "name": name}))

    @asynccontextmanager
    async def events(self, path: str, last_id: str = "", **parameters: Any) -> AsyncIterator[AsyncIterator[Event]]:
        """A stream that has begun."""
        headers = {"accept": "text/event-stream", **({"last-event-id": last_id} if last_id else {})}
        async with self.http.stream("GET", path, headers=headers, params=parameters) as response:
            assert response.status_code == httpx.codes.OK, await response.aread()
            assert response.headers["content-type"].startswith("text/event-stream")
            yield read_events(response)


async def read_events(response: httpx.Response) -> AsyncIterator[Event]:
    """The events of a stream, and its comments."""
    event = Event()
    async for line in response.aiter_lines():
        field, _, value = line.partition(": ")
        if not line:
            yield event
            event = Event()
        elif field == "event":
            event = event._replace(name=value)
        elif field.rstrip(":") == "id":
            event = event._replace(id=value)
        elif field == "retry":
            event = event._replace(retry=int(value))
        elif field == "data":
            event = event._replace(data=json.loads(value))


def answered(response: httpx.Response) -> Tree:
    """The answer to a call that succeeds."""
    assert response.status_code == httpx.codes.OK, response.text
    assert response.headers["content-type"] == "application/json"
    answer: Tree = response.json()
    return answer


def refused(response: httpx.Response, status: int, reason: str) -> Tree:
    """The problem that a call is answered with."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem: Tree = response.json()
    assert (response.status_code, problem["status"], problem["reason"]) == (status, status, reason), problem
    assert problem["type"] == f"urn:euchre-referee:reason:{reason}"
    assert problem["domain"] == "euchre.v1"
    assert problem["title"]
    assert problem["detail"].startswith(reason)
    return problem
