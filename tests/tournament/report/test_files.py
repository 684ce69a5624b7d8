"""The files beside the report: the table for computing on, the plots, and pages whose names are hostile."""

import csv
import io
import json
import re
from typing import Final
from xml.etree import ElementTree

import pytest
from PIL import Image

from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.report.crosstable_csv import COLUMNS, crosstable_csv
from euchre_referee.tournament.report.drawing import INKS
from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.material import Material, material
from euchre_referee.tournament.report.plot_files import plots
from euchre_referee.tournament.report.png import SCALE, light_palette, png
from euchre_referee.tournament.report.svg import standing_alone
from euchre_referee.tournament.standings import standings
from tests.tournament.report.directories import Asked, Played, pages_of, played, terms_of
from tests.tournament.report.node import answer, asset
from tests.tournament.tables import deal, judged, result, schedule, terms

HOSTILE: Final = ("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "=1+1&\"'", "\u2028\u202e]]>")
SVG: Final = "{http://www.w3.org/2000/svg}"


def won_by(names: tuple[str, str], margins: list[int]) -> Material:
    """A match of two that the first wins by these points, board by board, at both tables."""
    own = terms("euchre", names, len(margins), Form(Format.MATCH))
    results = []
    for plan in schedule(own).games():
        gained = margins[plan.board - 1]
        points = [max(0, gained if player == names[0] else -gained) for player in plan.players]
        results.append(result(own, judged(own, plan, deal(points))))
    return material(standings(own, results), results)


def test_the_table_holds_what_can_be_computed_by_hand() -> None:
    # Of four boards the first wins two by 2 and 1, one is even, one is lost by 1: a mean of 1/2.
    found = won_by(("A", "B"), [2, 1, 0, -1])
    rows = list(csv.DictReader(io.StringIO(crosstable_csv(found))))
    assert tuple(rows[0]) == COLUMNS
    first, second = rows
    assert (first["entrant"], first["opponent"], first["boards"], first["mean"]) == ("A", "B", "4", "0.5")
    assert (first["won"], first["even"], first["lost"]) == ("2", "1", "1")
    # Student's t with three degrees of freedom: 3.182446 times the root of 5/3 over 4.
    assert float(first["high"]) == pytest.approx(0.5 + 3.182446 * (5 / 3 / 4) ** 0.5, abs=1e-5)
    assert float(first["low"]) == pytest.approx(0.5 - 3.182446 * (5 / 3 / 4) ** 0.5, abs=1e-5)
    assert (second["entrant"], second["mean"], second["won"], second["lost"]) == ("B", "-0.5", "1", "2")
    assert float(first["elo"]) == -float(second["elo"]) > 0
    assert first["verdict"] == "too few boards against"


def test_the_table_has_a_row_for_those_who_never_met_and_no_formula_for_a_name() -> None:
    own = terms("euchre", ["=A", "B", "C"], 1)
    rows = list(csv.reader(io.StringIO(crosstable_csv(material(standings(own, ()), ())))))
    assert len(rows) == 1 + 6
    assert {"'=A", "B", "C"} == {row[0] for row in rows[1:]}
    assert rows[1][2:] == ["0", "", "", "", "0", "0", "0", "", "", "", "", "too few boards against"]


def curves(svg: ElementTree.Element) -> dict[str, list[tuple[float, float]]]:
    """The points of every curve, by its class."""
    return {
        line.attrib["class"]: [
            (float(x), float(y)) for x, y in (point.split(",") for point in line.attrib["points"].split())
        ]
        for line in svg.iter(f"{SVG}polyline")
    }


def height_of(svg: ElementTree.Element, value: float) -> float:
    """Where a value lies, as the labels of the axis have it."""
    axis = [
        (float(label.text), float(label.attrib["y"]) - 4)
        for label in svg.iter(f"{SVG}text")
        if label.attrib["text-anchor"] == "end" and label.text
    ]
    (low, low_y), (high, high_y) = axis[0], axis[-1]
    return low_y + (high_y - low_y) * (value - low) / (high - low)


