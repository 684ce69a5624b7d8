"""An HTML document that loads nothing but what lies beside it."""

from collections.abc import Sequence
from importlib import resources

from euchre_referee.tournament.report.markup import Markup, element, joined

_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline' file:; script-src 'self' file:; img-src 'self' data: file:; "
    "base-uri 'none'; form-action 'none'"
)
"""`file:` since not every browser takes a page from a disk for being of the same origin as the files beside it."""


def document(title: str, body: Markup, *, style: str = "", beside: str = "", scripts: Sequence[str] = ()) -> str:
    """A whole document; `style` is put into it, `beside` is a style sheet's file, `scripts` run in their order."""
    head = [
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        element("title", title),
    ]
    if style:
        head.append(element("style", Markup(style)))
    if beside:
        head.append(Markup(f'<link rel="stylesheet" href="{beside}">'))
    head += [element("script", src=script, defer="defer") for script in scripts]
    return "<!DOCTYPE html>\n" + element("html", element("head", joined(head)), body, lang="en") + "\n"


def asset(name: str) -> str:
    """The text of a file of this package's `assets`."""
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
