"""The report's tables of how games went beside their cards: how long decisions took, and how games ended."""

from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.report.tables import entrant_cell, heading, table
from euchre_referee.tournament.report.timing import TimeUse
from euchre_referee.tournament.standings import Row
from euchre_referee.tournament.wording import NOTHING

TIME_NOTE = (
    "How long the entrants' own decisions took, the referee's delay taken off, as the proofs in the records have it. "
    "What the referee decided in their place is not in it."
)


def time_table(material: Material) -> Markup:
    """How long decisions took, by entrant."""
    headings = ("Decisions", "Mean", "Median", "95 % within", "Longest", "Altogether")
    head = element("tr", heading("Entrant", "name"), *map(heading, headings))
    rows = [
        element("tr", entrant_cell(row), *_times(row, material.uses.get(row.entrant.name), material))
        for row in material.standings.rows
    ]
    return table("How long the entrants' decisions took", head, rows)


def _times(row: Row, use: TimeUse | None, material: Material) -> tuple[Markup, ...]:
    if use is None or use.longest is None:
        return tuple(element("td", NOTHING) for _ in range(6))
    milliseconds, plan = use.longest
    return (
        element("td", link(material.links.of(row.entrant.name), str(use.decisions))),
        element("td", duration(use.total_ms / use.decisions)),
        element("td", duration(use.quantile_ms(0.5))),
        element("td", duration(use.quantile_ms(0.95))),
        element("td", link(material.links.game(plan), duration(milliseconds))),
        element("td", duration(use.total_ms)),
    )


def duration(milliseconds: float) -> str:
    """A time as people say it: `4.2 ms`, `310 ms`, `1.2 s`, `12.4 min`."""
    if milliseconds < 10:
        return f"{milliseconds:.2g} ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds / 60_000:.1f} min"


def endings_table(material: Material) -> Markup:
    """How many games ended how."""
    head = element("tr", heading("Ended", "name"), heading("Games"))
    rows = [
        element("tr", element("th", str(end), scope="row"), element("td", link(material.links.ended(end), str(count))))
        for end, count in material.standings.terminations
    ]
    return table("How games ended", head, rows)
