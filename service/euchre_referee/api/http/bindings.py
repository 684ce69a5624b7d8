"""Methods of the contract at their places in HTTP, read from the descriptors."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from google.api import annotations_pb2, http_pb2
from google.protobuf.descriptor import Descriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from euchre_referee.api.http.templates import Template, parse_template

_HTTP: Final[Any] = annotations_pb2.http

WHOLE: Final = "*"
"""The body holds every field that is not in the path."""


class Binding(NamedTuple):
    """A method at one of its places."""

    method: MethodDescriptor
    verb: str
    """`GET`, `POST`, ..."""
    template: Template
    body: str
    """The field that the body is, WHOLE, or empty: there is none."""
    request: type[Message]

    @property
    def name(self) -> str:
        """As metrics and the log name it."""
        return f"{self.method.containing_service.name}.{self.method.name}"

    @property
    def streams(self) -> bool:
        """It answers with a stream."""
        return bool(self.method.server_streaming)

    @property
    def asked(self) -> Descriptor:
        """The request's type."""
        return self.method.input_type

    @property
    def answered(self) -> Descriptor:
        """The answer's type."""
        return self.method.output_type


def bindings_of(services: Iterable[ServiceDescriptor]) -> list[Binding]:
    """Every place of every method; those with a verb behind a colon first, as a variable would take it in.

    What streams from the client has no place in HTTP. Raises ValueError if an annotation cannot be served.
    """
    found = [binding for service in services for method in service.methods for binding in _places(method)]
    return sorted(found, key=lambda binding: not binding.template.verb)


def _places(method: MethodDescriptor) -> Iterator[Binding]:
    rule: http_pb2.HttpRule = method.GetOptions().Extensions[_HTTP]
    if rule.WhichOneof("pattern") is None:
        return
    if method.client_streaming:
        raise ValueError(f"{method.full_name} streams from the client, which HTTP cannot carry: take its path away")
    for each in (rule, *rule.additional_bindings):
        yield _place(method, each)


def _place(method: MethodDescriptor, rule: http_pb2.HttpRule) -> Binding:
    verb, path = _pattern(rule)
    template = parse_template(path)
    request: Any = GetMessageClass(method.input_type)
    for field in template.fields:
        leaf: Descriptor | None = method.input_type
        *outer, name = field.split(".")
        for each in outer:
            leaf = leaf.fields_by_name[each].message_type if leaf is not None else None
        if leaf is None or name not in leaf.fields_by_name:
            raise ValueError(f"{method.full_name}: there is no field {field} for {path}")
    return Binding(method, verb, template, rule.body, request)


def _pattern(rule: http_pb2.HttpRule) -> tuple[str, str]:
    kind = rule.WhichOneof("pattern")
    if kind == "custom":
        return rule.custom.kind.upper(), rule.custom.path
    assert kind is not None
    return kind.upper(), getattr(rule, kind)
