"""Operations as HTML: what they take and answer, examples as commands, and a form to try them."""

import json
import shlex
from collections.abc import Iterator
from html import escape
from typing import Any, Final
from urllib.parse import quote, urlencode

from euchre_referee.api.openapi.examples import WITH_TOKEN
from euchre_referee.api.openapi.markup import block, inline
from euchre_referee.api.openapi.page_schemas import type_words
from euchre_referee.api.openapi.schemas import Schema
from euchre_referee.api.openapi.streams import EVENT_STREAM, event_text, message_of

_PROBLEMS: Final = "#/components/responses/"
_SERVER: Final = "http://127.0.0.1:7448"


def operation_section(path: str, verb: str, operation: Schema) -> str:
    """One operation."""
    name = operation["operationId"]
    parts = [
        f'<section class="operation" id="{name}">',
        f'<h3><span class="verb {verb}">{verb.upper()}</span> <code>{escape(path)}</code></h3>',
        block(operation["description"]),
        _parameters(operation["parameters"]),
        _body(operation.get("requestBody")),
        _answer(operation["responses"]["200"]),
        _refusals(operation["responses"]),
        *_examples(path, verb, operation),
        _form(path, verb, operation),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _parameters(parameters: list[Schema]) -> str:
    if not parameters:
        return ""
    rows = "\n".join(
        f"<tr><td><code>{each['name']}</code></td><td>{each['in']}</td><td>{type_words(each['schema'])}</td>"
        f"<td>{inline(each.get('description', ''))}</td></tr>"
        for each in parameters
    )
    head = "<tr><th>parameter</th><th>in</th><th>is</th><th>meaning</th></tr>"
    return f"<table><thead>{head}</thead>\n<tbody>{rows}</tbody></table>"


def _body(body: Schema | None) -> str:
    if body is None:
        return ""
    return f"<p>Body: {type_words(body['content']['application/json']['schema'])}</p>"


def _answer(answer: Schema) -> str:
    ((kind, content),) = answer["content"].items()
    if kind == EVENT_STREAM:
        events = f"<p>Answer: <code>{kind}</code> of {type_words(message_of(content))}</p>"
        return f"{events}\n{block(answer['description'])}"
    return f"<p>Answer: {type_words(content['schema'])}</p>"


def _refusals(responses: Schema) -> str:
    names = [response["$ref"].removeprefix(_PROBLEMS) for response in responses.values() if "$ref" in response]
    links = ", ".join(f'<a href="#{name}">{name.removeprefix("Problem")}</a>' for name in names)
    return f"<p>Refusals: {links}</p>" if links else ""


def _examples(path: str, verb: str, operation: Schema) -> Iterator[str]:
    ((kind, answer),) = operation["responses"]["200"]["content"].items()
    for example in answer.get("examples", {}).items():
        yield example_told(example, example_command(path, verb, operation, example[0]), streams=kind == EVENT_STREAM)


def example_told(example: tuple[str, Schema], command: str = "", *, streams: bool = False) -> str:
    """An answer, by its name, with the command that it answers."""
    name, told = example
    shown = event_text(told["value"]) if streams else _pretty(told["value"])
    parts = "\n".join(f"<pre><code>{escape(part)}</code></pre>" for part in (command, shown) if part)
    return f"<details><summary>{inline(name)}</summary>\n{parts}</details>"


def example_command(path: str, verb: str, operation: Schema, name: str) -> str:
    """The call of an example for a shell."""
    query = {}
    for parameter in operation["parameters"]:
        if name not in parameter.get("examples", {}):
            continue
        value = parameter["examples"][name]["value"]
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(value, safe=""))
        else:
            query[parameter["name"]] = value if isinstance(value, str) else json.dumps(value)
    ((kind, answer),) = operation["responses"]["200"]["content"].items()
    flags = "-sSN" if kind == EVENT_STREAM else "-sS"
    words = [f"curl {flags} {shlex.quote(f'{_SERVER}{path}' + (f'?{urlencode(query)}' if query else ''))}"]
    if answer["examples"][name].get("description") == WITH_TOKEN:
        words.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["examples"][name]["value"]
        words += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(json.dumps(body))}"]
    if verb not in ("get", "post"):
        words.insert(1, f"-X {verb.upper()}")
    return " \\\n  ".join(words)


def _form(path: str, verb: str, operation: Schema) -> str:
    inputs = "".join(
        f'<label>{each["name"]} <input name="{each["name"]}" data-in="{each["in"]}"></label>'
        for each in operation["parameters"]
        if each["in"] != "header"
    )
    if "requestBody" in operation:
        examples = operation["requestBody"]["content"]["application/json"].get("examples", {})
        first: Any = next(iter(examples.values()), {"value": {}})["value"]
        inputs += f'<label>body <textarea name="body" rows="6">{escape(_pretty(first))}</textarea></label>'
    return (
        f'<form class="try" data-verb="{verb.upper()}" data-path="{escape(path)}" hidden>{inputs}'
        '<button>Send</button> <button type="reset">Stop</button>'
        '<pre class="told" aria-live="polite"></pre></form>'
    )


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
