"""Following a game from a version on, and looking at it as it was: the public part of every entry, in order."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import next_head, salt
from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.delaying import shown_of
from euchre_referee.referee.desk import Desk
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.history import Happening, History
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse
from euchre_referee.rules.views import View, view
from euchre_referee.store.cancellation import heed_cancellation
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.served import ServedClock

_SOONEST_SECONDS: Final = 0.05
_LATEST_SECONDS: Final = 5.0
"""How soon, and how late, a delayed watcher looks whether something has become old enough."""

_MOST_FOLLOWERS: Final = 1000
"""Games kept as those see them who lag behind."""

_LOST_ITS_END: Final = "the log lost its end: follow the game anew"


class News(NamedTuple):
    """What happened since the version that a watcher knew."""

    version: int
    head: bytes
    happenings: tuple[Happening, ...]
    view: View
    """A spectator's view at that version."""
    game: Game
    """At that version; it changes with the next news."""


class Past(NamedTuple):
    """A game as it was, and the log up to there."""

    game: Game
    log: tuple[bytes, ...]


class Watching:
    """Watchers hold a version and read the log; they are woken, or look, when it may have grown."""

    def __init__(self, log: GameLog, desk: Desk, served: ServedClock) -> None:
        self._log: Final = log
        self._desk: Final = desk
        self._served: Final = served
        self._followers: Final[OrderedDict[tuple[str, Delay], _Follower]] = OrderedDict()

    async def follow(self, game: str, version: int, head: bytes, delay: Delay = NO_DELAY) -> AsyncIterator[News]:
        """Yields at once what happened after `version`, then what happens, until the game is over; all with a delay.

        Raises CallRefused: GAME_NOT_FOUND, or HISTORY_CHANGED if the log does not have the version and head.
        """
        changed = asyncio.Event()
        self._desk.watch(game, changed.set)
        follower = _Follower(self._log, self._served, game, delay)
        try:
            happenings = await follower.look()
            if delay:
                # Whether the log has a version that is not shown yet must not be told: it is waited for.
                while follower.game.version < version and follower.game.ended is None:
                    await _either(changed, follower.wait_ms)
                    happenings += await follower.look()
            yield _news(follower.game, _unknown(happenings, version, head))
            while follower.game.ended is None:
                await _either(changed, follower.wait_ms)
                news = await follower.look()
                if news:
                    yield _news(follower.game, news)
        finally:
            self._desk.unwatch(game, changed.set)

    async def past(self, game: str, delay: Delay) -> Past:
        """A game as somebody sees it who lags behind; it changes with the next look. Raises as `follow` does."""
        # Whoever looks again pays for what is new only; nobody else has the follower meanwhile.
        follower = self._followers.pop((game, delay), None)
        if follower is not None:
            try:
                await follower.look()
            except CallRefused:
                # The history that it holds is gone.
                follower = None
        if follower is None:
            follower = _Follower(self._log, self._served, game, delay)
            await follower.look()
        self._followers[game, delay] = follower
        if len(self._followers) > _MOST_FOLLOWERS:
            self._followers.popitem(last=False)
        return Past(follower.game, tuple(follower.log))


class _Follower:
    """Holds a game as far as it is shown, and takes what has come to be shown since."""

    def __init__(self, log: GameLog, served: ServedClock, game: str, delay: Delay) -> None:
        self._source: Final = log
        self._served: Final = served
        self._id: Final = game
        self._delay: Final = delay
        self._history: History | None = None
        self.log: list[bytes] = []
        """The entries that are shown."""
        self.wait_ms: int | None = None
        """Until the next entry is old enough; None if only news brings one."""

    @property
    def game(self) -> Game:
        """As far as it is shown; there is one once it was looked at."""
        assert self._history is not None
        return self._history.game

    async def look(self) -> list[Happening]:
        """What is shown by now and was not before; a log that is another one by now is told so."""
        known = len(self.log)
        # The head first: what the log has beyond it has no age yet, and waits for the next look.
        stored = await self._source.head(self._id)
        if stored.version == 0:
            detail = "the game has been removed" if known else "there is no such game"
            raise refuse(ServiceReason.GAME_NOT_FOUND, detail)
        if stored.version < known:
            raise refuse(ServiceReason.HISTORY_CHANGED, _LOST_ITS_END)
        tail = (await self._source.tail(self._id, known))[: stored.version - known]
        if known + len(tail) < stored.version:
            raise refuse(ServiceReason.HISTORY_CHANGED, _LOST_ITS_END)
        happenings: list[Happening] = []
        if self._history is None:
            self._history = History(tail[0])
            happenings.append(self._history.first)
            self.log.append(tail[0])
            tail = tail[1:]
        game = self._history.game
        if _head_after(game, tail) != stored.digest:
            if not known:
                raise BrokenLog(f"game {self._id}: the entries do not make the head at version {stored.version}")
            raise refuse(ServiceReason.HISTORY_CHANGED, _LOST_ITS_END)
        shown = shown_of(tail, self._served.served(game.bucket) - stored.turn_started, self._delay)
        self.wait_ms = shown.wait_ms
        try:
            happenings += self._history.follow(tail[: shown.entries])
        except BrokenLog as error:
            if not known:
                raise
            raise refuse(ServiceReason.HISTORY_CHANGED, _LOST_ITS_END) from error
        self.log += tail[: shown.entries]
        return happenings


async def _either(changed: asyncio.Event, wait_ms: int | None) -> None:
    """Waits until the game has changed, or for so long."""
    # A watcher that hung up while the store was asked would wait here as long as the game stands still.
    heed_cancellation()
    seconds = None if wait_ms is None else min(max(wait_ms / 1000, _SOONEST_SECONDS), _LATEST_SECONDS)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed.wait()
    changed.clear()


def _head_after(game: Game, tail: Sequence[bytes]) -> bytes:
    head, seed = game.head, game.created.seed
    for version, raw in enumerate(tail, game.version + 1):
        head = next_head(head, salt(seed, version), raw)
    return head


def _unknown(happenings: Sequence[Happening], version: int, head: bytes) -> Sequence[Happening]:
    """Of all that happened, what did after the version that the watcher knew."""
    if version > len(happenings):
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has {len(happenings)} entries, not {version}")
    if version and head and happenings[version - 1].head != head:
        raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has another head at version {version}")
    return happenings[version:]


def _news(game: Game, happenings: Sequence[Happening]) -> News:
    return News(game.version, game.head, tuple(happenings), view(game.state, None), game)
