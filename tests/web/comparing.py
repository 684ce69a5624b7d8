"""The same call to our transcoding and to Envoy's, and in what the answers differ."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import httpx

_WITHIN: Final = 60.0
_REFUSAL: Final = "type.googleapis.com/euchre.v1.Refusal"
_OURS_ALONE: Final = ("type", "title", "status", "detail", "code", "domain", "metadata", "locale")


class Call(NamedTuple):
    """One request."""

    name: str
    method: str
    target: str
    """Path and query, as they are sent."""
    body: bytes | None = None
    headers: Mapping[str, str] = {}


class Answered(NamedTuple):
    """What came back, without what only one of the two can tell."""

    status: int
    told: Any
    """The JSON; of a refusal what the message `Refusal` says; None of an error that no method has given."""


def call(name: str, method: str, target: str, body: Any = None, token: str = "", **headers: str) -> Call:
    """A call with a JSON body."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        told["authorization"] = f"Bearer {token}"
    if body is None:
        return Call(name, method, target, None, told)
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Call(name, method, target, content, {"content-type": "application/json", **told})


async def answered(client: httpx.AsyncClient, asked: Call) -> Answered:
    """The answer to a call."""
    # httpx would escape anew what is to be sent as it stands.
    url = client.base_url.copy_with(raw_path=asked.target.encode())
    answer = await client.request(asked.method, url, content=asked.body, headers=dict(asked.headers), timeout=_WITHIN)
    kind = answer.headers.get("content-type", "")
    if answer.status_code == httpx.codes.OK:
        assert kind.startswith("application/json"), kind
        return Answered(answer.status_code, answer.json())
    return Answered(answer.status_code, _refusal(answer, kind))


def agree(ours: Answered, theirs: Answered) -> bool:
    """The statuses are the same, and all that is told by a method."""
    return ours.status == theirs.status and (theirs.told is None or ours.told == theirs.told)


def _refusal(answer: httpx.Response, kind: str) -> Any:
    """What both tell of a refusal."""
    if kind == "application/problem+json":
        return {name: value for name, value in answer.json().items() if name not in _OURS_ALONE}
    if kind == "application/json":
        for detail in answer.json()["details"]:
            if detail["@type"] == _REFUSAL:
                return {name: value for name, value in detail.items() if name not in ("@type", "section")}
    return None
