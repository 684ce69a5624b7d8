"""Requests put together from body, path and query: whatever a request holds gets there, and nothing else."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct, Value

from euchre_referee.api.http.bindings import Binding, bindings_of
from euchre_referee.api.http.parameters import BadParameter, read_query
from euchre_referee.api.http.refusals import HttpRefused
from euchre_referee.api.http.transcoding import request_of
from euchre_referee.api.server import SERVICES

DESCRIPTORS: list[Any] = list(map(descriptor_pool.Default().FindServiceByName, SERVICES))
BINDINGS = {binding.name: binding for binding in bindings_of(DESCRIPTORS)}
NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
}


def fill(message: Any, rng: random.Random, depth: int = 0) -> None:
    """Sets every field of a message, at random."""
    if isinstance(message, Struct):
        message.update({"max_deals": 3, "all_pass": "redeal", "many": ["a", True, None]})
        return
    if isinstance(message, Value):
        message.string_value = "\u00e9"
        return
    chosen = {oneof.name: rng.choice(oneof.fields) for oneof in message.DESCRIPTOR.oneofs}
    for field in message.DESCRIPTOR.fields:
        oneof = field.containing_oneof
        if oneof is not None and chosen[oneof.name] != field:
            continue
        if field.message_type is not None:
            if depth > 3:
                continue
            inner = getattr(message, field.name)
            if field.is_repeated:
                for _ in range(2):
                    fill(inner.add(), rng, depth + 1)
            else:
                inner.SetInParent()
                fill(inner, rng, depth + 1)
        elif field.is_repeated:
            getattr(message, field.name).extend([scalar(field, rng), scalar(field, rng)])
        else:
            setattr(message, field.name, scalar(field, rng))


def scalar(field: FieldDescriptor, rng: random.Random) -> object:
    """A value of a field, often the one that it would have anyway."""
    if field.enum_type is not None:
        return rng.choice(field.enum_type.values).number
    if field.cpp_type in NUMBERS:
        return rng.choice([0, 1, 7, 2**31 - 1])
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return rng.random() < 0.5
    if field.type == FieldDescriptor.TYPE_BYTES:
        return rng.randbytes(rng.choice([1, 16, 31]))
    if field.cpp_type in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
        return rng.choice([0.5, 2.0])
    return rng.choice(["a", "20-x", "\u00e9 /&=?#%\u2660", "a:b"])


def leaves(message: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """What a message holds, as a query tells it."""
    for field, value in message.ListFields():
        here = (*way, field.json_name)
        if field.message_type is not None and not field.is_repeated:
            yield from leaves(value, here)
            continue
        told = MessageToDict(message)[field.json_name]
        for each in told if field.is_repeated else [told]:
            yield ".".join(here), str(each).lower() if isinstance(each, bool) else str(each)


def bound_in(message: Message, path: str) -> str:
    """The text of a field that stands in a path."""
    value: Any = message
    for name in path.split("."):
        value = getattr(value, name)
    return str(value)


def is_flat(message: Descriptor) -> bool:
    """A query can tell all of it."""
    return all(field.message_type is None for field in message.fields)


@pytest.mark.parametrize("name", sorted(BINDINGS))
def test_whatever_a_request_holds_is_transcoded(name: str) -> None:
    binding, rng = BINDINGS[name], random.Random(name)
    for _ in range(20):
        asked: Any = binding.request()
        fill(asked, rng)
        variables = {path: bound_in(asked, path) for path in binding.template.fields}
        if binding.body:
            assert request_of(binding, variables, [], MessageToDict(asked)) == asked
            snake = MessageToDict(asked, preserving_proto_field_name=True, use_integers_for_enums=True)
            assert request_of(binding, variables, [], snake) == asked
        else:
            assert is_flat(binding.asked)
            told = [(way, text) for way, text in leaves(asked) if way not in variables]
            assert request_of(binding, variables, told, None) == asked


def test_every_method_but_the_stream_of_both_has_a_place() -> None:
    methods = {f"{service.name}.{method.name}" for service in DESCRIPTORS for method in service.methods}
    assert methods - BINDINGS.keys() == {"PlayerService.Play"}


def refused(binding: Binding, parameters: list[tuple[str, str]], body: object = None) -> str:
    """Why a request is refused."""
    variables = dict.fromkeys(binding.template.fields, "g")
    with pytest.raises(HttpRefused) as raised:
        request_of(binding, variables, parameters, body)
    assert raised.value.status == 400
    return raised.value.detail


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ([("nothing", "1")], "nothing"),
        ([("seat.x", "1")], "seat.x"),
        ([("seat", "one")], "seat"),
        ([("seat", "")], "seat"),
        ([("seat", "1_0")], "seat"),
        ([("seat", "-1")], "seat"),
        ([("seat", "4294967296")], "seat"),
        ([("seat", "0"), ("seat", "1")], "seat"),
        ([("full", "yes")], "full"),
        ([("full", "TRUE")], "full"),
        ([("game", "other")], "game"),
        ([("", "1")], "''"),
    ],
)
def test_a_query_that_fits_no_field_is_refused(parameters: list[tuple[str, str]], told: str) -> None:
    assert told in refused(BINDINGS["RefereeService.GetView"], parameters)


def test_seat_0_is_a_seat_and_none_is_none() -> None:
    binding = BINDINGS["RefereeService.GetView"]
    absent: Any = request_of(binding, {"game": "g"}, [], None)
    zero: Any = request_of(binding, {"game": "g"}, [("seat", "0")], None)
    assert (absent.HasField("seat"), zero.HasField("seat"), zero.seat) == (False, True, 0)


def test_what_stands_in_path_and_body_must_be_the_same() -> None:
    binding = BINDINGS["RefereeService.Act"]
    body = {"decision": {"game": "g", "version": 3, "text": "pass"}}
    same: Any = request_of(binding, {"decision.game": "g"}, [], body)
    assert (same.decision.game, same.decision.version) == ("g", 3)
    body["decision"]["game"] = "h"
    assert "decision.game" in refused(binding, [], body)
    assert "query" in refused(binding, [("decision.seat", "1")], {})


BODIES: list[object] = [
    None,
    [],
    "x",
    3,
    {"Decision": {}},
    {"decision": []},
    {"decision": ""},
    {"decision": 0},
    {"decision": False},
    {"decision": [{}]},
    {"decision": {"text": 3}},
]


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_is_no_request_is_refused(body: object) -> None:
    refused(BINDINGS["RefereeService.Act"], [], body)


def test_messages_are_objects_and_lists_are_lists() -> None:
    binding = BINDINGS["RefereeService.CreateGame"]
    bodies: list[object] = [{"seats": {}}, {"seats": [[]]}, {"seats": [None]}, {"clocks": ""}]
    for body in (*bodies, {"ruleset": {"options": []}}):
        refused(binding, [], body)
    whole: Any = request_of(binding, {}, [], {"clocks": None, "seats": None, "ruleset": {"options": {"a": []}}})
    assert not whole.HasField("clocks")
    assert list(whole.ruleset.options["a"]) == []


def test_a_query_is_read_as_it_was_written() -> None:
    assert read_query("a=1&b=%E2%99%A0+x&a=") == [("a", "1"), ("b", "\u2660 x"), ("a", "")]
    for bad in ("a=%ff", "&".join("a=1" for _ in range(200))):
        with pytest.raises(BadParameter):
            read_query(bad)
