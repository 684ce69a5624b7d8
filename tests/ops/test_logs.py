"""Logs are JSON, one object a line."""

import io
import json
import logging
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from euchre_referee.ops.chronicle import Chronicle
from euchre_referee.ops.logs import JsonFormatter, log_as_json
from euchre_referee.referee.entries import Ended, Mark, Sanction, Termination
from euchre_referee.referee.game import BrokenLog
from tests.referee.tables import new_table
from tests.rules.games import rules_of


def logged(record: logging.LogRecord) -> dict[str, Any]:
    """The line that is written for a record."""
    line = JsonFormatter().format(record)
    assert "\n" not in line
    read: dict[str, Any] = json.loads(line)
    return read


def test_a_line_tells_when_who_and_what() -> None:
    record = logging.LogRecord("euchre.x", logging.WARNING, __file__, 1, "seat %d: é\n%s", (3, '"'), None)
    read = logged(record)
    assert read["level"] == "warning"
    assert read["logger"] == "euchre.x"
    assert read["message"] == 'seat 3: é\n"'
    assert read["time"].endswith("+00:00")
    assert set(read) == {"time", "level", "logger", "message"}


def test_a_fault_comes_with_its_traceback_on_the_same_line() -> None:
    try:
        raise ValueError("no such card")
    except ValueError as error:
        fault = (ValueError, error, error.__traceback__)
    read = logged(logging.LogRecord("x", logging.ERROR, __file__, 1, "broken", (), fault))
    assert read["error"].startswith("Traceback")
    assert read["error"].endswith("ValueError: no such card")


def test_the_level_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    try:
        log_as_json("warning")
        logging.getLogger("a").info("quiet")
        logging.getLogger("a").error("loud")
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["message"] == "loud"
    with pytest.raises(ValueError, match="NOISY"):
        log_as_json("noisy")


def test_a_line_says_of_which_game_version_and_trace_it_is() -> None:
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "it goes on", (), None)
    about = {"game": "g", "version": 0, "tournament": "t", "trace_id": "0a", "span_id": "0b"}
    record.__dict__.update(about, other="not told")
    read = logged(record)
    assert about.items() <= read.items()
    assert "other" not in read


def test_what_befalls_games_is_written_with_game_and_version(caplog: pytest.LogCaptureFixture) -> None:
    chronicle = Chronicle(CollectorRegistry(), lambda _: False)
    game = new_table(rules_of("euchre")).game
    with caplog.at_level(logging.DEBUG):
        chronicle.started(game)
        chronicle.struck(game)
        chronicle.sanctioned(game, Sanction.FORFEIT, Mark.STRIKES)
        chronicle.ended(game, Ended(Termination.FORFEIT, "illegal", 0, (), (), bytes(32)))
        for _ in range(2):
            chronicle.broken(BrokenLog("game g is broken"))
    lines = [logged(record) for record in caplog.records]
    assert [line["message"] for line in lines] == [
        "the game has begun",
        f"seat {game.state.to_act}: a strike",
        f"seat {game.state.to_act}: forfeit, for strikes",
        "the game is over: forfeit",
        "game g is broken",
    ]
    assert all((line["game"], line["version"]) == (game.id, game.version) for line in lines[:4])
