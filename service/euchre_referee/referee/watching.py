"""Following a game from a version on: the public part of every entry, in order."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from euchre_referee.referee.desk import Desk
from euchre_referee.referee.game import BrokenLog
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
            yield _news(history, _unknown(history, log, version, head))
            while history.game.ended is None:
                await changed.wait()
                changed.clear()
                news = await self._since(history)
                if news:
                    yield _news(history, news)
        finally:
            self._desk.unwatch(game, changed.set)

    async def _since(self, history: History) -> list[Happening]:
        """What the log has behind the history; a log that is another one by now is told so."""
        game = history.game
        stored = await self._log.head(game.id)
        if stored.version == 0:
            raise refuse(ServiceReason.GAME_NOT_FOUND, "the game has been removed")
        changed = refuse(ServiceReason.HISTORY_CHANGED, "the log lost its end: follow the game anew")
        if stored.version < game.version:
            raise changed
        try:
            happenings = list(history.follow(await self._log.tail(game.id, game.version)))
        except BrokenLog as error:
            raise changed from error
        heads = {happening.version: happening.head for happening in happenings}
        if heads.get(stored.version, game.head if not happenings else stored.digest) != stored.digest:
            raise changed
        return happenings


def _unknown(history: History, log: Sequence[bytes], version: int, head: bytes) -> list[Happening]:
    """Folds the whole log; what happened in it after the version that the watcher knew."""
    if version > len(log):
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has {len(log)} entries, not {version}")
    happenings = [history.first, *history.follow(log[1:])]
    if version and head and happenings[version - 1].head != head:
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has another head at version {version}")
    return happenings[version:]


def _news(history: History, happenings: Sequence[Happening]) -> News:
    game = history.game
    return News(game.version, game.head, tuple(happenings), view(game.state, None))
