"""HTML and SVG put together so that no text can become markup: whatever is not `Markup` is escaped."""

import html
from collections.abc import Iterable

Attribute = str | int | float


class Markup(str):
    """Text that is markup already and is not escaped again."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: Attribute) -> Markup:
    """An element with its children. In attributes `_` stands for `-`; a last one is dropped (`class_`)."""
    opening = " ".join([name, *(_attribute(key, value) for key, value in attributes.items())])
    return Markup(f"<{opening}>{joined(children)}</{name}>")


def joined(children: Iterable[str]) -> Markup:
    """Children side by side, text among them escaped."""
    return Markup("".join(each if isinstance(each, Markup) else html.escape(each) for each in children))


def _attribute(key: str, value: Attribute) -> str:
    name = key.removesuffix("_").replace("_", "-")
    text = f"{value:.5g}" if isinstance(value, float) else str(value)
    return f'{name}="{html.escape(text)}"'
