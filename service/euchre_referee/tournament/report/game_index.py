"""The list of all games: a page that finds those behind a number, and the rows it looks through.

The rows lie in scripts of bounded size, since a page from a disk may load nothing else. A row is
`[page, board, table, ending, points, figures by seat]`; zeros at the end of figures are left out.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from euchre_referee.tournament.boards import BoardResult
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.report.document import document
from euchre_referee.tournament.report.game_pages import STYLE, boards_name, pairing_name
from euchre_referee.tournament.report.layout import Page
from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.results import TableResult, Termination
from euchre_referee.tournament.schedule import Pairing
from euchre_referee.tournament.terms import Terms

MOST_ROWS: Final = 5000
"""Of one script."""
_SCRIPTS: Final = ("finder.js", "found.js")
_DECIMALS: Final = 9
_ENDINGS: Final = tuple(Termination)


class Outcome(NamedTuple):
    """What came of the boards: by pairing, and where they are looked for each entrant's scores: name, board, score."""

    boards: Iterable[BoardResult]
    scores: Iterable[tuple[str, int, float]] = ()


class IndexWriter:
    """Writes the rows into a folder, script by script; then the page."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._rows: Final[list[object]] = []
        self._scripts: Final[list[str]] = []

    @property
    def written(self) -> Sequence[str]:
        """The names of the scripts that were written so far."""
        return self._scripts

    def game(self, page: int, result: TableResult, counts: bool) -> None:
        """A row for a game on the page of this number; one beyond the end of a tested match counts for nothing."""
        plan = result.plan
        ending = _ENDINGS.index(result.termination) if counts else -1
        figures = [_figures(each) for each in result.figures]
        points = None if result.points is None else list(result.points)
        self._add([page, plan.board, plan.table, ending, points, figures])

    def finish(self, terms: Terms, pairings: Sequence[Pairing], pages: Sequence[Page], outcome: Outcome) -> str:
        """Writes what the rows refer to; the page's text."""
        self._flush()
        numbers = {entrant.name: number for number, entrant in enumerate(terms.entrants, 1)}
        self._write_each("boards", (_board(each) for each in outcome.boards))
        self._write_each(
            "scores", ([board, numbers[name], round(value, _DECIMALS)] for name, board, value in outcome.scores)
        )
        head = {
            "entrants": [entrant.name for entrant in terms.entrants],
            "endings": [str(each) for each in _ENDINGS],
            "figures": list(Figures._fields),
            "pairings": {pairing.number: _pairing(pairing, numbers) for pairing in pairings},
            "pages": [[page.name, page.pairing.number] for page in pages],
        }
        self._write({"head": head})
        return _page(pages, self._scripts)

    def _add(self, row: object) -> None:
        self._rows.append(row)
        if len(self._rows) == MOST_ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._write({"games": self._rows})
            self._rows.clear()

    def _write_each(self, key: str, rows: Iterable[object]) -> None:
        held: list[object] = []
        for row in rows:
            held.append(row)
            if len(held) == MOST_ROWS:
                self._write({key: held})
                held = []
        if held:
            self._write({key: held})

    def _write(self, part: object) -> None:
        name = f"index-{len(self._scripts) + 1}.js"
        text = json.dumps(part, ensure_ascii=True, separators=(",", ":"))
        (self._folder / name).write_text(f"(self.euchreGames=self.euchreGames||[]).push({text});\n", encoding="ascii")
        self._scripts.append(name)


def _figures(figures: Figures) -> list[int]:
    counts = list(figures)
    while counts and not counts[-1]:
        counts.pop()
    return counts


def _board(result: BoardResult) -> list[object]:
    return [result.pairing, result.board, [round(mean, _DECIMALS) for mean in result.means]]


def _pairing(pairing: Pairing, numbers: Mapping[str, int]) -> dict[str, object]:
    return {
        "round": pairing.round,
        "entrants": [numbers[name] for name in pairing.entrants],
        "tables": {table.table: [numbers[name] for name in table.players] for table in pairing.tables},
    }


def _page(pages: Sequence[Page], rows: Sequence[str]) -> str:
    body = element(
        "body",
        element(
            "header",
            element("nav", link("../report.html", "Report"), class_="ways", aria_label="Pages"),
            element("h1", "Games"),
            element("p", "", id="asked", class_="lead", role="status"),
            element("noscript", element("p", "Finding games needs JavaScript; the pages are below.", class_="warning")),
        ),
        element(
            "main",
            element("section", element("form", id="ask", class_="ask"), element("div", id="found", class_="scroll")),
            element("section", element("h2", "Pages"), _by_pairing(pages)),
        ),
        class_="games",
    )
    return document("Games - Euchre tournament", body, beside=STYLE, scripts=(*rows, *_SCRIPTS))


def _by_pairing(pages: Sequence[Page]) -> Markup:
    items = []
    for pairing, own in groupby(pages, key=lambda page: page.pairing):
        ways = [link(page.name, boards_name(page).removeprefix("boards ")) for page in own]
        items.append(element("dt", f"{pairing.number}. {pairing_name(pairing)}"))
        items.append(element("dd", joined(ways), class_="pages"))
    return element("dl", joined(items), class_="definitions")
