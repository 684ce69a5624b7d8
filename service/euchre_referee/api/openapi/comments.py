"""The contract's comments. The generated code has none, so they come from the descriptors made beside it."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

_MESSAGES: Final = FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER
_ENUMS: Final = FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER
_SERVICES: Final = FileDescriptorProto.SERVICE_FIELD_NUMBER
_METHODS: Final = ServiceDescriptorProto.METHOD_FIELD_NUMBER
_FIELDS: Final = DescriptorProto.FIELD_FIELD_NUMBER
_NESTED: Final = DescriptorProto.NESTED_TYPE_FIELD_NUMBER
_NESTED_ENUMS: Final = DescriptorProto.ENUM_TYPE_FIELD_NUMBER
_VALUES: Final = EnumDescriptorProto.VALUE_FIELD_NUMBER

Path = tuple[int, ...]
Named = tuple[Path, str]
"""A place in a file, as its source information counts, and the full name of what is there."""


def contract() -> FileDescriptorSet:
    """Every file of the contract and what they import, with comments (`euchre/contract.binpb`)."""
    return FileDescriptorSet.FromString(files("euchre").joinpath("contract.binpb").read_bytes())


def comments_of(contract: FileDescriptorSet) -> Mapping[str, str]:
    """The comment of each service, method, message, field, enum and value (`enum.VALUE`) that has one, by full name.

    A comment is a line of text for each paragraph.
    """
    found = {}
    for file in contract.file:
        names = dict(_named(file))
        for location in file.source_code_info.location:
            name = names.get(tuple(location.path))
            if name is not None and location.leading_comments:
                found[name] = _text(location.leading_comments)
    return found


def _text(comment: str) -> str:
    paragraphs = "\n".join(line.strip() for line in comment.splitlines()).strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _named(file: FileDescriptorProto) -> Iterator[Named]:
    yield from _messages(file.message_type, (_MESSAGES,), file.package)
    yield from _enums(file.enum_type, (_ENUMS,), file.package)
    for number, service in enumerate(file.service):
        name = f"{file.package}.{service.name}"
        yield (_SERVICES, number), name
        for index, method in enumerate(service.method):
            yield (_SERVICES, number, _METHODS, index), f"{name}.{method.name}"


def _messages(messages: Iterable[DescriptorProto], path: Path, scope: str) -> Iterator[Named]:
    for number, message in enumerate(messages):
        here, name = (*path, number), f"{scope}.{message.name}"
        yield here, name
        for index, field in enumerate(message.field):
            yield (*here, _FIELDS, index), f"{name}.{field.name}"
        yield from _messages(message.nested_type, (*here, _NESTED), name)
        yield from _enums(message.enum_type, (*here, _NESTED_ENUMS), name)


def _enums(enums: Iterable[EnumDescriptorProto], path: Path, scope: str) -> Iterator[Named]:
    for number, enum in enumerate(enums):
        here, name = (*path, number), f"{scope}.{enum.name}"
        yield here, name
        for index, value in enumerate(enum.value):
            yield (*here, _VALUES, index), f"{name}.{value.name}"
