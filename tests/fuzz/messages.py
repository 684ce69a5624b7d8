"""Messages of any kind, made from their descriptors: fields unset or set, sensible or not, and fields of no release.

Strings and numbers whose fields have a known meaning are often such as a real caller would send, so that a call comes
further than its first check.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from google.protobuf import struct_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

from euchre_referee.rules.presets import PRESETS

Meant = Mapping[str, Sequence[Any]]
"""By a field's name, what a caller could mean."""

_DEEPEST: Final = 4
_NEEDED: Final = frozenset({"decision", "decisions", "ruleset", "config"})
"""Messages in messages without which a call means nothing."""
_INTEGERS: Final = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
_FLOATS: Final = frozenset({FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT})
_HUGE: Final = ("x" * 70_000, "\N{PLAYING CARD BACK}" * 5_000, "[" * 20_000, '{"deals":' * 5_000, "y" * 300_000)

# By number: what fails is told with all that led to it.
_huge: Final = st.integers(0, len(_HUGE) - 1).map(_HUGE.__getitem__)
_texts: Final = st.text(max_size=40) | st.sampled_from(("", "\x00", "a\nb", "é" * 200, "-1", "../..", "{}", "null"))
_numbers: Final = st.floats() | st.integers(-10, 30) | st.sampled_from((1e308, float("nan"), float("-inf"), 0.5))

RULES: Final[dict[str, Sequence[Any]]] = {
    "preset": sorted(PRESETS),
    "rules": [
        {},
        {"max_deals": 1},
        {"no_such_option": True},
        {"misdeal_claims": ["no_face", 3, None, {"a": []}]},
        {"target_score": 1e300, "joker": "yes"},
    ],
}


def messages(descriptor: Descriptor, meant: Meant, depth: int = 0) -> st.SearchStrategy[Message]:
    """Messages of a type: any, or what a caller could mean with at most one thing amiss."""
    if descriptor.full_name == "google.protobuf.Struct":
        return _structs(meant)
    made = GetMessageClass(descriptor)
    fields = [field for field in descriptor.fields if depth < _DEEPEST or field.message_type is None]
    anything = st.fixed_dictionaries({}, optional={field.name: _values(field, meant, depth) for field in fields})
    usual = [field for field in fields if field.name in meant or field.name in _NEEDED]
    amiss = [anything.map(lambda values: dict(list(values.items())[:1]))]
    sensible = st.fixed_dictionaries({field.name: _usual(field, meant, depth) for field in usual})
    mixed = st.builds(lambda values, more: {**values, **more}, sensible, st.one_of(st.just({}), *amiss))
    return st.one_of(sensible, mixed, anything).map(lambda values: made(**values))


def _usual(field: FieldDescriptor, meant: Meant, depth: int) -> st.SearchStrategy[Any]:
    """What a caller could mean."""
    sensible = _sensible(field, meant)
    one = st.sampled_from(sensible) if sensible else _one(field, meant, depth)
    return st.lists(one, min_size=1, max_size=3) if field.is_repeated else one


def wire(descriptor: Descriptor, meant: Meant) -> st.SearchStrategy[bytes]:
    """Messages as bytes, some with fields behind them that no release has."""
    content = messages(descriptor, meant).map(lambda message: message.SerializeToString())
    unknown = st.sampled_from((b"", b"", b"", b"\xf8\x3f\x07", b"\xfa\x3f\x03abc", b"\xfa\x3f\x80\x08" + b"z" * 1024))
    return st.builds(lambda known, more: known + more, content, unknown)


def _values(field: FieldDescriptor, meant: Meant, depth: int) -> st.SearchStrategy[Any]:
    one = _one(field, meant, depth)
    return st.lists(one, max_size=5) if field.is_repeated else one


def _one(field: FieldDescriptor, meant: Meant, depth: int) -> st.SearchStrategy[Any]:
    if field.message_type is not None:
        return messages(field.message_type, meant, depth + 1)
    sensible, anything = _sensible(field, meant), _scalars(field)
    return st.sampled_from(sensible) | anything if sensible else anything


def _sensible(field: FieldDescriptor, meant: Meant) -> list[Any]:
    """What a caller could mean by the field's name and kind: a board is an id here and a number there."""
    is_text = field.type == FieldDescriptor.TYPE_STRING
    return [each for each in meant.get(field.name, ()) if isinstance(each, str) == is_text or isinstance(each, bytes)]


def _scalars(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    kind = field.cpp_type
    if kind in _INTEGERS:
        low, high = _INTEGERS[kind]
        return st.integers(max(low, -2), 10) | st.sampled_from((low, high)) | st.integers(low, high)
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return st.booleans()
    if kind in _FLOATS:
        return _numbers
    if field.enum_type is not None:
        known = [value.number for value in field.enum_type.values]
        # Enums are open: what a later release would send arrives as a number.
        return st.sampled_from(known) | st.sampled_from((-1, len(known), 99, (1 << 31) - 1, -(1 << 31)))
    if field.type == FieldDescriptor.TYPE_BYTES:
        return st.binary(max_size=70) | st.sampled_from((b"", bytes(16), bytes(32), b"b" * 5_000))
    assert field.type == FieldDescriptor.TYPE_STRING, field.full_name
    return st.one_of(_texts, _texts, _texts, _huge)


def _structs(meant: Meant) -> st.SearchStrategy[struct_pb2.Struct]:
    values = st.recursive(
        st.none() | st.booleans() | _numbers | _texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
        max_leaves=8,
    )
    names = st.sampled_from(sorted({name for preset in PRESETS.values() for name in preset.options}))
    made = st.dictionaries(names | _texts, values, max_size=4)
    return (st.sampled_from(list(meant["rules"])) | made).map(_struct)


def _struct(values: dict[str, Any]) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct


def records(record: str) -> list[str]:
    """A game record, and such as are damaged."""
    whole = json.loads(record)
    damaged: list[object] = [
        {**whole, "deals": whole.get("deals", []) * 40},
        {**whole, "ruleset": {"preset": "euchre", "options": {"min_rank": -7}}},
        {**whole, "proof": {"entries": ["AAAA"], "seed": "zz", "nonces": 3}},
        {**whole, "deals": [{"dealer": 10**30, "hands": "no list"}]},
        {"deals": []},
        [],
        "B",
        None,
    ]
    return [
        record,
        record[: len(record) // 2],
        *map(json.dumps, damaged),
        "[" * 3_000,
        '{"a":' * 3_000,
        "\ud7ff",
        "NaN",
    ]
