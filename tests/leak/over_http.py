"""What a caller can be told of a game over HTTP, byte for byte as it comes, without its heads."""

import json
import re
from typing import Any, Final

import httpx

from euchre_referee.referee.game import Game
from tests.api.http.callers import Site

Found = dict[str, bytes]

HEADS: Final = ("head", "nextHead")
UNTOLD: Final = frozenset({"date", "connection"})
"""Headers that tell nothing of a game."""
HEAD_OF_TAG: Final = re.compile(r'(?<=[."])[0-9a-f]{32}(?="$)|(?<=\d-)[0-9a-f]{32}$')
"""In an entity tag, which else is a digest of what it is compared with, heads and all; and in an event's id."""
DECIDED: Final = ("play 9c", "nonsense")


async def look_over_http(site: Site, game: Game, *, legal: set[str], heads: bool) -> Found:
    """What looking tells, and decisions that are refused; `heads`: with them."""
    place = f"/v1/games/{game.id}"
    asked = {
        "view": f"{place}/view",
        "record": f"{place}/record",
        "turns": "/v1/turns",
        "view of seat 1": f"{place}/view?seat=1",
    }
    found = {what: _told(await site.get(path), heads) for what, path in asked.items()}
    for what in ("", "?own=true"):
        found[f"news {what}"] = await _first_news(site, f"{place}:watch{what}", heads)
    for text in DECIDED:
        if text not in legal:
            body = {"decision": {"version": game.turn_version, "text": text}}
            found[f"status of {text}"] = _told(await site.post(f"{place}:act", body), heads)
    return {f"{what}, over HTTP": content for what, content in found.items()}


async def _first_news(site: Site, path: str, heads: bool) -> bytes:
    async with site.http.stream("GET", path) as response:
        if response.status_code != httpx.codes.OK:
            await response.aread()
            return _told(response, heads)
        lines = []
        async for line in response.aiter_lines():
            field, _, value = line.partition(": ")
            if field == "id":
                lines.append(value if heads else HEAD_OF_TAG.sub("", value))
            elif field == "data":
                return repr((_headers(response, heads), lines, _body(value.encode(), heads))).encode()
    raise AssertionError(f"nothing is told at {path}")


def _told(response: httpx.Response, heads: bool) -> bytes:
    return repr((response.status_code, _headers(response, heads), _body(response.content, heads))).encode()


def _headers(response: httpx.Response, heads: bool) -> list[tuple[str, str]]:
    return [
        (name, value if heads else HEAD_OF_TAG.sub("", value))
        for name, value in response.headers.multi_items()
        if name not in UNTOLD
    ]


def _body(content: bytes, heads: bool) -> bytes:
    if heads or not content:
        return content
    return json.dumps(_headless(json.loads(content))).encode()


def _headless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _headless(each) for name, each in value.items() if name not in HEADS}
    return [_headless(each) for each in value] if isinstance(value, list) else value
