"""A report made again is the same, what cannot be told is named, pages stay small, times are those of the proofs."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from euchre_referee.cli.tournament import main
from euchre_referee.referee.entries import Acted, Mark, decode
from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.report.conduct_tables import duration
from euchre_referee.tournament.report.layout import MOST_BYTES, MOST_GAMES, Page, Span, pages
from euchre_referee.tournament.report.page import report_html
from euchre_referee.tournament.report.timing import TimeUse, add_times, decision_times
from euchre_referee.tournament.report.writing import WRITTEN
from euchre_referee.tournament.schedule import GamePlan
from tests.referee.finished import entries_of, finished_game, record_of
from tests.tournament.report.directories import Asked, Played, played, terms_of
from tests.tournament.tables import schedule

Json = dict[str, Any]
ROUNDS: Final = Asked("euchre", Form(Format.ELIMINATION), entrants=4, boards=1)


def content(directory: Path) -> dict[str, bytes]:
    """Every file by its place."""
    return {
        str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("*")) if file.is_file()
    }


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """An elimination in two rounds, whose second follows from the first."""
    return played(tmp_path / "out", terms_of(ROUNDS)).directory


def test_a_report_made_again_is_the_same_to_the_byte(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = content(directory)
    for name in ("report.html", "crosstable.csv", "games/index.html", "plots/elo.png"):
        (directory / name).unlink()
    (directory / "games" / "p9-b1.html").write_text("of an earlier report")
    (directory / "plots" / "boards-99.svg").write_text("of an earlier report")
    assert main(["report", str(directory)]) == 0
    assert capsys.readouterr().out == f"{directory / 'report.html'}: 6 games\n"
    assert content(directory) == before


def test_what_the_standings_tell_of_incidents_is_shown_and_leads_to_its_games(directory: Path) -> None:
    path = directory / "standings.json"
    document = json.loads(path.read_text())
    document["incidents"] = [
        {
            "time_ms": 1_796_094_000_000,
            "sentence": "the game was restarted: <b>",
            "pairing": 1,
            "board": 1,
            "table": 2,
            "attempt": 2,
        },
        {"sentence": "bot-2 was paused", "entrant": "bot-2"},
        {"sentence": "no-one was paused", "entrant": "no-one", "board": 99},
        {"kind": "told by another release"},
    ]
    path.write_text(json.dumps(document))
    assert main(["report", str(directory)]) == 0
    page = (directory / "report.html").read_text(encoding="utf-8")
    found = re.findall("<li>(.*?)</li>", page[page.index('<ol class="incidents">') :])
    assert found[:4] == [
        '2026-12-01 03:00:00 <a href="games/index.html#pairing=1&amp;board=1&amp;table=2">'
        "the game was restarted: &lt;b&gt;</a>",
        '<a href="games/index.html#entrant=2">bot-2 was paused</a>',
        "no-one was paused",
        "kind: told by another release",
    ]


def test_a_game_that_was_begun_again_says_so(directory: Path) -> None:
    path = directory / "games.jsonl"
    first, *others = path.read_text().splitlines()
    record = json.loads(first)
    record["tournament"]["attempt"] = 2
    path.write_text("\n".join([json.dumps(record), *others, ""]))
    assert main(["report", str(directory)]) == 0
    page = (directory / "games" / "p1-b1.html").read_text(encoding="utf-8")
    assert page.count('<span class="trouble">attempt 2</span>') == 1


def an_illegal_play(records: list[Json]) -> None:
    records[0]["deals"][0]["actions"][0] += "!"


def a_game_twice(records: list[Json]) -> None:
    records.append(records[0])


def a_round_too_many(records: list[Json]) -> None:
    records.append({**records[0], "tournament": {**records[0]["tournament"], "pairing": 9}})


def no_place(records: list[Json]) -> None:
    del records[0]["tournament"]


WRONG: Final[dict[Callable[[list[Json]], None], str]] = {
    an_illegal_play: "the play breaks the rules",
    a_game_twice: "games.jsonl:7: its pairing, board and table occur a second time",
    a_round_too_many: "games.jsonl:7: the schedule has no such pairing",
    no_place: "games.jsonl:1: `tournament` must be an object",
}


@pytest.mark.parametrize("change", WRONG)
def test_what_is_wrong_with_a_record_is_named(
    change: Callable[[list[Json]], None], directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = directory / "games.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    change(records)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    before = (directory / "report.html").read_bytes()
    assert main(["report", str(directory)]) == 2
    assert WRONG[change] in capsys.readouterr().err
    assert (directory / "report.html").read_bytes() == before


@pytest.mark.parametrize("text", ["", "[]", '{"format": 1}', "NaN"])
def test_a_directory_without_terms_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["report", str(tmp_path)]) == 2
    assert "name the directory of a tournament's results" in capsys.readouterr().err
    (tmp_path / "standings.json").write_text(text)
    assert main(["report", str(tmp_path)]) == 2
    assert "standings.json" in capsys.readouterr().err


def test_nothing_that_a_report_consists_of_is_overwritten_by_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in WRITTEN:
        (tmp_path / name).mkdir()
        assert main(["run", "--bots", "random,greedy", "--out", str(tmp_path)]) == 2
        assert f"holds another tournament ({name})" in capsys.readouterr().err
        (tmp_path / name).rmdir()


# --- pages


def paged(asked: Asked, length: int) -> list[Page]:
    """The pages, if every record had so many bytes."""
    planned = schedule(terms_of(asked))
    return list(pages(planned, {plan: Span(0, length) for plan in planned.games()}))


def names_and_games(found: list[Page]) -> list[tuple[str, int]]:
    return [(page.name, len(page.plans)) for page in found]


def test_pages_end_with_boards_and_hold_no_more_than_they_may() -> None:
    found = paged(Asked("euchre", Form(), entrants=2, boards=45), 1000)
    assert names_and_games(found) == [("p1-b1.html", MOST_GAMES), ("p1-b21.html", MOST_GAMES), ("p1-b41.html", 10)]
    long = paged(Asked("buck", Form(), entrants=4, boards=3), MOST_BYTES // 4)
    assert names_and_games(long) == [("p1-b1.html", 4), ("p1-b2.html", 4), ("p1-b3.html", 4)]


def test_a_board_that_is_too_much_for_a_page_is_parted() -> None:
    found = paged(Asked("buck", Form(), entrants=4, boards=2), MOST_BYTES // 3)
    assert names_and_games(found) == [
        ("p1-b1.html", 3), ("p1-b1-t4.html", 1), ("p1-b2.html", 3), ("p1-b2-t4.html", 1)
    ]  # fmt: skip
    huge = paged(Asked("buck", Form(), entrants=4, boards=1), 2 * MOST_BYTES)
    assert [count for _, count in names_and_games(huge)] == [1, 1, 1, 1]


def test_games_without_a_record_have_no_place() -> None:
    planned = schedule(terms_of(Asked("euchre", Form(), entrants=2, boards=3)))
    spans = {plan: Span(0, 10) for plan in planned.games() if plan.board != 2}
    (page,) = pages(planned, spans)
    assert [plan.board for plan in page.plans] == [1, 1, 3, 3]
    assert page.boards == (1, 3)


# --- time


def test_times_are_those_of_the_log_without_what_the_referee_decided() -> None:
    record = record_of(finished_game())
    entries = [decode(raw) for raw in entries_of(record)]
    acted = [entry for entry in entries if isinstance(entry, Acted)]
    times = decision_times(record)
    assert times is not None
    assert [len(deal) for deal in times] == [len(deal["actions"]) for deal in record["deals"]]
    assert [each for deal in times for each in deal] == [
        max(0, entry.spent_ms - entry.lag_ms) if entry.mark is Mark.OWN else None for entry in acted
    ]
    assert any(each is None for deal in times for each in deal)
    uses: dict[str, TimeUse] = {}
    plan = GamePlan(1, 1, 1, ("one", "two", "one", "two"))
    add_times(uses, plan, record, times)
    own = [entry for entry in acted if entry.mark is Mark.OWN]
    assert uses["one"].decisions + uses["two"].decisions == len(own)
    assert uses["two"].total_ms == sum(max(0, each.spent_ms - each.lag_ms) for each in own if each.seat % 2)
    longest = max(max(0, each.spent_ms - each.lag_ms) for each in own if each.seat % 2 == 0)
    assert uses["one"].longest == (longest, plan)


def test_quantiles_are_times_that_occurred() -> None:
    use = TimeUse()
    use.add([1, 2, 3, 4, 100], GamePlan(1, 1, 1, ()))
    assert [use.quantile_ms(share) for share in (0.0, 0.2, 0.5, 0.8, 0.95, 1.0)] == [1, 1, 3, 4, 100, 100]
    assert (use.decisions, use.total_ms) == (5, 110)
    with pytest.raises(ValueError, match="no decision"):
        TimeUse().quantile_ms(0.5)


def test_a_record_without_a_log_tells_no_time(tmp_path: Path) -> None:
    assert decision_times({"deals": []}) is None
    assert decision_times({"proof": {"entries": "none"}}) is None
    found: Played = played(tmp_path / "out", terms_of(ROUNDS._replace(entrants=2)))
    assert "How long they thought" not in report_html(found.standings, found.results)
    use = TimeUse()
    use.add([5], found.results[0].plan)
    page = report_html(found.standings, found.results, {found.results[0].plan.players[0]: use})
    assert "How long they thought" in page


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0 ms"), (4.25, "4.2 ms"), (310.4, "310 ms"), (1240, "1.2 s"), (744_000, "12.4 min")],
)
def test_times_in_words(milliseconds: float, words: str) -> None:
    assert duration(milliseconds) == words
