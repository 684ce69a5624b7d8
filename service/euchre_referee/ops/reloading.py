"""Files that are read again when they change, while the process runs."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from euchre_referee.ops.secret_files import stamp

_LOGGER: Final = logging.getLogger(__name__)


class Watched:
    """Files that belong together, and what to do when one of them has changed."""

    def __init__(self, what: str, paths: tuple[Path, ...], take: Callable[[], None]) -> None:
        """`take` reads the files; it may raise ValueError or OSError, and then what was read before stays."""
        self._what: Final = what
        self._paths: Final = paths
        self._take: Final = take
        self._stamps = self._now()

    def look(self, *, always: bool = False) -> None:
        """Reads the files if they have changed, or always. Called again and again; a fault is told once a change."""
        now = self._now()
        if now == self._stamps and not always:
            return
        self._stamps = now
        try:
            self._take()
        except (ValueError, OSError) as error:
            _LOGGER.error("%s: the ones in use stay, since the new ones cannot be used: %s", self._what, error)
        else:
            _LOGGER.info("%s: read anew", self._what)

    def _now(self) -> tuple[object, ...]:
        return tuple(map(stamp, self._paths))
