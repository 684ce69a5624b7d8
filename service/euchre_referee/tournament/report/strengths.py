"""The report's section on strength: both ratings, what each two have of each other, and the sequential test."""

from euchre_referee.tournament.assessment import Assessment, Duel, Tested
from euchre_referee.tournament.report.charts import chart
from euchre_referee.tournament.report.courses import rating_courses, test_course
from euchre_referee.tournament.report.drawing import Drawing
from euchre_referee.tournament.report.links import Links, link
from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.report.plots import interval, interval_axis, interval_scale
from euchre_referee.tournament.report.svg import inline
from euchre_referee.tournament.report.tables import entrant_cell, heading, plot_heading, table
from euchre_referee.tournament.standings import Pair
from euchre_referee.tournament.wording import NOTHING, elo_text, likelihood_text, skill_text

STRENGTH_NOTE = (
    "Two ratings from the same boards. Elo looks at who was better on how many boards, not by how much; what each "
    "figure means stands at the end of this page."
)


def strengths(material: Material, assessment: Assessment) -> tuple[Markup, ...]:
    """The tables of ratings and of pairs, in their order, and the test of a match of two."""
    tested = assessment.tested
    return (
        _ratings(material, assessment),
        _duels(material, assessment),
        *((_test(tested, material),) if tested else ()),
    )


def rating_chart(material: Material) -> Drawing | None:
    """Elo over boards; None where there are too few to rate."""
    series = rating_courses(material.by_rank, material.course.boards)
    if not any(each.stands for each in series):
        return None
    return chart(series, "Elo above the field's mean after so many boards, with 95 % error bars")


def test_chart(material: Material) -> Drawing | None:
    """The course of a match's sequential test; None where there is none."""
    assessment = material.standings.assessment
    tested = assessment.tested if assessment else None
    if tested is None:
        return None
    course = test_course(tested, material.differences.get((tested.first, tested.second), ()))
    if not course.stands:
        return None
    bounds = ((tested.test.upper, "H1 accepted"), (tested.test.lower, "H0 accepted"))
    return chart([course], "Logarithm of the likelihood ratio after so many boards, between the test's bounds", bounds)


def _ratings(material: Material, assessment: Assessment) -> Markup:
    found = [(row, assessment.strengths[row.entrant.name]) for row in material.standings.rows]
    scale = interval_scale(strength.elo for _, strength in found)
    head = element(
        "tr",
        heading("Entrant", "name"),
        heading("Elo, with its 95 % error bar"),
        plot_heading(interval_axis(scale)),
        heading("OpenSkill mu \u00b1 sigma"),
        heading("mu less 3 sigma"),
    )
    body = [
        element(
            "tr",
            entrant_cell(row),
            element("td", elo_text(strength.elo)),
            element("td", inline(interval(strength.elo, scale)), class_="plot"),
            element("td", skill_text(strength.skill)),
            element("td", f"{strength.skill.ordinal:.1f}" if strength.skill else NOTHING),
        )
        for row, strength in found
    ]
    return table("Ratings: Elo above the field's mean, and OpenSkill", head, body)


def _duels(material: Material, assessment: Assessment) -> Markup:
    headings = ("Boards won", "even", "lost", "Elo, first less second", "Likelihood of superiority")
    head = element("tr", heading("Pair", "name"), *map(heading, headings))
    body = [_duel(pair, assessment.duel(pair.first, pair.second), material.links) for pair in material.pairs()]
    return table("Each two on the boards where they met: won by the first, even, won by the second", head, body)


def _duel(pair: Pair, duel: Duel, links: Links) -> Markup:
    counts = (("won", duel.won), ("even", duel.even), ("lost", duel.lost))
    return element(
        "tr",
        element("th", f"{pair.first} \u2212 {pair.second}", scope="row"),
        *(
            element("td", link(links.met(pair.first, pair.second, result), str(count)) if count else "0")
            for result, count in counts
        ),
        element("td", elo_text(duel.elo)),
        element("td", likelihood_text(duel.superiority)),
    )


def _test(tested: Tested, material: Material) -> Markup:
    test, result = tested.test, tested.result
    ratio = NOTHING if result.ratio is None else f"{result.ratio:+.2f}"
    words = element(
        "p",
        f"The sequential test {tested.sentence()}: logarithm of the likelihood ratio {ratio}, bounds {test.lower:+.2f} "
        f"and {test.upper:+.2f} for error rates of {100 * test.alpha:g} % and {100 * test.beta:g} %.",
    )
    drawn = test_chart(material)
    if drawn is None:
        return words
    return element("figure", element("h3", "The test's course"), inline(drawn), element("figcaption", words))
