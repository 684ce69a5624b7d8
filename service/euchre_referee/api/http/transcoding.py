"""Requests put together from body, path and query."""

from http import HTTPStatus
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from euchre_referee.api.http.base64_fields import check_bytes
from euchre_referee.api.http.bindings import WHOLE, Binding
from euchre_referee.api.http.objects import check_objects
from euchre_referee.api.http.parameters import (
    BadParameter,
    Tree,
    field_way,
    tree_of_path,
    tree_of_query,
)
from euchre_referee.api.http.refusals import HttpRefused


def request_of(binding: Binding, variables: dict[str, str], asked: list[tuple[str, str]], body: object) -> Message:
    """The request that a body, the variables of a path and a query make. Raises HttpRefused."""
    try:
        request = _parsed(binding, _tree_of_body(binding, body))
        if binding.body == WHOLE and asked:
            raise BadParameter(f"{asked[0][0]!r} stands in the query: here it belongs into the body")
        _merge(
            binding.asked, request, _parsed(binding, tree_of_query(binding.asked, asked)), [path for path, _ in asked]
        )
        _merge(binding.asked, request, _parsed(binding, tree_of_path(binding.asked, variables)), list(variables))
    except (BadParameter, ParseError, RecursionError) as error:
        raise HttpRefused(HTTPStatus.BAD_REQUEST, str(error)) from error
    return request


def _tree_of_body(binding: Binding, body: object) -> Tree:
    if not binding.body:
        return {}
    if binding.body != WHOLE:
        return {binding.body: body}
    if not isinstance(body, dict):
        raise BadParameter("the body is no JSON object")
    return body


def _parsed(binding: Binding, tree: Tree) -> Message:
    request = binding.request()
    if tree:
        check_objects(binding.asked, tree)
        check_bytes(binding.asked, tree)
        try:
            ParseDict(tree, request)
        except (OverflowError, TypeError, AttributeError) as error:
            # What some values make of protobuf's reader.
            raise BadParameter(f"a value does not fit its field: {error}") from error
    return request


def _merge(asked: Descriptor, request: Message, told: Message, paths: list[str]) -> None:
    """Adds what is told elsewhere; what is told twice must be the same. Raises BadParameter."""
    for path in paths:
        names = [field.name for field in field_way(asked, path)]
        here, there = _leaf(request, names), _leaf(told, names)
        if here is not None and here != there:
            raise BadParameter(f"{path} is told twice, and not the same")
        _clear(request, names)
    request.MergeFrom(told)


def _leaf(message: Message, names: list[str]) -> Any:
    """The value at a path; None where nothing is set."""
    inner: Any = message
    field: Any = None
    for name in names:
        field = inner.DESCRIPTOR.fields_by_name[name]
        if field.has_presence and not inner.HasField(name):
            return None
        inner = getattr(inner, name)
    if isinstance(inner, str | bytes | int | float | bool):
        return inner if field.has_presence or inner else None
    return inner or None


def _clear(message: Any, names: list[str]) -> None:
    *outer, leaf = names
    for name in outer:
        message = getattr(message, name)
    message.ClearField(leaf)
