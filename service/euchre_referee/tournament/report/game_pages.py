"""The pages of games: a pairing's boards, each with its tables, their results, and the replay of every game."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import BinaryIO, Final, NamedTuple

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.boards import BoardResult
from euchre_referee.tournament.fields import Json, mapping
from euchre_referee.tournament.report.deal_words import game_text, lead_text
from euchre_referee.tournament.report.document import document
from euchre_referee.tournament.report.layout import Page, Span, anchor
from euchre_referee.tournament.report.links import INDEX, link
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.report.retelling import retell
from euchre_referee.tournament.report.timing import TimeUse, add_times, decision_times
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import GamePlan, Pairing

STYLE: Final = "style.css"
REPLAY_SCRIPTS: Final = ("scenes.js", "wording.js", "table.js", "replay.js")
_NO_SCRIPT: Final = "The replays need JavaScript; the records stand in games.jsonl beside the report."


class Source(NamedTuple):
    """What the pages are made of."""

    rules: RuleSet
    games: BinaryIO
    spans: Mapping[GamePlan, Span]
    results: Mapping[GamePlan, TableResult]
    boards: Mapping[tuple[int, int], BoardResult]
    """By pairing and board, where they are complete and count."""


def game_page(source: Source, page: Page, before: Page | None, after: Page | None, uses: dict[str, TimeUse]) -> str:
    """One page; the time that decisions took is added to `uses` on the way, by entrant."""
    title = f"{pairing_name(page.pairing)}: {boards_name(page)}"
    sections = [
        _board(source, page, board, tuple(plans), uses)
        for board, plans in groupby(page.plans, key=lambda plan: plan.board)
    ]
    body = element(
        "body",
        element(
            "header",
            _ways(before, after, "Pages"),
            element("h1", title),
            element("p", _round(page.pairing), class_="lead"),
            element("noscript", element("p", _NO_SCRIPT, class_="warning")),
        ),
        element("main", joined(sections)),
        element("footer", _ways(before, after, "Pages, at the foot")),
        class_="games",
    )
    return document(f"{title} - Euchre tournament", body, beside=STYLE, scripts=REPLAY_SCRIPTS)


def pairing_name(pairing: Pairing) -> str:
    """Who meets, as `greedy - careful`."""
    return " \u2013 ".join(pairing.entrants)


def boards_name(page: Page) -> str:
    """Which boards are on a page, as `boards 1 to 20`."""
    first, last = page.boards
    return f"board {first}" if first == last else f"boards {first} to {last}"


def _round(pairing: Pairing) -> str:
    return f"Pairing {pairing.number}, round {pairing.round}. Open a game to step through it; the arrow keys do so too."


def _ways(before: Page | None, after: Page | None, label: str) -> Markup:
    ways = [link("../report.html", "Report"), link(INDEX, "All games")]
    if before is not None:
        ways.append(link(before.name, f"\u2190 {boards_name(before)}", rel="prev"))
    if after is not None:
        ways.append(link(after.name, f"{boards_name(after)} \u2192", rel="next"))
    return element("nav", joined(ways), class_="ways", aria_label=label)


def _board(source: Source, page: Page, board: int, plans: Sequence[GamePlan], uses: dict[str, TimeUse]) -> Markup:
    games = [_game(source, plan, uses) for plan in plans]
    return element(
        "section",
        element("h2", f"Board {board}"),
        element("p", _result(source.boards.get((page.pairing.number, board))), class_="note"),
        *games,
        id=f"b{board}",
        class_="board",
    )


def _result(result: BoardResult | None) -> str:
    if result is None:
        return "This board counts for nobody, or is not complete."
    told = ", ".join(f"{name} {lead_text(mean)}" for name, mean in zip(result.entrants, result.means, strict=True))
    return f"{told} against the average of the table."


def _game(source: Source, plan: GamePlan, uses: dict[str, TimeUse]) -> Markup:
    record = source.spans[plan].read(source.games)
    times = decision_times(record)
    told = retell(source.rules, record, times)
    result = source.results[plan]
    if times is not None:
        add_times(uses, plan, record, times)
    summary = element(
        "summary",
        element("b", f"Table {plan.table}"),
        element("span", _seats(plan), class_="seats"),
        element("span", game_text(result, told.results, told.state.scores), class_="came"),
        element("span", _points(result), class_="points"),
        *_troubles(result, record),
    )
    data: dict[str, object] = {"id": record.get("id"), "names": list(plan.players), **told.replay}
    if record.get("end") is not None:
        data["end"] = record["end"]
    return element("details", summary, _data(data), id=anchor(plan), class_="game")


def _seats(plan: GamePlan) -> str:
    return " \u00b7 ".join(plan.players)


def _points(result: TableResult) -> str:
    if result.points is None:
        return "counts for nobody"
    return "points " + " ".join(map(str, result.points))


def _troubles(result: TableResult, record: Json) -> Iterator[Markup]:
    """What the referee refused and decided in this game, if anything, and how often it was begun."""
    counts = (
        ("illegal action", sum(each.illegal_actions for each in result.figures)),
        ("timeout", sum(each.timeouts for each in result.figures)),
        ("default action", sum(each.default_actions for each in result.figures)),
    )
    told = [f"{count} {word}{'s' if count > 1 else ''}" for word, count in counts if count]
    attempt = mapping(record.get("tournament"), "`tournament`").get("attempt")
    if attempt is not None:
        told.append(f"attempt {attempt}")
    if told:
        yield element("span", ", ".join(told), class_="trouble")


def _data(data: Json) -> Markup:
    """The replay's data, in which nothing can end its element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, code in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(sign, code)
    return element("script", Markup(text), type="application/json")
