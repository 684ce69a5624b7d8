"""The report's page: who won and how sure that is, the figures behind it, and why one may believe it."""

from collections.abc import Mapping, Sequence

from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.formats.form import Format, Scoring
from euchre_referee.tournament.report.charts import chart
from euchre_referee.tournament.report.conduct_tables import TIME_NOTE, endings_table, time_table
from euchre_referee.tournament.report.courses import mean_courses
from euchre_referee.tournament.report.document import asset, document
from euchre_referee.tournament.report.drawing import SERIES, Drawing
from euchre_referee.tournament.report.grounds import grounds, method
from euchre_referee.tournament.report.incidents import INCIDENTS_NOTE, incidents_list
from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.report.material import Material, by_rank, material
from euchre_referee.tournament.report.rounds import has_rounds, rounds, rounds_note
from euchre_referee.tournament.report.spreads import MOST_PAIRS, spread_note, spreads_section
from euchre_referee.tournament.report.strengths import STRENGTH_NOTE, rating_chart, strengths
from euchre_referee.tournament.report.svg import inline, svg_style
from euchre_referee.tournament.report.tables import crosstable, figures_table, standings_table
from euchre_referee.tournament.report.timing import TimeUse
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Standings
from euchre_referee.tournament.statistics import Verdict
from euchre_referee.tournament.terms import Terms, form_statement, score_statement


def report_html(
    standings: Standings,
    results: Sequence[TableResult],
    uses: Mapping[str, TimeUse] | None = None,
    incidents: Sequence[Json] = (),
) -> str:
    """The report as one HTML document; `results` are those that the standings were made of.

    `uses`: the time that entrants took; `incidents`: what was done to the tournament beside its being played.
    """
    return report_page(material(standings, results, uses, incidents))


def report_page(material: Material) -> str:
    """The same of what was put together before."""
    standings = material.standings
    sections = [
        _section("Standings", _score_note(standings), standings_table(material)),
        _section(
            "Everybody against everybody", _pair_note(standings.terms), crosstable(material), *_verdicts(material)
        ),
        *_rounds(material),
        *_strengths(material),
        *_courses(material),
        _section("How the boards came out", spread_note(material), spreads_section(material)),
        _section("What the entrants did", _FIGURES_NOTE, figures_table(material)),
        *_conduct(material),
        _section("Why one may believe it", "", grounds(standings)),
        _section("How to read the figures", "", method(standings.terms)),
    ]
    body = element("body", _header(material), element("main", joined(sections)))
    return document(f"{headline(standings)} - Euchre tournament report", body, style=page_style())


def page_style() -> str:
    """The style sheet of all pages."""
    return asset("palette.css") + asset("style.css") + svg_style()


_FIGURES_NOTE = (
    "Over all seats an entrant held, with shares: made trump, marches and withdrawals of its deals; alone, made it and "
    "euchred of its calls. Every number leads to its games."
)


def _rounds(material: Material) -> tuple[Markup, ...]:
    return (_section("Rounds", rounds_note(material), rounds(material)),) if has_rounds(material) else ()


def _strengths(material: Material) -> tuple[Markup, ...]:
    assessment = material.standings.assessment
    if assessment is None or not any(row.score for row in material.standings.rows):
        return ()
    return (_section("How strong they are", STRENGTH_NOTE, *strengths(material, assessment)),)


def _courses(material: Material) -> tuple[Markup, ...]:
    drawn = [
        ("Elo", rating_chart(material)),
        ("Mean score", mean_chart(material)),
    ]
    figures = [
        element("figure", element("h3", title), element("div", inline(drawing), class_="scroll"))
        for title, drawing in drawn
        if drawing is not None
    ]
    if not figures:
        return ()
    first = f" Drawn for the first {SERIES}." if len(material.standings.rows) > SERIES else ""
    note = (
        "What the tables above would have said after fewer boards, in the boards' order: bands are 95 % intervals of "
        f"the moment, and the last point is the final figure.{first}"
    )
    return (_section("How it came about", note, *figures),)


