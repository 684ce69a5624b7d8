"""Calls over HTTP, kept as examples of the document."""

import json
from collections.abc import Mapping
from typing import Any, Final

import httpx

from euchre_referee.api.http.bindings import Binding, bindings_of
from euchre_referee.api.openapi.document import SERVICES
from euchre_referee.api.openapi.examples import Example
from euchre_referee.api.openapi.operations import operation_path

MASKED: Final = "..."
"""Stands for a secret."""
_SECRETS: Final = ("token", "ticket", "nextPageToken")
_SHORT: Final = 2
_WITHIN: Final = 120.0


class Recorder:
    """Makes calls to one server."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client: Final = client
        self._bindings: Final = {binding.name: binding for binding in bindings_of(SERVICES)}
        self.examples: Final[list[Example]] = []

    async def call(
        self,
        name: str,
        method: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        token: str = "",
        status: int = httpx.codes.OK,
        shortened: bool = False,
    ) -> Any:
        """The answer of `Service.Method`. It is kept, with lists cut after two values if it is to be shortened."""
        answer = await self._answer(self._bindings[method], path or {}, query or {}, body, token)
        assert answer.status_code == status, answer.text
        told = answer.json()
        self._keep(name, method, path, query, body, token, status, _masked(_cut(told) if shortened else told))
        return told

    async def follow(
        self, name: str, method: str, *, path: Mapping[str, str], query: Mapping[str, str], token: str = "", events: int
    ) -> None:
        """The first events of a stream, kept as they came."""
        url, headers = _place(self._bindings[method], path), _headers(token)
        told: list[str] = []
        async with self._client.stream("GET", url, params=query, headers=headers, timeout=_WITHIN) as answer:
            assert answer.status_code == httpx.codes.OK
            async for line in answer.aiter_lines():
                told.append(line)
                if sum(each.startswith("data:") for each in told) == events and not line:
                    break
        self._keep(name, method, path, query, None, token, httpx.codes.OK, "\n".join([*told, ""]))

    async def _answer(
        self, binding: Binding, path: Mapping[str, str], query: Mapping[str, str], body: Any, token: str
    ) -> httpx.Response:
        content = None if body is None else json.dumps(body)
        headers = _headers(token) | ({} if body is None else {"content-type": "application/json"})
        return await self._client.request(
            binding.verb, _place(binding, path), params=query, content=content, headers=headers, timeout=_WITHIN
        )

    def _keep(
        self,
        name: str,
        method: str,
        path: Mapping[str, str] | None,
        query: Mapping[str, str] | None,
        body: Any,
        token: str,
        status: int,
        answer: Any,
    ) -> None:
        full_name = self._bindings[method].method.full_name
        self.examples.append(Example(name, full_name, path or {}, query or {}, body, bool(token), int(status), answer))


def _place(binding: Binding, path: Mapping[str, str]) -> str:
    return operation_path(binding).format_map(path)


def _headers(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    return [_cut(inner) for inner in value[:_SHORT]] if isinstance(value, list) else value


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: MASKED if name in _SECRETS and inner else _masked(inner) for name, inner in value.items()}
    return [_masked(inner) for inner in value] if isinstance(value, list) else value
