"""What a referee is told when it starts."""

from dataclasses import dataclass

from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.entries import Clocks, Conduct

_MINUTE_MS = 60_000
_DAY_MS = 24 * 60 * _MINUTE_MS


_CLOCKS = Clocks(action_limit_ms=30_000, lag_quota_ms=500, lag_regain_ms=50)
_CONDUCT = Conduct(strike_limit=3)


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits and defaults; times are milliseconds of served time."""

    clocks: Clocks = _CLOCKS
    """For games that bring none of their own; the lag quota also for those that bring clocks without one."""
    conduct: Conduct = _CONDUCT
    """For games that bring none of their own."""
    delay: Delay = NO_DELAY
    """Of spectators, for games that bring none of their own."""
    full_view_delay_ms: int = 0
    """Of operators who see all cards of a running game, where the game's own is less."""
    waiting_age_ms: int = 60 * _MINUTE_MS
    """A game whose seats are not all taken by then is aborted."""
    running_age_ms: int = 7 * _DAY_MS
    """A game that runs longer is aborted: one without an action limit may never end by itself."""
    void_after_ms: int = 60_000
    """A game that is overdue and whose log no replica could read for so long is declared void. Wall-clock time."""
    retention_ms: int = 7 * _DAY_MS
    """A game's log is kept this long after its end."""
    board_retention_ms: int = 30 * _DAY_MS
    """That of a board's game at least: a tournament takes its result first, and releases it when it has ended."""
    cached_games: int = 20_000
    """Folds that are kept in memory."""

    def kept_ms(self, board: str) -> int:
        """How long a game is kept that is over; `board` is empty for a single one."""
        return max(self.retention_ms, self.board_retention_ms) if board else self.retention_ms
