"""Writes everything that stands beside `games.jsonl` and `standings.json` for people: report, games, plots, table.

It is made of the standings, their results and the records in `games.jsonl`, and of nothing else, so it can be made
again at any time. Games are read and written page by page, so that any number of them fits.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.report import game_pages, links, plot_files
from euchre_referee.tournament.report.crosstable_csv import crosstable_csv
from euchre_referee.tournament.report.document import asset
from euchre_referee.tournament.report.game_index import IndexWriter, Outcome
from euchre_referee.tournament.report.game_pages import Source, game_page
from euchre_referee.tournament.report.layout import located, pages
from euchre_referee.tournament.report.material import Material, material
from euchre_referee.tournament.report.page import page_style, report_page
from euchre_referee.tournament.report.png import png
from euchre_referee.tournament.report.spreads import by_entrant
from euchre_referee.tournament.report.svg import standing_alone
from euchre_referee.tournament.report.timing import TimeUse
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Standings

GAMES: Final = "games.jsonl"
STANDINGS: Final = "standings.json"
REPORT: Final = "report.html"
CROSSTABLE: Final = "crosstable.csv"
WRITTEN: Final = (REPORT, CROSSTABLE, links.FOLDER, plot_files.FOLDER)
"""What this module writes: two files and two folders."""
_SCRIPTS: Final = (*game_pages.REPLAY_SCRIPTS, "finder.js", "found.js")


def write_report(directory: Path, standings: Standings, results: Sequence[TableResult]) -> None:
    """Writes all of it beside `games.jsonl` and `standings.json`; the report last, when all it leads to is there.

    `results` are those that the standings were made of. What an earlier call wrote is overwritten. Takes a second for
    some thousand games. Raises OSError.
    """
    incidents = _incidents(directory / STANDINGS)
    found = material(standings, results, None, incidents)
    with (directory / GAMES).open("rb") as games:
        uses = _write_games(directory / links.FOLDER, found, results, games)
    whole = material(standings, results, uses, incidents)
    _write_plots(directory / plot_files.FOLDER, whole)
    # Written as it is: the line ends of such files are their own.
    _replace(directory / CROSSTABLE, crosstable_csv(whole).encode())
    _replace(directory / REPORT, report_page(whole).encode())


def _incidents(path: Path) -> tuple[Json, ...]:
    """What was done to the tournament beside its being played, if the standings tell of any."""
    if not path.exists():
        return ()
    document = json.loads(path.read_bytes())
    found = document.get("incidents") if isinstance(document, dict) else None
    return tuple(each for each in found if isinstance(each, dict)) if isinstance(found, list) else ()


def _write_games(
    folder: Path, found: Material, results: Sequence[TableResult], games: BinaryIO
) -> Mapping[str, TimeUse]:
    """The pages of games and their list; the time that decisions took is seen on the way."""
    folder.mkdir(exist_ok=True)
    by_plan = {result.plan: result for result in results}
    spans = located(games, by_plan.keys())
    boards = {(each.pairing, each.board): each for each in found.course.boards}
    source = Source(found.standings.terms.rules, games, spans, by_plan, boards)
    counting = {result.plan for result in found.results}
    every = tuple(pages(found.course.schedule, spans))
    index, uses = IndexWriter(folder), dict[str, TimeUse]()
    for number, page in enumerate(every):
        before = every[number - 1] if number and every[number - 1].pairing is page.pairing else None
        following = every[number + 1 : number + 2]
        after = following[0] if following and following[0].pairing is page.pairing else None
        _replace(folder / page.name, game_page(source, page, before, after, uses).encode())
        for plan in page.plans:
            index.game(number, by_plan[plan], plan in counting)
    text = index.finish(found.standings.terms, found.course.schedule.pairings, every, _outcome(found))
    for script in _SCRIPTS:
        _replace(folder / script, asset(script).encode())
    _replace(folder / game_pages.STYLE, (page_style() + asset("games.css")).encode())
    _replace(folder / links.INDEX, text.encode())
    kept = {page.name for page in every} | set(index.written) | {*_SCRIPTS, game_pages.STYLE, links.INDEX}
    _remove_others(folder, ("p*-b*.html", "index-*.js"), kept)
    return uses


def _outcome(found: Material) -> Outcome:
    if not by_entrant(found):
        return Outcome(found.course.boards)
    scores = ((name, board, score) for name, own in found.scores.items() for board, score in own.items())
    return Outcome(found.course.boards, scores)


def _write_plots(folder: Path, found: Material) -> None:
    folder.mkdir(exist_ok=True)
    kept = set()
    for plot in plot_files.plots(found):
        _replace(folder / f"{plot.name}.svg", standing_alone(plot.drawing, plot.title).encode())
        _replace(folder / f"{plot.name}.png", png(plot.drawing))
        kept |= {f"{plot.name}.svg", f"{plot.name}.png"}
    _remove_others(folder, ("boards-*.svg", "boards-*.png", "*-course.svg", "*-course.png"), kept)


def _remove_others(folder: Path, patterns: Sequence[str], kept: set[str]) -> None:
    """Takes away what an earlier report had and this one has not."""
    for pattern in patterns:
        for file in folder.glob(pattern):
            if file.name not in kept:
                file.unlink()


def _replace(path: Path, content: bytes) -> None:
    """Readers find the whole old file or the whole new one."""
    unfinished = path.with_name(f".{path.name}.part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
