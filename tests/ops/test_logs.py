"""Logs are JSON, one object a line."""

import io
import json
import logging
from typing import Any

import pytest

from euchre_referee.ops.logs import JsonFormatter, log_as_json


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
