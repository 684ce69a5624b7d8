"""Bodies of requests: how much is read, how long is waited for it, and what JSON is taken."""

import asyncio
import json
import re
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Receive

from euchre_referee.api.http.parameters import Tree
from euchre_referee.api.http.refusals import HttpRefused

BODY_WITHIN: Final = 20.0
"""Seconds for a body to arrive."""
MOST_VALUES: Final = 20_000
"""Values in one body, those in others included; far more than 256 decisions have."""
MOST_DEPTH: Final = 50

_PASSED_OVER: Final = 4
"""So many times what is taken is read of a body, and forgotten; whoever sends more is cut off."""

_JSON: Final = "application/json"
_UTF_8: Final = ("utf-8", "utf8")
_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""Of a character that takes two."""


class HungUp(Exception):
    """The client has gone before its request was there."""


async def read_body(headers: Headers, receive: Receive, most: int) -> bytes:
    """A whole body of at most `most` bytes. Raises HttpRefused and HungUp."""
    told = headers.get("content-length", "")
    if told.isdecimal() and int(told) > _PASSED_OVER * most:
        raise _too_large(most)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise HungUp
                part = message.get("body", b"")
                size += len(part)
                if size > most:
                    # Most clients read no answer before they have sent everything.
                    parts.clear()
                else:
                    parts.append(part)
                if size > _PASSED_OVER * most:
                    raise _too_large(most)
                if not message.get("more_body", False):
                    break
    except TimeoutError as error:
        detail = f"the body did not arrive within {BODY_WITHIN:g} seconds"
        raise HttpRefused(HTTPStatus.REQUEST_TIMEOUT, detail, {"connection": "close"}) from error
    if size > most:
        raise _too_large(most)
    return b"".join(parts)


def check_content_type(headers: Headers) -> None:
    """The body says that it is JSON in UTF-8, and is not compressed. Raises HttpRefused.

    That it has to say so keeps other origins' pages from sending it unasked.
    """
    media, _, parameters = headers.get("content-type", "").partition(";")
    if media.strip().lower() != _JSON:
        raise HttpRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"content-type: {_JSON} is needed", {"accept": _JSON})
    name, _, charset = parameters.strip().partition("=")
    if name.lower() == "charset" and charset.strip('"').lower() not in _UTF_8:
        raise HttpRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "content-type: JSON is in UTF-8")
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise HttpRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "content-encoding: a body is not to be compressed")


def parse_json(body: bytes) -> object:
    """The JSON value of a body. Raises HttpRefused."""
    try:
        value: object = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise _invalid("the body is no UTF-8") from error
    except RecursionError as error:
        raise _invalid("the body is nested too deeply") from error
    except ValueError as error:
        raise _invalid(f"the body is no JSON: {error}") from error
    _check_size(value)
    if _HALF.search(body) is not None:
        _check_characters(value)
    return value


def _object(pairs: list[tuple[str, object]]) -> Tree:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{max(names, key=names.count)!r} stands twice in an object")
    return found


def _constant(text: str) -> object:
    raise ValueError(f"{text} is no number of JSON")


def _check_size(value: object) -> None:
    """Messages are made value by value: so many take no longer than a call may."""
    layer, seen = [value], 0
    for _ in range(MOST_DEPTH):
        seen += len(layer)
        if seen > MOST_VALUES:
            raise _invalid(f"more than {MOST_VALUES} values in the body")
        inner: list[object] = []
        for each in layer:
            if isinstance(each, dict):
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        if not inner:
            return
        layer = inner
    raise _invalid(f"the body is nested more than {MOST_DEPTH} deep")


def _check_characters(value: object) -> None:
    """Half a character can stand in JSON, as a name or as a text; protobuf's reader breaks on it."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise _invalid("the body holds half a character") from error


def _invalid(detail: str) -> HttpRefused:
    return HttpRefused(HTTPStatus.BAD_REQUEST, detail)


def _too_large(most: int) -> HttpRefused:
    detail = f"the body is larger than {most} bytes"
    return HttpRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, {"connection": "close"})
