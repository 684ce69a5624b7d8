"""Logs as JSON, one object a line on standard error."""

import json
import logging
from datetime import UTC, datetime

from euchre_referee.ops.audit import AUDITED


class JsonFormatter(logging.Formatter):
    """Time, level, logger and message; a traceback under `error`, what an operator did under `audit`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
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
