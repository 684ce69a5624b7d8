"""Messages as JSON schemas: exactly the JSON that protobuf defines for them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

Schema = dict[str, Any]
"""A JSON schema (2020-12), or a part of an OpenAPI document."""

_UINT32: Final = {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}
_INT32: Final = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_UINT64: Final = {"type": "string", "pattern": "^[0-9]+$"}
_INT64: Final = {"type": "string", "pattern": "^-?[0-9]+$"}
_NUMBER: Final = {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}

_SCALARS: Final[Mapping[int, Schema]] = {
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptor.TYPE_INT32: _INT32,
    FieldDescriptor.TYPE_SINT32: _INT32,
    FieldDescriptor.TYPE_SFIXED32: _INT32,
    FieldDescriptor.TYPE_UINT32: _UINT32,
    FieldDescriptor.TYPE_FIXED32: _UINT32,
    FieldDescriptor.TYPE_INT64: _INT64,
    FieldDescriptor.TYPE_SINT64: _INT64,
    FieldDescriptor.TYPE_SFIXED64: _INT64,
    FieldDescriptor.TYPE_UINT64: _UINT64,
    FieldDescriptor.TYPE_FIXED64: _UINT64,
    FieldDescriptor.TYPE_DOUBLE: _NUMBER,
    FieldDescriptor.TYPE_FLOAT: _NUMBER,
}

_WELL_KNOWN: Final[Mapping[str, Schema]] = {
    "google.protobuf.Struct": {"type": "object"},
    "google.protobuf.Value": {},
    "google.protobuf.ListValue": {"type": "array"},
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
    "google.protobuf.Empty": {"type": "object", "maxProperties": 0},
}
"""Messages whose JSON is not an object of their fields."""


def described(schema: Schema, comment: str) -> Schema:
    """The schema with a description, if there is one."""
    return {**schema, "description": comment} if comment else dict(schema)


def is_text(field: FieldDescriptor) -> bool:
    """A text can stand for each of its values: neither a map nor a message with fields of its own."""
    return field.message_type is None or _WELL_KNOWN.get(field.message_type.full_name, {}).get("type") == "string"


def reachable(messages: Iterable[Descriptor]) -> frozenset[str]:
    """Full names of the messages, and of those that they are made of."""
    found: set[str] = set()
    waiting = list(messages)
    while waiting:
        message = waiting.pop()
        if message.full_name not in found:
            found.add(message.full_name)
            waiting += [field.message_type for field in message.fields if field.message_type is not None]
    return frozenset(found)


class Schemas:
    """The schemas of a document, each made when it is first referred to."""

    def __init__(self, comments: Mapping[str, str], asked: frozenset[str]) -> None:
        """`asked`: full names of the messages that callers send. In those nothing is required, and nothing unknown
        is allowed; in all others what is always told is required.
        """
        self._comments: Final = comments
        self._asked: Final = asked
        self._made: Final[dict[str, Schema]] = {}

    def components(self) -> Schema:
        """All schemas that something refers to, by name."""
        return dict(sorted(self._made.items()))

    def comment(self, message: Descriptor) -> str:
        """What the contract says of a message."""
        return self._comments.get(message.full_name, "")

    def value(self, field: FieldDescriptor) -> Schema:
        """What a single value of a field looks like; of a repeated field, one of them."""
        if field.message_type is not None:
            return self.reference(field.message_type)
        if field.enum_type is not None:
            return self._refer(field.enum_type, self._enum)
        return dict(_SCALARS[field.type])

    def reference(self, message: Descriptor, without: frozenset[str] = frozenset()) -> Schema:
        """A message, less the fields that stand elsewhere than in the body."""
        known = _WELL_KNOWN.get(message.full_name)
        if known is not None:
            return dict(known)
        return self._refer(message, lambda message: self._message(message, without))

    def field(self, field: FieldDescriptor) -> Schema:
        """A field of a message, with its comment."""
        return described(self._shape(field), self._comments.get(field.full_name, ""))

    def _refer(self, type_: Any, make: Any) -> Schema:
        name = type_.full_name.removeprefix(f"{type_.file.package}.")
        if name not in self._made:
            # Before it is made: messages may hold each other.
            self._made[name] = {}
            self._made[name] = make(type_)
        return {"$ref": f"#/components/schemas/{name}"}

    def _shape(self, field: FieldDescriptor) -> Schema:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return {"type": "object", "additionalProperties": self.value(field.message_type.fields_by_name["value"])}
        value = self.value(field)
        return {"type": "array", "items": value} if field.is_repeated else value

    def _message(self, message: Descriptor, without: frozenset[str]) -> Schema:
        fields = [field for field in message.fields if field.name not in without]
        schema: Schema = {"type": "object", "properties": {field.json_name: self.field(field) for field in fields}}
        if message.full_name in self._asked:
            schema["additionalProperties"] = False
        else:
            always = [field.json_name for field in fields if not field.has_presence]
            if always:
                schema["required"] = always
        choices = [_choice(names) for names in _choices(fields)]
        if len(choices) == 1:
            schema |= choices[0]
        elif choices:
            schema["allOf"] = choices
        return described(schema, self.comment(message))

    def _enum(self, enum: EnumDescriptor) -> Schema:
        told = [self._comments.get(enum.full_name, "")]
        told += [
            f"- `{value.name}`: {self._comments.get(f'{enum.full_name}.{value.name}', '')}" for value in enum.values
        ]
        return {"type": "string", "enum": [value.name for value in enum.values], "description": "\n".join(told)}


def _choices(fields: Iterable[FieldDescriptor]) -> Iterator[list[str]]:
    """The names of each set of fields of which one at most is there."""
    sets: dict[str, list[str]] = {}
    for field in fields:
        oneof = field.containing_oneof
        # What is only `optional` stands in a set of its own.
        if oneof is not None and len(oneof.fields) > 1:
            sets.setdefault(oneof.name, []).append(field.json_name)
    return iter(sets.values())


def _choice(names: list[str]) -> Schema:
    one = [{"required": [name]} for name in names]
    return {"oneOf": [*one, {"not": {"anyOf": one}}]}
