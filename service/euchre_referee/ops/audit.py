"""The audit log: what operators did, one JSON object a line (docs/access.md, "Audit log"). Never a secret."""

import json
import logging
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

LOGGER_NAME: Final = "euchre_referee.audit"
DONE: Final = "OK"
AUDITED: Final = "audit"
"""The attribute of a log record that says what was done."""
_OWNER_ONLY: Final = 0o600


class Deed(NamedTuple):
    """A call that only operators may make, or that needs a scope of theirs."""

    method: str
    scope: str
    """The right that it needs."""
    subject: str
    """The session of the token; empty if there was none."""
    key: str
    """The name of the key that the token is signed with."""
    role: str
    peer: str
    """Where the call came from."""
    request_id: str
    """Chosen by the caller: in the request, or in the metadata `x-request-id`."""
    about: Mapping[str, str | int] = MappingProxyType({})
    """The game, the board, the session that a token was for: what the call was about."""


class AuditLog:
    """Writes lines to a file of its own, or, without one, beside the other logs, at the level of information."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises OSError if the file cannot be written."""
        self._logger: Final = logging.getLogger(LOGGER_NAME)
        self._handler: Final = None if path is None else _FileOfOnesOwn(path)
        if self._handler is not None:
            self._handler.setFormatter(_Line())
            self._logger.setLevel(logging.INFO)
            self._logger.addHandler(self._handler)
            self._logger.propagate = False

    def note(self, deed: Deed, result: str) -> None:
        """One line; `result` is OK or the reason of the refusal."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": deed.method,
            "result": result,
            "subject": deed.subject,
            "role": deed.role,
            "kid": deed.key,
            "scope": deed.scope,
            "peer": deed.peer,
            "request_id": deed.request_id,
            **deed.about,
        }
        self._logger.info("%s: %s", deed.method, result, extra={AUDITED: line})

    def close(self) -> None:
        """Writes no more to its file."""
        if self._handler is not None:
            self._logger.removeHandler(self._handler)
            self._logger.setLevel(logging.NOTSET)
            self._logger.propagate = True
            self._handler.close()


class _Line(logging.Formatter):
    """Nothing but what was done."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return json.dumps(getattr(record, AUDITED), ensure_ascii=False)


class _FileOfOnesOwn(WatchedFileHandler):
    """A file that only its owner may read; made anew where it was moved away, as log rotation does."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        """One line. What keeps it from the file is told on standard error, and keeps nobody from anything else."""
        try:
            super().emit(record)
        except OSError:
            self.handleError(record)

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _OWNER_ONLY)
        return open(descriptor, "a", encoding="utf-8")
