"""How many lines of the log tell of something wrong."""

import logging
from typing import Final

from prometheus_client import CollectorRegistry, Counter

_LEVELS: Final = (logging.WARNING, logging.ERROR, logging.CRITICAL)


class _Counting(logging.Handler):
    """Writes nothing."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counts: Final = {level: lines.labels(logging.getLevelName(level).lower()) for level in _LEVELS}

    def emit(self, record: logging.LogRecord) -> None:
        """One line."""
        level = max((level for level in _LEVELS if level <= record.levelno), default=logging.WARNING)
        self._counts[level].inc()


def count_lines(registry: CollectorRegistry) -> None:
    """Counts them from now on; those below the log's own level are none."""
    lines = Counter("euchre_log_messages", "Lines of the log by level", ("level",), registry=registry)
    logging.getLogger().addHandler(_Counting(lines))
