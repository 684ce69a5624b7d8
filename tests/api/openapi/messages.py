"""Messages of the contract with every field set, or none."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.struct_pb2 import Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp

_SAMPLES: dict[int, Any] = {
    FieldDescriptor.CPPTYPE_BOOL: True,
    FieldDescriptor.CPPTYPE_DOUBLE: 0.5,
    FieldDescriptor.CPPTYPE_FLOAT: 0.5,
    FieldDescriptor.CPPTYPE_INT32: -7,
    FieldDescriptor.CPPTYPE_INT64: -(2**40),
    FieldDescriptor.CPPTYPE_UINT32: 2**32 - 1,
    FieldDescriptor.CPPTYPE_UINT64: 2**60,
    FieldDescriptor.CPPTYPE_ENUM: 1,
}
_MOST_DEPTH = 8


def empty(message: Descriptor) -> Message:
    """Nothing is set."""
    made: Message = GetMessageClass(message)()
    return made


def full(message: Descriptor, depth: int = 0) -> Any:
    """Every field is set; of several that exclude each other the last."""
    made: Any = empty(message)
    known = _well_known(made)
    if known is not None:
        return known
    for field in message.fields:
        if field.message_type is None:
            sample = _sample(field)
            if field.is_repeated:
                getattr(made, field.name).extend([sample, sample])
            else:
                setattr(made, field.name, sample)
        elif field.message_type.GetOptions().map_entry:
            getattr(made, field.name)["key"] = "value"
        elif depth < _MOST_DEPTH:
            inner = full(field.message_type, depth + 1)
            if field.is_repeated:
                getattr(made, field.name).append(inner)
            else:
                getattr(made, field.name).CopyFrom(inner)
    return made


def _well_known(made: Message) -> Message | None:
    match made:
        case Struct():
            made.update({"a": [1, "b", {"c": False}], "d": None})
        case Value():
            made.string_value = "text"
        case Timestamp():
            made.FromSeconds(1_800_000_000)
        case _:
            return None
    return made


def as_told(message: Message) -> dict[str, Any]:
    """As JSON is told over HTTP."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


def all_messages(roots: Iterator[Descriptor]) -> dict[str, Descriptor]:
    """The messages and what they are made of, by name; only those of the contract."""
    found: dict[str, Descriptor] = {}
    waiting = list(roots)
    while waiting:
        message = waiting.pop()
        if message.name not in found and message.full_name.startswith("euchre."):
            found[message.name] = message
            waiting += [field.message_type for field in message.fields if field.message_type is not None]
    return dict(sorted(found.items()))


def _sample(field: FieldDescriptor) -> Any:
    if field.type == FieldDescriptor.TYPE_BYTES:
        return b"\x00\xff\xfe~"
    if field.type == FieldDescriptor.TYPE_STRING:
        return 'text "é"'
    return _SAMPLES[field.cpp_type]
