"""The plots as files: every drawing of the report as SVG and as PNG."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from euchre_referee.tournament.report.drawing import Drawing
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.report.page import mean_chart
from euchre_referee.tournament.report.plots import intervals
from euchre_referee.tournament.report.spreads import spreads
from euchre_referee.tournament.report.strengths import rating_chart, test_chart

FOLDER: Final = "plots"


class Plot(NamedTuple):
    """A drawing with its file's name, without an ending, and its title."""

    name: str
    title: str
    drawing: Drawing


def plots(material: Material) -> Iterator[Plot]:
    """All plots there are; those of boards are numbered as in the report, since names may be anything."""
    standings = material.standings
    scores = [(row.entrant.name, row.score) for row in standings.rows]
    if any(found for _, found in scores):
        yield Plot("standings", "Mean scores", intervals(scores, "Mean scores with 95 % intervals"))
    if standings.assessment is not None:
        strengths = standings.assessment.strengths
        elo = [(row.entrant.name, strengths[row.entrant.name].elo) for row in standings.rows]
        if any(found for _, found in elo):
            yield Plot("elo", "Elo", intervals(elo, "Elo above the field's mean with 95 % error bars"))
    for name, title, drawing in (
        ("elo-course", "Elo over boards", rating_chart(material)),
        ("mean-course", "Mean score over boards", mean_chart(material)),
        ("test-course", "The sequential test over boards", test_chart(material)),
    ):
        if drawing is not None:
            yield Plot(name, title, drawing)
    for number, each in enumerate(spreads(material), 1):
        yield Plot(f"boards-{number}", f"Board results: {each.title}", each.drawing)