@pytest.fixture(scope="module")
def of_three(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A small tournament of single players."""
    return played(
        tmp_path_factory.mktemp("three") / "out", terms_of(Asked("buck-three", Form(), entrants=3, boards=14))
    )


def test_courses_end_at_the_figures_of_the_standings(of_three: Played) -> None:
    rows, assessment = of_three.standings.rows, of_three.standings.assessment
    assert assessment is not None
    elo = [assessment.strengths[row.entrant.name].elo for row in rows]
    for name, figures in (("mean-course", [row.score for row in rows]), ("elo-course", elo)):
        svg = ElementTree.parse(of_three.directory / "plots" / f"{name}.svg").getroot()
        drawn = curves(svg)
        for number, figure in enumerate(figures, 1):
            assert figure is not None
            assert drawn[f"l-series-{number}"][-1][1] == pytest.approx(height_of(svg, figure.mean), abs=0.6)


def test_bars_count_the_boards(of_three: Played) -> None:
    for file in sorted((of_three.directory / "plots").glob("boards-*.svg")):
        told = re.findall(r"<title>[^:<]*: (\d+) of (\d+) boards", file.read_text(encoding="utf-8"))
        assert sum(int(count) for count, _ in told) == 14
        assert {whole for _, whole in told} == {"14"}


def test_a_test_is_drawn_between_its_bounds() -> None:
    found = won_by(("A", "B"), [1, 0] * 20)
    drawn = {plot.name: plot.drawing for plot in plots(found)}
    svg = ElementTree.fromstring(standing_alone(drawn["test-course"], "test"))
    levels = [float(line.attrib["y1"]) for line in svg.iter(f"{SVG}line") if line.attrib["class"] == "l-bound"]
    assessment = found.standings.assessment
    assert assessment is not None
    assert assessment.tested is not None
    tested = assessment.tested
    assert tested.result.ratio is not None
    assert levels == pytest.approx([height_of(svg, tested.test.upper), height_of(svg, tested.test.lower)], abs=0.6)
    (points,) = curves(svg).values()
    assert points[-1][1] == pytest.approx(height_of(svg, tested.result.ratio), abs=0.6)


def test_every_plot_is_there_as_svg_and_as_png_of_the_same_shape(of_three: Played) -> None:
    folder = of_three.directory / "plots"
    names = {file.stem for file in folder.iterdir()}
    assert names == {"standings", "elo", "elo-course", "mean-course", "boards-1", "boards-2", "boards-3"}
    for name in names:
        svg = ElementTree.parse(folder / f"{name}.svg").getroot()
        assert svg.findtext(f"{SVG}title")
        with Image.open(folder / f"{name}.png") as picture:
            assert picture.size == (SCALE * int(svg.attrib["width"]), SCALE * int(svg.attrib["height"]))
            colours = picture.convert("RGB").getcolors(1 << 20)
        assert colours is not None
        assert len(colours) > 3


def test_every_kind_of_shape_has_its_colour_in_the_palette(of_three: Played) -> None:
    assert {ink.colour for ink in INKS.values()} <= set(light_palette())
    (first, *_) = plots(material(of_three.standings, of_three.results))
    assert png(first.drawing) == png(first.drawing)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A tournament whose entrants' names would be markup if they could."""
    asked = Asked("euchre", Form(Format.SWISS, rounds=2), boards=1)
    return played(tmp_path_factory.mktemp("hostile") / "out", terms_of(asked, HOSTILE))


def test_no_name_becomes_markup_anywhere(hostile: Played) -> None:
    for path in pages_of(hostile.directory):
        text = path.read_text(encoding="utf-8")
        assert "<img" not in text, path
        assert "alert(1)</script>" not in text, path
    for path in (hostile.directory / "games").glob("index-*.js"):
        assert "\u2028" not in path.read_text(encoding="utf-8")
    for path in (hostile.directory / "plots").glob("*.svg"):
        ElementTree.parse(path)


def test_names_come_through_whole_in_the_data(hostile: Played) -> None:
    page = next((hostile.directory / "games").glob("p1-*.html")).read_text(encoding="utf-8")
    data = re.findall(r'<script type="application/json">(.*?)</script>', page)
    assert len(data) == page.count("<details")
    names = {name for text in data for name in json.loads(text)["names"]}
    assert len(names) == 2
    assert names <= set(HOSTILE)
    question = {
        "finder": asset("finder.js"),
        "rows": sorted(str(path) for path in (hostile.directory / "games").glob("index-*.js")),
        "asked": ["", "first=1&second=2", "entrant=99&did=calls", "result=none&first=1&second=2", "bar=1&entrant=1"],
    }
    every, *_ = answer("found_by.js", question)
    assert every["total"] == len(hostile.results)


def test_addresses_are_escaped_too() -> None:
    assert link('a"b<c', "x") == '<a href="a&quot;b&lt;c">x</a>'


def test_tables_read_by_spreadsheets_hold_no_formula(hostile: Played) -> None:
    text = (hostile.directory / "crosstable.csv").read_bytes().decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len(rows) == 1 + 4 * 3
    assert not [cell for row in rows for cell in row[:2] if cell.startswith("=")]
