"""The report says what the standings say, stands alone, and takes no name for markup."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from euchre_referee.tournament.report.page import headline, report_html
from euchre_referee.tournament.report.plots import Bars, interval_scale, spread, spread_bars
from euchre_referee.tournament.report.scales import Scale
from euchre_referee.tournament.report.svg import inline
from euchre_referee.tournament.standings import Standings, standings
from euchre_referee.tournament.statistics import Estimate
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms
from tests.tournament.kept_texts import assert_as_kept
from tests.tournament.tables import deal, judged, played, result, schedule, terms

STRENGTHS = {"random": -0.6, "greedy": 0.2, "careful": 0.5}
NAMES = tuple(STRENGTHS)


def report(own: Terms, games: int | None = None) -> str:
    results = [
        result(own, entry) for entry in played(own, dict.fromkeys((e.name for e in own.entrants), 0) | STRENGTHS)
    ]
    results = results[:games]
    return report_html(standings(own, results), results)


class Reader(HTMLParser):
    """What a person reads, a line for each block; drawings by their labels."""

    BLOCKS = frozenset({"p", "h1", "h2", "h3", "tr", "li", "dt", "dd", "div", "figcaption", "svg", "section", "pre"})
    UNSEEN = frozenset({"style", "title", "script"})

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag in self.BLOCKS:
            self.text += "\n"
        if tag in ("td", "th"):
            self.text += " | "
        self.text += dict(attrs).get("aria-label") or "" if tag == "svg" else ""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.UNSEEN.intersection(self.open) and "svg" not in self.open:
            self.text += data


def read(page: str) -> str:
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    return re.sub(r"\n\s*\n+", "\n", reader.text).strip() + "\n"


@pytest.mark.parametrize("preset", ["euchre", "buck"])
def test_the_report_as_people_read_it(preset: str) -> None:
    assert_as_kept(f"report_{preset}.txt", read(report(terms(preset, NAMES, 40))))


def test_the_page_loads_nothing_and_leads_only_to_files_beside_it() -> None:
    page = report(terms("euchre", NAMES, 12))
    assert not re.search(r"<(script|link|img|iframe|object)|\b(src|srcset)=|url\(|@import|https?:", page)
    leading = set(re.findall(r'href="([^"#]*)', page))
    assert leading == {"games/index.html"}


def test_drawings_are_well_formed_and_say_what_they_show_or_are_hidden_from_readers() -> None:
    drawings = re.findall(r"<svg.*?</svg>", report(terms("euchre", NAMES, 12)))
    # The intervals and the error bars with their scales, two courses, and the spread of each pair.
    assert len(drawings) == (1 + 3) + (1 + 3) + 2 + 3
    for drawing in drawings:
        svg = ElementTree.fromstring(drawing)
        assert svg.get("aria-hidden") == "true" or svg.get("aria-label")
        width, height = (float(side) for side in svg.attrib["viewBox"].split()[2:])
        for shape in svg.iter():
            for across in ("x", "x1", "x2", "cx"):
                assert 0 <= float(shape.get(across, 0)) <= width
            for down in ("y", "y1", "y2", "cy"):
                assert 0 <= float(shape.get(down, 0)) <= height
            for point in shape.get("points", "").split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width
                assert 0 <= y <= height


def test_no_name_becomes_markup() -> None:
    hostile = "<img src=x onerror='alert(1)'>&amp;\""
    page = report(terms("euchre", [hostile, "</style></title><script>", "C"], 12))
    assert "<img" not in page
    assert "<script" not in page
    assert hostile in read(page)


def test_an_incomplete_tournament_says_so_and_a_complete_one_does_not() -> None:
    own = terms("euchre", NAMES, 12)
    warning = "Incomplete: on 2 of 12 boards a game is missing or counts for nobody."
    assert warning in read(report(own, games=62))
    assert "Incomplete" not in read(report(own))


def test_before_the_first_board() -> None:
    text = read(report(terms("euchre", NAMES, 12), games=0))
    assert text.count("No board is complete yet") == 2


def test_what_was_promised_is_repeated() -> None:
    own = terms("euchre", NAMES, 2)
    assert own.commitment in read(report(own))
    chosen = Terms(own.rules, own.entrants, 2, SeedMode.REPRODUCIBLE, Isolation.REMOTE_SESSIONS)
    text = read(report(chosen))
    assert "Reproducible, not provable" in text
    assert "collusion of remote programs cannot be prevented" in text
    assert "Commitment" not in text


def won_by(margins: dict[tuple[str, str], list[int]], boards: int) -> Standings:
    """Every pair's first wins by these points, board by board."""
    own = terms("euchre", "ABC", boards)
    results = []
    for plan in schedule(own).games():
        one, other = schedule(own).pairings[plan.pairing - 1].entrants
        gained = margins[one, other][(plan.board - 1) % len(margins[one, other])]
        points = [gained if player == one else 0 for player in plan.players]
        results.append(result(own, judged(own, plan, deal(points))))
    return standings(own, results)


def test_the_headline_says_no_more_than_the_intervals_do() -> None:
    steady, doubtful, none = [1, 2], [2, -2, 0, 1], [0]
    assert headline(won_by({("A", "B"): steady, ("A", "C"): steady, ("B", "C"): none}, 20)) == (
        "A beats every other entrant"
    )
    assert headline(won_by({("A", "B"): doubtful, ("A", "C"): steady, ("B", "C"): none}, 20)) == (
        "A leads, not beyond doubt"
    )
    assert headline(won_by({("A", "B"): none, ("A", "C"): none, ("B", "C"): none}, 20)) == "A, B, C share the lead"
    two = terms("euchre", ["careful", "random"], 20)
    assert headline(standings(two, [result(two, entry) for entry in played(two, STRENGTHS)])) == "careful beats random"


def test_bars_treat_both_sides_of_zero_alike() -> None:
    drawing = ElementTree.fromstring(inline(spread([0.25, -0.25, 0.75, -0.75, 0], spread_bars([[1.0]]), "bars")))
    bars = [(bar.findtext("title"), str(bar.get("class")).removeprefix("f-")) for bar in drawing.iter("rect")]
    assert bars == [
        ("-1: 1 of 5 boards", "behind"),
        ("-0.5: 1 of 5 boards", "behind"),
        ("+0: 1 of 5 boards", "even"),
        ("+0.5: 1 of 5 boards", "ahead"),
        ("+1: 1 of 5 boards", "ahead"),
    ]


def test_scales_hold_everything_and_label_round_values() -> None:
    scale = interval_scale([Estimate(20, 0.31, 0.18, 0.44), None, Estimate(1, -0.2, None, None)])
    assert scale.low < -0.2
    assert scale.high > 0.44
    assert scale.ticks() == pytest.approx((-0.2, 0, 0.2, 0.4))
    assert spread_bars([[0.0, 2.0], [-1.5]]) == Bars(Scale(-2.25, 2.25, 320), 0.5)
    assert interval_scale([]).ticks() == (-1.0, -0.5, 0.0, 0.5, 1.0)
