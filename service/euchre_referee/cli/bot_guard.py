"""What keeps a bot's faults from ending its other games, until there are too many of them."""

import sys
import traceback
from typing import Final, cast

from euchre.v1.game_pb2 import Turn
from euchre_client import Answer, AsyncBot, Bot, NotAnAnswer, StopPlaying, SyncBot
from euchre_client.desk import is_async
from euchre_referee.cli.stdio.player import TurnLost

FAILURES_IN_A_ROW: Final = 3
"""A bot that raises so often without deciding in between is broken, not unlucky."""


class BrokenBot(Exception):
    """The bot raised, or lost its turns, too often in a row."""


class Guard:
    """Stands between a bot and its games: one that raises gives no answer there and goes on elsewhere."""

    def __init__(self, bot: Bot) -> None:
        self._failures = 0
        self.bot: Final[Bot] = self._awaited(cast(AsyncBot, bot)) if is_async(bot) else self._plain(cast(SyncBot, bot))

    def _plain(self, bot: SyncBot) -> SyncBot:
        def guarded(turn: Turn) -> Answer:
            with _Asking(self, turn):
                return bot(turn)
            return None

        return guarded

    def _awaited(self, bot: AsyncBot) -> AsyncBot:
        async def guarded(turn: Turn) -> Answer:
            with _Asking(self, turn):
                return await bot(turn)
            return None

        return guarded

    def ended(self, turn: Turn, error: BaseException | None) -> bool:
        """The bot was asked about a turn; whether what it raised is dealt with. Raises BrokenBot."""
        if error is None:
            self._failures = 0
            return False
        if isinstance(error, StopPlaying | NotAnAnswer) or not isinstance(error, Exception):
            return False
        self._failures += 1
        program = isinstance(error, TurnLost)
        what = f"the turn is lost: {error}" if program else f"the bot raised {last_line(error)}"
        print(f"game {turn.game}, version {turn.version}: {what}", file=sys.stderr)
        if self._failures < FAILURES_IN_A_ROW:
            return True
        if program:
            raise BrokenBot(f"{self._failures} turns in a row were lost; the last: {error}")
        raise BrokenBot(f"the bot raised {self._failures} times in a row; the last was {last_line(error)}")


class _Asking:
    """A bot is asked about a turn."""

    def __init__(self, guard: Guard, turn: Turn) -> None:
        self._guard: Final = guard
        self._turn: Final = turn

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        return self._guard.ended(self._turn, error)


def last_line(error: Exception) -> str:
    """What kind of exception it is, and what it says."""
    return traceback.format_exception_only(error)[-1].strip()
