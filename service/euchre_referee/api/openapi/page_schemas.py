"""Schemas as HTML: the types of fields in words, with links, and a table for each message."""

from typing import Final

from euchre_referee.api.openapi.markup import block, inline
from euchre_referee.api.openapi.schemas import Schema

_REFERENCE: Final = "#/components/schemas/"


def type_words(schema: Schema) -> str:
    """What a value is, as HTML."""
    reference = schema.get("$ref")
    if reference is not None:
        name = reference.removeprefix(_REFERENCE)
        return f'<a href="#schema-{name}">{name}</a>'
    if "const" in schema:
        return f"<code>{schema['const']}</code>"
    match schema.get("type"):
        case "array":
            return f"list of {type_words(schema['items'])}" if "items" in schema else "list"
        case "object":
            inner = schema.get("additionalProperties")
            return f"object with values of {type_words(inner)}" if isinstance(inner, dict) else "object"
        case "string":
            return "base64" if schema.get("contentEncoding") == "base64" else schema.get("format", "text")
        case "integer":
            return "number, 0 or more" if schema.get("minimum") == 0 else "number"
        case "boolean":
            return "true or false"
    return "number" if "anyOf" in schema else "any JSON"


def schema_section(name: str, schema: Schema) -> str:
    """A message or an enum."""
    told = block(schema.get("description", ""))
    return f'<section id="schema-{name}"><h3>{name}</h3>\n{told}\n{_fields(schema)}</section>'


def _fields(schema: Schema) -> str:
    if "properties" not in schema:
        return ""
    rows = "\n".join(_row(name, field, schema) for name, field in schema["properties"].items())
    return f"<table><thead><tr><th>field</th><th>is</th><th>meaning</th></tr></thead>\n<tbody>{rows}</tbody></table>"


def _row(name: str, field: Schema, schema: Schema) -> str:
    rivals = [each for each in _rivals(schema, name) if each != name]
    told = inline(field.get("description", ""))
    if rivals:
        told += f" <em>Instead of {', '.join(f'<code>{rival}</code>' for rival in rivals)}.</em>"
    return f"<tr><td><code>{name}</code></td><td>{type_words(field)}</td><td>{told}</td></tr>"


def _rivals(schema: Schema, name: str) -> list[str]:
    """All fields of which one at most is set, where the field is one of them."""
    for choice in (schema, *schema.get("allOf", ())):
        names = [each for one in choice.get("oneOf", ()) for each in one.get("required", ())]
        if name in names:
            return names
    return []
