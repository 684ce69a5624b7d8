"""Methods of the contract as operations: what they take, and what they answer."""

import json
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from euchre_referee.api.http.bindings import WHOLE, Binding
from euchre_referee.api.http.parameters import field_way
from euchre_referee.api.openapi.conditions import condition_parameters, is_tagged, not_modified, tag_header, takes_a_tag
from euchre_referee.api.openapi.examples import Example, answers_of
from euchre_referee.api.openapi.problems import PROBLEM_REFERENCE, problem_references
from euchre_referee.api.openapi.schemas import Schema, Schemas, described, is_text
from euchre_referee.api.openapi.streams import first_event, stream_answer, stream_over, stream_parameters

_VARIABLE: Final = re.compile(r"\{([^}=]+)(?:=[^}]*)?\}")
_JSON: Final = "application/json"
_AS_TEXT: Final = (FieldDescriptor.TYPE_BYTES, FieldDescriptor.TYPE_ENUM, FieldDescriptor.TYPE_MESSAGE)

Examples = tuple[Example, ...]


def operation_path(binding: Binding) -> str:
    """Where it is; a variable has the name of its field, without the messages that hold it."""
    return _VARIABLE.sub(lambda found: f"{{{_leaf(binding, found[1]).json_name}}}", binding.template.text)


def operation_id(binding: Binding) -> str:
    """Unique, and the same in every release: the method's name with its service's."""
    return binding.name.replace(".", "_")


class Describer:
    """Describes operations; the schemas that they refer to gather in `schemas`."""

    def __init__(self, comments: Mapping[str, str], schemas: Schemas, examples: Examples) -> None:
        self._comments: Final = comments
        self._schemas: Final = schemas
        self._examples: Final = examples

    def operation(self, binding: Binding) -> Schema:
        """The operation as the document has it."""
        told = self._comments.get(binding.method.full_name, "")
        method = binding.method.full_name
        examples = tuple(each for each in self._examples if each.method == method and each.status == HTTPStatus.OK)
        if binding.streams:
            examples = tuple(each._replace(answer=first_event(each.answer)) for each in examples)
        operation: Schema = {
            "operationId": operation_id(binding),
            "tags": [binding.method.containing_service.name],
            "summary": told.partition(". ")[0].removesuffix("."),
            "description": told,
            "parameters": [*self._of_path(binding, examples), *self._of_query(binding, examples)],
        }
        operation["parameters"] += stream_parameters() if binding.streams else condition_parameters(binding)
        if binding.body:
            operation["requestBody"] = self._body(binding, examples)
        operation["responses"] = self._responses(binding, examples)
        return operation

    def _of_path(self, binding: Binding, examples: Examples) -> Iterator[Schema]:
        for path in binding.template.fields:
            field = _leaf(binding, path)
            yield self._parameter(field.json_name, "path", field, {each.name: each.path for each in examples})

    def _of_query(self, binding: Binding, examples: Examples) -> Iterator[Schema]:
        if binding.body == WHOLE:
            return
        for way in _leaves(binding.asked, ()):
            path = ".".join(field.name for field in way)
            if path not in binding.template.fields and way[0].name != binding.body:
                name = ".".join(field.json_name for field in way)
                yield self._parameter(name, "query", way[-1], {each.name: each.query for each in examples})

    def _parameter(
        self, name: str, place: str, field: FieldDescriptor, told: Mapping[str, Mapping[str, str]]
    ) -> Schema:
        schema = self._schemas.field(field)
        comment = schema.pop("description", "")
        parameter: Schema = {"name": name, "in": place, "required": place == "path", "schema": schema}
        shown = {title: {"value": _typed(field, values[name])} for title, values in told.items() if name in values}
        if shown:
            parameter["examples"] = shown
        return described(parameter, comment)

    def _body(self, binding: Binding, examples: Examples) -> Schema:
        if binding.body == WHOLE:
            schema = self._schemas.reference(binding.asked, without=frozenset(binding.template.fields))
        else:
            schema = self._schemas.value(binding.asked.fields_by_name[binding.body])
        content: Schema = {"schema": schema}
        if examples:
            content["examples"] = {each.name: {"value": each.body} for each in examples}
        return {"required": True, "content": {_JSON: content}}

    def _responses(self, binding: Binding, examples: Examples) -> Schema:
        message, comment = self._schemas.reference(binding.answered), self._comments.get(binding.answered.full_name, "")
        refused = problem_references(stale=takes_a_tag(binding))
        if binding.streams:
            told, others = stream_answer(message, comment, PROBLEM_REFERENCE), {"204": stream_over()}
        else:
            told, others = {"description": comment, "content": {_JSON: {"schema": message}}}, {}
        if is_tagged(binding):
            told["headers"], others = tag_header(), {"304": not_modified()}
        if examples:
            (content,) = told["content"].values()
            content["examples"] = answers_of(examples)
        return {"200": told, **others, **refused}


def _typed(field: FieldDescriptor, text: str) -> object:
    """What stands in an address, as a value of its schema."""
    return json.loads(text) if field.type not in (FieldDescriptor.TYPE_STRING, *_AS_TEXT) else text


def _leaf(binding: Binding, path: str) -> FieldDescriptor:
    return field_way(binding.asked, path)[-1]


def _leaves(message: Descriptor, outer: tuple[FieldDescriptor, ...]) -> Iterator[tuple[FieldDescriptor, ...]]:
    """The ways to all fields that a query may set: of messages the fields inside."""
    for field in message.fields:
        way = (*outer, field)
        inner = field.message_type
        if is_text(field):
            yield way
        elif inner is not None and not field.is_repeated and inner not in [each.containing_type for each in way]:
            yield from _leaves(inner, way)
