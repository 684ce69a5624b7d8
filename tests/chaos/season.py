"""How long it storms."""

from collections.abc import Callable
from time import monotonic
from typing import Final

_AT_MOST: Final = 120.0


class Season:
    """So many seconds, and on a slow machine until enough has happened, but not for ever."""

    def __init__(self, seconds: float, enough: Callable[[], bool]) -> None:
        self._least: Final = monotonic() + seconds
        self._enough: Final = enough

    @property
    def over(self) -> bool:
        """Whether all that breaks is to end."""
        late = monotonic() - self._least
        return late >= _AT_MOST or (late >= 0 and self._enough())
