"""How long to wait before trying again."""

import random
from typing import Final

FIRST: Final = 0.1
LONGEST: Final = 5.0


class Backoff:
    """Waits that grow from 0.1 s to 5 s, drawn at random so that many clients do not return at once."""

    def __init__(self) -> None:
        self._ceiling = FIRST

    def next(self, at_least: float | None = None) -> float:
        """Seconds to wait now; never less than what the referee asked for."""
        wait = random.uniform(self._ceiling / 2, self._ceiling)
        self._ceiling = min(self._ceiling * 2, LONGEST)
        return wait if at_least is None else at_least + wait

    def reset(self) -> None:
        """Begins anew: the last try was a success."""
        self._ceiling = FIRST
