"""Text with marks as HTML: paragraphs, lists, headings and code, as comments and the introduction have them."""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

_CODE: Final = re.compile(r"`([^`]+)`")
_ITEM: Final = re.compile(r"(?m)^(?:- |\d+\. )")
_HEADING: Final = "## "


def inline(text: str) -> str:
    """A line of text; what stands between back quotes is code."""
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def block(text: str) -> str:
    """Blocks of text that empty lines separate."""
    return "\n".join(_block(each) for each in text.strip().split("\n\n"))


def anchor(title: str) -> str:
    """The id of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _block(text: str) -> str:
    if text.startswith(_HEADING):
        title = text.removeprefix(_HEADING)
        return f'<h2 id="{anchor(title)}">{inline(title)}</h2>'
    if text.startswith("- "):
        return f"<ul>{''.join(_items(text))}</ul>"
    if text.startswith("1. "):
        return f"<ol>{''.join(_items(text))}</ol>"
    return f"<p>{inline(text)}</p>"


def _items(text: str) -> Iterator[str]:
    return (f"<li>{inline(item.strip())}</li>" for item in _ITEM.split(text) if item)
