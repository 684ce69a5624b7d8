"""Following a game from a version on: the public part of every entry, in order."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from euchre_referee.referee.desk import Desk
from euchre_referee.referee.history import Happening, History
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.rules.views import View, view
from euchre_referee.store.game_log import GameLog


class News(NamedTuple):
    """What happened since the version that a watcher knew."""

    version: int
    head: bytes
    happenings: tuple[Happening, ...]
    view: View
    """A spectator's view at that version."""


class Watching:
    """Watchers hold a version and read the log; they are woken, or look, when it may have grown."""

    def __init__(self, log: GameLog, desk: Desk) -> None:
        self._log: Final = log
        self._desk: Final = desk

    async def follow(self, game: str, version: int, head: bytes) -> AsyncIterator[News]:
        """Yields at once what happened after `version`, then what happens, until the game is over.

        Raises CallRefused: GAME_NOT_FOUND, or HISTORY_CHANGED if the log does not have the version and head.
        """
        changed = asyncio.Event()
        self._desk.watch(game, changed.set)
        try:
            log = await self._log.whole(game)
            if not log:
                raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
            history = History(log[0])
            known, news = _split(history, log, version, head)
            yield _news(history, news)
            while history.game.ended is None:
                await changed.wait()
                changed.clear()
                more = await self._log.tail(game, known + len(news))
                known, news = known + len(news), list(history.follow(more))
                if news:
                    yield _news(history, news)
        finally:
            self._desk.unwatch(game, changed.set)


def _split(history: History, log: Sequence[bytes], version: int, head: bytes) -> tuple[int, list[Happening]]:
    """Folds the whole log; the number of entries that the watcher knew, and the happenings behind them."""
    if version > len(log):
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has {len(log)} entries, not {version}")
    happenings = [history.first, *history.follow(log[1:])]
    if version and head and happenings[version - 1].head != head:
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has another head at version {version}")
    return version, happenings[version:]


def _news(history: History, happenings: Sequence[Happening]) -> News:
    game = history.game
    return News(game.version, game.head, tuple(happenings), view(game.state, None))
