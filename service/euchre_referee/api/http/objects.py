"""Messages in JSON are objects. Protobuf's reader takes whatever is empty for one, an empty list or text too."""

from typing import Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from euchre_referee.api.http.parameters import BadParameter

_ANYTHING: Final = frozenset({"google.protobuf.Value", "google.protobuf.ListValue"})


def check_objects(message: Descriptor, value: object) -> None:
    """Looks at every message in the JSON of a message. Raises BadParameter, which names the field."""
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        field = message.fields_by_name.get(name) or message.fields_by_camelcase_name.get(name)
        if field is not None and field.message_type is not None and field.message_type.full_name not in _ANYTHING:
            _check(field, field.message_type, inner)


def _check(field: FieldDescriptor, message: Descriptor, value: object) -> None:
    if field.is_repeated and not message.GetOptions().map_entry:
        if not isinstance(value, list | None):
            raise BadParameter(f"{field.json_name} is a list")
        for each in value or ():
            _check_one(field, message, each)
    elif value is not None:
        _check_one(field, message, value)


def _check_one(field: FieldDescriptor, message: Descriptor, value: object) -> None:
    # Times and the like are written as text.
    if not isinstance(value, dict) and not (isinstance(value, str) and message.file.package == "google.protobuf"):
        raise BadParameter(f"{field.json_name} is an object")
    check_objects(message, value)
