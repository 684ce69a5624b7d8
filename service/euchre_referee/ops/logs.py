"""Logs as JSON, one object a line on standard error."""

import json
import logging
from datetime import UTC, datetime
from typing import Final

from euchre_referee.ops.audit import AUDITED

ABOUT: Final = ("game", "version", "tournament", "trace_id", "span_id")
"""The attributes of a log record that say what it is about, and the names under which they are told."""


class JsonFormatter(logging.Formatter):
    """Time, level, logger and message; what it is about; a traceback under `error`, what an operator did under
    `audit`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in ABOUT if name in record.__dict__}
        audited = getattr(record, AUDITED, None)
        if audited is not None:
            line[AUDITED] = audited
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_as_json(level: str) -> None:
    """Sends everything of this level or above to standard error. Raises ValueError for an unknown level."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
