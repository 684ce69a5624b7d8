"""The report's tables: standings with intervals drawn, everybody against everybody, what the entrants did."""

from collections.abc import Sequence

from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.report.drawing import Drawing
from euchre_referee.tournament.report.links import Links, link
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.report.plots import interval, interval_axis, interval_scale
from euchre_referee.tournament.report.svg import inline
from euchre_referee.tournament.standings import Pair, Row
from euchre_referee.tournament.statistics import Verdict
from euchre_referee.tournament.wording import NOTHING, interval_text, mean_text, meetings_text, share_text

_SIDES = {Verdict.BEATS: ("ahead", "\u25b2 "), Verdict.LOSES: ("behind", "\u25bc ")}


def standings_table(material: Material) -> Markup:
    """Rank, entrant, mean, interval and its drawing."""
    rows, links = material.standings.rows, material.links
    by_meetings = material.standings.terms.form.by_meetings
    scale = interval_scale(row.score for row in rows)
    head = element(
        "tr",
        heading("#"),
        heading("Entrant", "name"),
        heading("Mean"),
        heading("95 % interval"),
        plot_heading(interval_axis(scale)),
        heading("Boards"),
        *([heading("Meetings")] if by_meetings else []),
    )
    body = [
        element(
            "tr",
            element("td", str(row.rank or NOTHING)),
            entrant_cell(row),
            element("td", element("b", mean_text(row.score))),
            element("td", interval_text(row.score)),
            element("td", inline(interval(row.score, scale)), class_="plot"),
            element("td", link(links.of(row.entrant.name), str(row.score.boards if row.score else 0))),
            *([element("td", meetings_text(row.meetings))] if by_meetings else []),
        )
        for row in rows
    ]
    return table("Standings: mean score over boards with its 95 % interval", head, body)


def crosstable(material: Material) -> Markup:
    """Every entrant against every other, the row's points less the column's."""
    names = material.by_rank
    pairs = material.standings.pairs
    both_ways = [*pairs, *(pair.turned() for pair in pairs)]
    cells = {(pair.first, pair.second): _cell(pair, material.links) for pair in both_ways}
    head = element("tr", element("th", unseen("Entrant"), scope="col"), *(heading(f"against {name}") for name in names))
    rows = [
        element(
            "tr",
            element("th", name, scope="row"),
            *(cells.get((name, other), element("td", NOTHING, class_="self")) for other in names),
        )
        for name in names
    ]
    return table("Crosstable: mean difference in points, row less column, with its 95 % interval", head, rows)


def figures_table(material: Material) -> Markup:
    """Calls, euchres, marches, withdrawals, and what the referee refused or decided."""
    headings = (
        "Deals",
        "Made trump",
        "Alone",
        "Made it",
        "Euchred",
        "Marches",
        "Withdrew",
        "Illegal actions",
        "Timeouts",
        "Default actions",
    )
    head = element("tr", heading("Entrant", "name"), *map(heading, headings))
    rows = [
        element("tr", entrant_cell(row), *_figures(row.entrant.name, row.figures, material.links))
        for row in material.standings.rows
    ]
    return table("What the entrants did, over all their seats", head, rows)


def _figures(name: str, figures: Figures, links: Links) -> tuple[Markup, ...]:
    """Each count leads to its games; its share of the deals or of the calls stands below."""
    shares = {
        "deals": None,
        "calls": figures.deals,
        "alone": figures.calls,
        "made": figures.calls,
        "euchred": figures.calls,
        "marches": figures.deals,
        "withdrawals": figures.deals,
        "illegal_actions": None,
        "timeouts": None,
        "default_actions": None,
    }
    counts = figures._asdict()
    return tuple(_figure(counts[key], whole, links.did(name, key)) for key, whole in shares.items())


def _figure(count: int, whole: int | None, address: str) -> Markup:
    shown = link(address, str(count)) if count else element("span", "0")
    if whole is None:
        return element("td", shown)
    return element("td", shown, " ", element("span", share_text(count, whole), class_="small"))


def _cell(pair: Pair, links: Links) -> Markup:
    if pair.difference is None:
        return element("td", NOTHING, class_="self", title=pair.sentence())
    side, sign = _SIDES.get(pair.verdict, ("even", ""))
    mean = element("b", sign + mean_text(pair.difference))
    return element(
        "td",
        link(links.met(pair.first, pair.second), mean),
        " ",
        element("span", interval_text(pair.difference), class_="small"),
        class_=side,
        title=pair.sentence(),
    )


def entrant_cell(row: Row) -> Markup:
    """The heading of an entrant's row: its name, and its program where that is another."""
    name, program = row.entrant.name, row.entrant.program
    shown = element("span", program, class_="program") if program != name else Markup()
    return element("th", name, shown, scope="row")


def heading(text: str, kind: str = "") -> Markup:
    """The heading of a column."""
    return element("th", text, scope="col", class_=kind) if kind else element("th", text, scope="col")


def plot_heading(axis: Drawing) -> Markup:
    """The heading of a column of intervals, with the labels of their scale."""
    return element("th", unseen("Interval, drawn"), inline(axis), scope="col", class_="plot")


def unseen(text: str) -> Markup:
    """A text for those who listen."""
    return element("span", text, class_="unseen")


def table(caption: str, head: Markup, rows: Sequence[Markup]) -> Markup:
    """A table that scrolls where the page is narrow; its caption is for readers of text."""
    whole = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", joined(rows)),
    )
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)
