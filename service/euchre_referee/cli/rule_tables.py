"""`euchre rules` laid out: as tables on a terminal, as plain lines anywhere else."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from euchre_referee.cli.rule_headings import heading
from euchre_referee.cli.rule_pages import Facts, ListRow, OptionRow, Page

_WIDTH: Final = 100
_INDENT: Final = "    "


def list_table(presets: Sequence[ListRow], locale: str) -> RenderableType:
    """All presets for a terminal."""
    first, *others = ListRow._fields
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column(heading(first, locale), style="cyan", no_wrap=True)
    for field in others:
        table.add_column(heading(field, locale))
    for row in presets:
        table.add_row(*row)
    return Group(table, Text(heading("more", locale), style="dim"))


def list_lines(presets: Sequence[ListRow], locale: str) -> Iterator[str]:
    """All presets in columns, one a line."""
    rows = [tuple(heading(field, locale) for field in ListRow._fields), *presets]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield heading("more", locale)


def page_table(page: Page, locale: str) -> RenderableType:
    """One rule set for a terminal."""
    facts = Table.grid(padding=(0, 2))
    for field, told in zip(Facts._fields, page.facts, strict=True):
        facts.add_row(Text(heading(field, locale), style="bold"), told)
    options = Table(box=box.SIMPLE_HEAD, header_style="bold")
    options.add_column(heading("option", locale), style="cyan", no_wrap=True)
    for word in ("value", "meaning"):
        options.add_column(heading(word, locale))
    for row in page.options:
        options.add_row(row.name, _value(row, locale), row.meaning)
    ends = Table.grid(padding=(0, 2))
    ends.add_row(Text(heading("canonical", locale), style="bold"), Text(page.canonical))
    ends.add_row(Text(heading("hash", locale), style="bold"), page.hash)
    title = Text(page.preset, style="bold cyan")
    return Group(title, Text(page.summary), Padding(facts, (1, 0, 0, 0)), options, ends)


def _value(row: OptionRow, locale: str) -> Text:
    value = Text(row.value, style="bold yellow" if row.default else "bold")
    if row.default:
        value.append(f"\n{_default(row, locale)}", style="not bold yellow")
    return value.append(f"\n{row.values}", style="not bold dim")


def _default(row: OptionRow, locale: str) -> str:
    return f"({heading('default', locale)}: {row.default})"


def page_lines(page: Page, locale: str) -> Iterator[str]:
    """One rule set in paragraphs."""
    yield page.preset
    yield ""
    yield from wrap(page.summary, _WIDTH)
    yield ""
    yield from _named([heading(field, locale) for field in Facts._fields], page.facts)
    yield ""
    yield heading("options", locale)
    for row in page.options:
        default = f"  {_default(row, locale)}" if row.default else ""
        yield f"  {row.name} = {row.value}{default}"
        for text in (f"{heading('values', locale)}: {row.values}", row.meaning):
            yield from wrap(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    yield ""
    yield from _named([heading("canonical", locale), heading("hash", locale)], (page.canonical, page.hash))


def _named(names: Sequence[str], values: Sequence[str]) -> Iterator[str]:
    width = max(map(len, names))
    for name, value in zip(names, values, strict=True):
        yield f"{name.ljust(width)}  {value}"
