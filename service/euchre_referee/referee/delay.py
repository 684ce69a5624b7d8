"""By how much spectators lag behind a game, by whichever is more (docs/access.md, "Spectators' delay")."""

from dataclasses import dataclass
from typing import Final

MOST_DELAY_MS: Final = 60 * 60 * 1000
MOST_DELAY_DECISIONS: Final = 1000


@dataclass(frozen=True, slots=True)
class Delay:
    """A delay; false if there is none."""

    ms: int = 0
    """Served time."""
    decisions: int = 0

    def __bool__(self) -> bool:
        return self.ms > 0 or self.decisions > 0


NO_DELAY: Final = Delay()
