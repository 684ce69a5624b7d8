"""The page for people says all that the document says, and needs nothing from elsewhere."""

import json
import re
import shlex
from html.parser import HTMLParser

import pytest

from euchre_referee.api.openapi.markup import block, inline
from euchre_referee.api.openapi.page import page_html
from euchre_referee.api.openapi.page_operations import example_command
from euchre_referee.api.openapi.schemas import Schema

VOID_ELEMENTS = {"meta", "link", "input"}


class Page(HTMLParser):
    """What stands in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        told = {name: value or "" for name, value in attributes}
        if tag not in VOID_ELEMENTS:
            self._open.append(tag)
        if "id" in told:
            self.ids.append(told["id"])
        if tag == "a":
            self.links.append(told["href"])
        if tag in ("link", "script", "img"):
            self.loaded.append(told.get("href") or told["src"])
        self.inline += [name for name in told if name == "style" or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        assert self._open.pop() == tag


@pytest.fixture(scope="module")
def page(openapi: Schema) -> Page:
    return Page(page_html(openapi))


def test_every_operation_and_every_message_has_its_place(openapi: Schema, page: Page) -> None:
    names = {operation["operationId"] for item in openapi["paths"].values() for operation in item.values()}
    names |= {f"schema-{name}" for name in openapi["components"]["schemas"]}
    names |= set(openapi["components"]["responses"])
    assert names <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_every_link_leads_somewhere(page: Page) -> None:
    places = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert places <= set(page.ids)
    assert [link for link in page.links if not link.startswith("#")] == ["openapi.json"]


def test_it_loads_its_own_files_only_and_holds_no_style_or_script_itself(page: Page) -> None:
    assert page.loaded == ["docs/page.css", "docs/page.js"]
    assert page.inline == []


def test_text_with_marks() -> None:
    assert inline("a `<b>` & c") == "a <code>&lt;b&gt;</code> &amp; c"
    assert block("One.\n\n- `a`: b\n- c") == "<p>One.</p>\n<ul><li><code>a</code>: b</li><li>c</li></ul>"
    assert block("## What it is\n\n1. a\n   b\n2. c") == (
        '<h2 id="what-it-is">What it is</h2>\n<ol><li>a\n   b</li><li>c</li></ol>'
    )


def test_examples_are_commands_that_a_shell_reads(openapi: Schema) -> None:
    act = openapi["paths"]["/v1/games/{game}:act"]["post"]
    ((_, answer),) = act["responses"]["200"]["content"].items()
    (name,) = answer["examples"]
    words = shlex.split(example_command("/v1/games/{game}:act", "post", act, name).replace("\\\n", " "))
    assert words[:2] == ["curl", "-sS"]
    assert re.fullmatch(r"http://127\.0\.0\.1:7448/v1/games/[\w-]+:act", words[2])
    assert words[3:7] == ["-H", "Authorization: Bearer $TOKEN", "-H", "Content-Type: application/json"]
    assert json.loads(words[8]).keys() == {"decision"}


def test_a_command_needs_no_token_where_none_was_sent(openapi: Schema) -> None:
    presets = openapi["paths"]["/v1/presets"]["get"]
    ((_, answer),) = presets["responses"]["200"]["content"].items()
    (name,) = answer["examples"]
    words = shlex.split(example_command("/v1/presets", "get", presets, name).replace("\\\n", " "))
    assert words == ["curl", "-sS", "http://127.0.0.1:7448/v1/presets?locale=en"]
