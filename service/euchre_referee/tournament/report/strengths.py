"""The report's section on strength: both ratings, what each two have of each other, and the sequential test."""

from collections.abc import Sequence

from euchre_referee.tournament.assessment import Assessment, Duel, Tested
from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.report.plots import interval, interval_axis, interval_scale
from euchre_referee.tournament.report.tables import entrant_cell, heading, table
from euchre_referee.tournament.standings import Pair, Row
from euchre_referee.tournament.wording import NOTHING, elo_text, likelihood_text, skill_text

STRENGTH_NOTE = (
    "Two ratings from the same boards. Elo looks at who was better on how many boards, not by how much; what each "
    "figure means stands at the end of this page."
)


def strengths(rows: Sequence[Row], pairs: Sequence[Pair], assessment: Assessment) -> tuple[Markup, ...]:
    """The tables of ratings and of pairs, in their order, and the test of a match of two."""
    tested = assessment.tested
    return (
        _ratings(rows, assessment),
        _duels(pairs, assessment),
        *((_test(tested),) if tested else ()),
    )


def _ratings(rows: Sequence[Row], assessment: Assessment) -> Markup:
    found = [(row, assessment.strengths[row.entrant.name]) for row in rows]
    scale = interval_scale(strength.elo for _, strength in found)
    head = element(
        "tr",
        heading("Entrant", "name"),
        heading("Elo, with its 95 % error bar"),
        element("th", interval_axis(scale), scope="col", class_="plot"),
        heading("OpenSkill mu \u00b1 sigma"),
        heading("mu less 3 sigma"),
    )
    body = [
        element(
            "tr",
            entrant_cell(row),
            element("td", elo_text(strength.elo)),
            element("td", interval(strength.elo, scale), class_="plot"),
            element("td", skill_text(strength.skill)),
            element("td", f"{strength.skill.ordinal:.1f}" if strength.skill else NOTHING),
        )
        for row, strength in found
    ]
    return table("Ratings: Elo above the field's mean, and OpenSkill", head, body)


def _duels(pairs: Sequence[Pair], assessment: Assessment) -> Markup:
    headings = ("Boards won", "even", "lost", "Elo, first less second", "Likelihood of superiority")
    head = element("tr", heading("Pair", "name"), *map(heading, headings))
    body = [_duel(pair, assessment.duel(pair.first, pair.second)) for pair in pairs if pair.difference]
    return table("Each two on the boards where they met: won by the first, even, won by the second", head, body)


def _duel(pair: Pair, duel: Duel) -> Markup:
    return element(
        "tr",
        element("th", f"{pair.first} \u2212 {pair.second}", scope="row"),
        element("td", str(duel.won)),
        element("td", str(duel.even)),
        element("td", str(duel.lost)),
        element("td", elo_text(duel.elo)),
        element("td", likelihood_text(duel.superiority)),
    )


def _test(tested: Tested) -> Markup:
    test, result = tested.test, tested.result
    ratio = NOTHING if result.ratio is None else f"{result.ratio:+.2f}"
    return element(
        "p",
        f"The sequential test {tested.sentence()}: logarithm of the likelihood ratio {ratio}, bounds {test.lower:+.2f} "
        f"and {test.upper:+.2f} for error rates of {100 * test.alpha:g} % and {100 * test.beta:g} %.",
    )
