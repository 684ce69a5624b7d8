"""The audit log's file."""

import json
import logging
from pathlib import Path

import pytest

from euchre_referee.ops.audit import LOGGER_NAME, AuditLog, Deed
from euchre_referee.ops.logs import JsonFormatter

DEED = Deed("AbortGame", "abort", "op\n", "k1", "operator", "127.0.0.1", "r-1", {"game": "g"})


def lines(path: Path) -> list[dict[str, object]]:
    """What is written."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_says_who_did_what_and_what_came_of_it(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    log = AuditLog(path)
    log.note(DEED, "OK")
    log.note(DEED._replace(method="IssueToken"), "PERMISSION_DENIED")
    log.close()
    first, second = lines(path)
    assert str(first.pop("time")).endswith("+00:00")
    assert first == {
        "method": "AbortGame",
        "result": "OK",
        "subject": "op\n",
        "role": "operator",
        "kid": "k1",
        "scope": "abort",
        "peer": "127.0.0.1",
        "request_id": "r-1",
        "game": "g",
    }
    assert (second["method"], second["result"]) == ("IssueToken", "PERMISSION_DENIED")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_was_moved_away_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    log = AuditLog(path)
    log.note(DEED, "OK")
    path.rename(tmp_path / "audit.1")
    log.note(DEED, "BUSY")
    log.close()
    assert [line["result"] for line in lines(tmp_path / "audit.1")] == ["OK"]
    assert [line["result"] for line in lines(path)] == ["BUSY"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_a_file_it_is_with_the_other_logs(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        AuditLog().note(DEED, "OK")
    (record,) = caplog.records
    line = json.loads(JsonFormatter().format(record))
    assert (line["logger"], line["message"]) == (LOGGER_NAME, "AbortGame: OK")
    assert line["audit"]["result"] == "OK"
    assert line["audit"]["game"] == "g"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        AuditLog(tmp_path / "none" / "audit")


def test_a_line_that_cannot_be_written_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    path = folder / "audit"
    log = AuditLog(path)
    folder.rename(tmp_path / "away")
    log.note(DEED, "OK")
    assert "FileNotFoundError" in capsys.readouterr().err
    # It goes on as soon as it can.
    folder.mkdir()
    log.note(DEED, "BUSY")
    log.close()
    assert [line["result"] for line in lines(path)] == ["BUSY"]
