"""Bytes in JSON are base64, of either alphabet and padded or not. Protobuf's reader passes over what is none of it."""

import re
from typing import Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from euchre_referee.api.http.parameters import BadParameter

_BASE64: Final = re.compile(r"(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?", re.ASCII)


def check_bytes(message: Descriptor, value: object) -> None:
    """Looks at every field of bytes in the JSON of a message. Raises BadParameter, which names the field."""
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        field = message.fields_by_name.get(name) or message.fields_by_camelcase_name.get(name)
        if field is not None:
            _check(field, inner)


def _check(field: FieldDescriptor, value: object) -> None:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        field, value = field.message_type.fields_by_name["value"], _values(value)
    for each in value if isinstance(value, list) else [value]:
        if field.message_type is not None:
            check_bytes(field.message_type, each)
        elif field.type == FieldDescriptor.TYPE_BYTES and isinstance(each, str) and not _BASE64.fullmatch(each):
            raise BadParameter(f"{field.json_name} is no base64")


def _values(value: object) -> object:
    return list(value.values()) if isinstance(value, dict) else value
