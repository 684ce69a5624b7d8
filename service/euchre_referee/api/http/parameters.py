"""Query parameters and path variables: fields of a request by their paths, as text."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from google.protobuf.descriptor import Descriptor, FieldDescriptor

MOST_PARAMETERS: Final = 100

_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)
_INTEGERS: Final = frozenset(
    {
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT32,
        FieldDescriptor.CPPTYPE_UINT64,
    }
)
_AS_TEXT: Final = frozenset({"google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask"})
"""Messages that protobuf's JSON writes as text."""

Tree = dict[str, Any]
"""JSON as it is read into a request."""


class BadParameter(ValueError):
    """A parameter that fits no field, or a value that does not fit its field; the text names it."""


def read_query(query: str) -> list[tuple[str, str]]:
    """The parameters of an address, in order. Raises BadParameter."""
    try:
        return parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except UnicodeDecodeError as error:
        raise BadParameter("the query is no UTF-8") from error
    except ValueError as error:
        raise BadParameter(f"more than {MOST_PARAMETERS} parameters in the query") from error


def tree_of_query(message: Descriptor, parameters: Iterable[tuple[str, str]]) -> Tree:
    """The fields that a query names, as JSON. Raises BadParameter."""
    tree: Tree = {}
    for path, text in parameters:
        way = field_way(message, path)
        inner = _inside(tree, way)
        leaf = way[-1]
        value = _value(path, leaf, text)
        if leaf.is_repeated:
            inner.setdefault(leaf.name, []).append(value)
        elif leaf.name in inner:
            raise BadParameter(f"{path} stands in the query twice")
        else:
            inner[leaf.name] = value
    return tree


def tree_of_path(message: Descriptor, variables: Mapping[str, str]) -> Tree:
    """The fields that stand in a path, as JSON. Raises BadParameter."""
    return tree_of_query(message, variables.items())


def field_way(message: Descriptor, path: str) -> list[FieldDescriptor]:
    """The fields on the way to one, named as in the contract or as in JSON. Raises BadParameter."""
    way: list[FieldDescriptor] = []
    inner: Descriptor | None = message
    for name in path.split("."):
        field = _field(inner, name) if inner is not None else None
        if field is None or (way and way[-1].is_repeated):
            raise BadParameter(f"there is no parameter {path!r}")
        way.append(field)
        inner = field.message_type
    leaf = way[-1]
    if leaf.message_type is not None and leaf.message_type.full_name not in _AS_TEXT:
        raise BadParameter(f"{path!r} cannot stand in an address: name the fields in it")
    return way


def _field(message: Descriptor, name: str) -> FieldDescriptor | None:
    found = message.fields_by_name.get(name) or message.fields_by_camelcase_name.get(name)
    return found if found is None or not _is_open(found) else None


def _is_open(field: FieldDescriptor) -> bool:
    """A map, or JSON of any shape: there is no path into it."""
    inner = field.message_type
    return inner is not None and (
        inner.GetOptions().map_entry
        or inner.file.name == "google/protobuf/struct.proto"
        or inner.full_name.endswith(".Any")
    )


def _inside(tree: Tree, way: list[FieldDescriptor]) -> Tree:
    for field in way[:-1]:
        tree = tree.setdefault(field.name, {})
    return tree


def _value(path: str, field: FieldDescriptor, text: str) -> object:
    """A text as JSON has it for the field; what protobuf's JSON reads from text stays text."""
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        if text not in ("true", "false"):
            raise BadParameter(f"{path} is true or false")
        return text == "true"
    if field.cpp_type in _INTEGERS and not _NUMBER.fullmatch(text):
        raise BadParameter(f"{path} is a whole number")
    return text
