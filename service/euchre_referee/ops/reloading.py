"""Files that are read again when they change, while the process runs."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from euchre_referee.ops.secret_files import stamp

_Value = TypeVar("_Value")

_LOGGER: Final = logging.getLogger(__name__)


class Watched:
    """Files that belong together, and what to do when one of them has changed."""

    def __init__(self, what: str, paths: tuple[Path, ...], take: Callable[[], None]) -> None:
        """`take` reads the files; it may raise ValueError or OSError, and then what was read before stays."""
        self._what: Final = what
        self._paths: Final = paths
        self._take: Final = take
        self._stamps = self._now()
        self._fault = ""

    def look(self, *, always: bool = False) -> None:
        """Reads the files if they have changed or could not be used, or always. Called again and again.

        A fault is told once a change. It may go by itself: the mode is set right, or a certificate's time has come.
        """
        now, told = self._now(), self._fault
        asked = always or now != self._stamps
        if not asked and not told:
            return
        self._stamps = now
        try:
            self._take()
        except (ValueError, OSError) as error:
            self._fault = str(error)
            if asked or self._fault != told:
                _LOGGER.error("%s: the ones in use stay, since the new ones cannot be used: %s", self._what, error)
        else:
            self._fault = ""
            _LOGGER.info("%s: read anew", self._what)

    def _now(self) -> tuple[object, ...]:
        return tuple(map(stamp, self._paths))


class Reloaded(Generic[_Value]):
    """What files hold, for whoever needs what they hold now."""

    def __init__(self, what: str, paths: tuple[Path, ...], read: Callable[[], _Value]) -> None:
        """Raises what `read` does."""
        self._read: Final = read
        # Looked at before they are read: a change meanwhile is a change.
        self.watched: Final = Watched(what, paths, self._take)
        self._value = read()

    def now(self) -> _Value:
        """What they hold, or held when they could be used last."""
        self.watched.look()
        return self._value

    def _take(self) -> None:
        self._value = self._read()