def mean_chart(material: Material) -> Drawing | None:
    """Mean scores over boards; None where there is no board."""
    scores = {name: tuple(found.values()) for name, found in material.scores.items()}
    series = mean_courses(material.by_rank, scores)
    if not any(each.stands for each in series):
        return None
    return chart(series, "Mean score after so many boards of the entrant's, with 95 % intervals")


def _conduct(material: Material) -> tuple[Markup, ...]:
    found = []
    if material.uses:
        found.append(_section("How long they thought", TIME_NOTE, time_table(material)))
    if material.standings.terminations:
        found.append(_section("How games ended", "", endings_table(material)))
    if material.incidents:
        found.append(_section("Incidents", INCIDENTS_NOTE, incidents_list(material)))
    return tuple(found)


def headline(standings: Standings) -> str:
    """Who won, as far as the intervals allow it to be said."""
    leaders = [row.entrant.name for row in standings.rows if row.rank == 1]
    if not leaders:
        return "No board is complete yet"
    if len(leaders) > 1:
        return f"{', '.join(leaders)} share the lead"
    leader, form = leaders[0], standings.terms.form
    if form.by_meetings and standings.complete:
        return f"{leader} wins the " + ("elimination" if form.format is Format.ELIMINATION else "Swiss tournament")
    others = [row.entrant.name for row in standings.rows[1:]]
    duels = [pair for pair in by_rank(standings) if pair.first == leader]
    if all(pair.verdict is Verdict.BEATS for pair in duels):
        return f"{leader} beats {others[0]}" if len(others) == 1 else f"{leader} beats every other entrant"
    return f"{leader} leads, not beyond doubt"


def _pair_note(terms: Terms) -> str:
    counted = "matchpoints" if terms.form.scoring is Scoring.MATCHPOINTS else "points"
    per = f"per {terms.board_kind} and seat" if counted == "points" else "at the tables where they met"
    return (
        f"The row's {counted} less the column's, {per}, averaged over boards, with the 95 % interval. "
        "\u25b2 and \u25bc mark a difference whose interval leaves zero out."
    )


def _header(material: Material) -> Markup:
    standings, terms = material.standings, material.standings.terms
    games = f"{standings.games_played} of {standings.games_planned}"
    facts = (
        ("Rules", terms.rules.preset),
        ("Entrants", str(len(terms.entrants))),
        ("Boards", f"{standings.boards_planned}"),
        ("Games", link(material.links.all_games(), games)),
        ("Seeds", str(terms.seed_mode)),
    )
    rows = [element("div", element("dt", name), element("dd", value)) for name, value in facts]
    return element(
        "header",
        element("p", "Euchre tournament report", class_="kicker"),
        element("h1", headline(standings)),
        element("p", _lead(standings), class_="lead"),
        _incomplete(standings),
        element("dl", joined(rows), class_="facts"),
    )


def _lead(standings: Standings) -> str:
    names = ", ".join(row.entrant.name for row in standings.rows)
    met = f"{names} met in {form_statement(standings.terms)}"
    if not standings.terms.form.duplicate:
        return f"{met}."
    return f"{met}: the same cards for every seating, so that luck in the deal falls on everybody alike."


def _incomplete(standings: Standings) -> Markup:
    if standings.complete:
        return Markup()
    missing = standings.boards_planned - standings.boards_complete
    return element(
        "p",
        f"Incomplete: on {missing} of {standings.boards_planned} boards a game is missing or counts for nobody.",
        class_="warning",
        role="status",
    )


def _section(title: str, note: str, *content: Markup) -> Markup:
    notes = (element("p", note, class_="note"),) if note else ()
    return element("section", element("h2", title), *notes, *content)


def _score_note(standings: Standings) -> str:
    return f"Score: {score_statement(standings.terms)}. More is better; zero is the average."


def _verdicts(material: Material) -> tuple[Markup, ...]:
    """Of few pairs each in a sentence; of many the crosstable says as much."""
    pairs = material.pairs()
    if not 0 < len(pairs) <= MOST_PAIRS:
        return ()
    return (element("ul", *(element("li", pair.sentence() + ".") for pair in pairs), class_="verdicts"),)
