"""The page as a whole: who won and how sure that is, the figures behind it, and why one may believe it."""

from collections.abc import Sequence
from importlib import resources

from euchre_referee.tournament.boards import differences
from euchre_referee.tournament.formats.form import Format, Scoring
from euchre_referee.tournament.report.grounds import grounds, method
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.report.plots import Scale, spread, spread_scale
from euchre_referee.tournament.report.strengths import STRENGTH_NOTE, strengths
from euchre_referee.tournament.report.tables import crosstable, figures_table, standings_table
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Pair, Standings
from euchre_referee.tournament.statistics import Verdict
from euchre_referee.tournament.terms import Terms, form_statement, score_statement
from euchre_referee.tournament.unfolding import unfold
from euchre_referee.tournament.wording import interval_text, mean_text, share_text


def report_html(standings: Standings, results: Sequence[TableResult]) -> str:
    """The report as one HTML document; `results` are those that the standings were made of."""
    style = resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    title = f"{headline(standings)} - Euchre tournament report"
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", title),
        element("style", Markup(style)),
    )
    pairs = by_rank(standings)
    main = element(
        "main",
        _section("Standings", _score_note(standings), standings_table(standings)),
        _section("Everybody against everybody", _pair_note(standings.terms), crosstable(standings), _verdicts(pairs)),
        *_strengths(standings, pairs),
        _section("How the boards came out", _spread_note(standings.terms), _spreads(standings, pairs, results)),
        _section("What the entrants did", _FIGURES_NOTE, figures_table(standings)),
        _section("Why one may believe it", "", grounds(standings)),
        _section("How to read the figures", "", method(standings.terms)),
    )
    body = element("body", _header(standings), main)
    return "<!DOCTYPE html>\n" + element("html", head, body, lang="en") + "\n"


_FIGURES_NOTE = (
    "Over all seats an entrant held. Made trump, marches and withdrawals are shares of its deals; alone and "
    "euchred are shares of its calls."
)


def _strengths(standings: Standings, pairs: Sequence[Pair]) -> tuple[Markup, ...]:
    if standings.assessment is None or not any(row.score for row in standings.rows):
        return ()
    return (_section("How strong they are", STRENGTH_NOTE, *strengths(standings.rows, pairs, standings.assessment)),)


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


def by_rank(standings: Standings) -> tuple[Pair, ...]:
    """The pairs as people read them: the better placed first, in each pair and among the pairs."""
    place = {row.entrant.name: number for number, row in enumerate(standings.rows)}
    turned = (pair if place[pair.first] < place[pair.second] else pair.turned() for pair in standings.pairs)
    return tuple(sorted(turned, key=lambda pair: (place[pair.first], place[pair.second])))


def _pair_note(terms: Terms) -> str:
    counted = "matchpoints" if terms.form.scoring is Scoring.MATCHPOINTS else "points"
    per = f"per {terms.board_kind} and seat" if counted == "points" else "at the tables where they met"
    return (
        f"The row's {counted} less the column's, {per}, averaged over boards, with the 95 % interval. "
        "\u25b2 and \u25bc mark a difference whose interval leaves zero out."
    )


def _spread_note(terms: Terms) -> str:
    counted = "matchpoints" if terms.form.scoring is Scoring.MATCHPOINTS else "points"
    cards = " with the same cards and the seats exchanged" if terms.form.duplicate else ""
    return (
        f"One board is one number: the difference in {counted}{cards}. The "
        "scale is the same everywhere; to the right of zero the first of the two did better."
    )


def _header(standings: Standings) -> Markup:
    terms = standings.terms
    facts = (
        ("Rules", terms.rules.preset),
        ("Entrants", str(len(terms.entrants))),
        ("Boards", f"{standings.boards_planned}"),
        ("Games", f"{standings.games_played} of {standings.games_planned}"),
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


def _verdicts(pairs: Sequence[Pair]) -> Markup:
    return element("ul", *(element("li", pair.sentence() + ".") for pair in pairs), class_="verdicts")


def _spreads(standings: Standings, pairs: Sequence[Pair], results: Sequence[TableResult]) -> Markup:
    found = differences(unfold(standings.terms, results).boards)
    found |= {(second, first): tuple(-value for value in values) for (first, second), values in found.items()}
    if not found:
        return element("p", "No board is complete yet.")
    scale = spread_scale(found.values())
    figures = [_figure(pair, found[pair.first, pair.second], scale) for pair in pairs if pair.difference]
    return element("div", joined(figures), class_="spreads")


def _figure(pair: Pair, values: Sequence[float], scale: Scale) -> Markup:
    won, lost = sum(value > 0 for value in values), sum(value < 0 for value in values)
    even = len(values) - won - lost
    words = (
        f"{pair.first} better on {share_text(won, len(values))} of {len(values)} boards, "
        f"even on {share_text(even, len(values))}, {pair.second} better on {share_text(lost, len(values))}; "
        f"mean {mean_text(pair.difference)} ({interval_text(pair.difference)})."
    )
    return element(
        "figure",
        element("h3", f"{pair.first} \u2212 {pair.second}"),
        spread(values, scale, f"Bars: on how many boards {pair.first} less {pair.second} came to how many points"),
        element("figcaption", words),
    )
