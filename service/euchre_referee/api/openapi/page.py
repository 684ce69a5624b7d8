"""The document as one page for people, which needs nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Final

from euchre_referee.api.openapi.markup import block, inline
from euchre_referee.api.openapi.page_operations import example_told, operation_section
from euchre_referee.api.openapi.page_schemas import schema_section
from euchre_referee.api.openapi.schemas import Schema

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: HTTP API</title>
<link rel="stylesheet" href="docs/page.css">
<script src="docs/page.js" defer></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<nav aria-label="Contents">
<form role="search"><label>Find <input type="search" id="find" autocomplete="off"></label></form>
{contents}
</nav>
<main id="main">
<h1>{title} <small>{version}</small></h1>
<p>The same for programs: <a href="openapi.json">openapi.json</a> (OpenAPI {openapi}).</p>
{introduction}
<form class="token" hidden><label>Token for the forms below
<input type="password" id="token" autocomplete="off"></label></form>
{services}
<h2 id="refusals">Refusals</h2>
{refusals}
<h2 id="schemas">Messages</h2>
{schemas}
</main>
</body>
</html>
"""


def page_html(document: Schema) -> str:
    """The page, as HTML."""
    info, components = document["info"], document["components"]
    return _PAGE.format(
        title=escape(info["title"]),
        version=escape(info["version"]),
        openapi=escape(document["openapi"]),
        introduction=block(info["description"]),
        contents="\n".join(_contents(document)),
        services="\n".join(_services(document)),
        refusals="\n".join(_refusals(components["responses"])),
        schemas="\n".join(schema_section(name, schema) for name, schema in components["schemas"].items()),
    )


def _operations(document: Schema, tag: str) -> Iterator[tuple[str, str, Schema]]:
    for path, item in document["paths"].items():
        for verb, operation in item.items():
            if tag in operation["tags"]:
                yield path, verb, operation


def _contents(document: Schema) -> Iterator[str]:
    for tag in document["tags"]:
        links = "".join(
            f'<li><a href="#{operation["operationId"]}">{operation["operationId"].partition("_")[2]}</a></li>'
            for _, _, operation in _operations(document, tag["name"])
        )
        yield f'<p><a href="#{tag["name"]}">{tag["name"]}</a></p>\n<ul>{links}</ul>'
    yield '<p><a href="#refusals">Refusals</a></p>\n<p><a href="#schemas">Messages</a></p>'


def _services(document: Schema) -> Iterator[str]:
    for tag in document["tags"]:
        yield f'<h2 id="{tag["name"]}">{tag["name"]}</h2>\n<p>{inline(tag["description"])}</p>'
        for path, verb, operation in _operations(document, tag["name"]):
            yield operation_section(path, verb, operation)


def _refusals(responses: Schema) -> Iterator[str]:
    for name, response in responses.items():
        status, ((_, content),) = name.removeprefix("Problem"), response["content"].items()
        shown = "".join(map(example_told, content.get("examples", {}).items()))
        yield f'<section id="{name}"><h3>{status}</h3>\n{block(response["description"])}\n{shown}</section>'
