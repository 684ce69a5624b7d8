"""Games that no replica can read: ended as void, by the referee's own fault (docs/conduct.md, "Void").

Such a log cannot be folded, so its end is put behind whatever stands there, on the store's word for version and head.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

from euchre_referee.fairness.chain import next_head, salt
from euchre_referee.referee.entries import NOBODY, Ended, Termination
from euchre_referee.referee.game import Game
from euchre_referee.referee.games import BROKEN_LOG, beginning
from euchre_referee.referee.settings import Settings
from euchre_referee.store.append import Append, Committed, Stage
from euchre_referee.store.committer import Committer
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.head import Head

_MOST_WATCHED: Final = 10_000

_LOGGER: Final = logging.getLogger(__name__)


class Voiding:
    """Ends games whose logs cannot be read; `ended(game, end, previous session)` hears of each."""

    def __init__(
        self, log: GameLog, committer: Committer, settings: Settings, ended: Callable[[Game, Ended, str | None], None]
    ) -> None:
        self._log: Final = log
        self._committer: Final = committer
        self._settings: Final = settings
        self._ended: Final = ended
        self._broken_since: Final[dict[str, tuple[int, float]]] = {}

    async def consider(self, name: str) -> bool:
        """An overdue game turned out to be broken; it is ended if it stays so. True if it has been.

        Not at once: a replica of another release may read what this one cannot, and act on it.
        """
        if len(self._broken_since) >= _MOST_WATCHED:
            self._broken_since.clear()
        now, version = monotonic(), (await self._log.head(name)).version
        since_version, since = self._broken_since.setdefault(name, (version, now))
        if since_version != version:
            # Somebody could read it since, and has acted.
            self._broken_since[name] = version, now
            return False
        if (now - since) * 1000 < self._settings.void_after_ms:
            return False
        return await self.declare(name) is not None

    async def declare(self, name: str) -> Game | None:
        """Ends a game as void; None if even its first entry cannot be read, or its log changed meanwhile."""
        source = await self._log.fold_source(name)
        if source is None or not source.opening:
            return None
        game = beginning(source.head, source.opening)
        if game is None:
            _LOGGER.error(
                "game %s is broken from its first entry on: it cannot even be ended", name, extra={"game": name}
            )
            return None
        ended = Ended(Termination.VOID, BROKEN_LOG, NOBODY, (), (), game.created.seed)
        outcome = await self._committer.append(self._append(name, game, source.head, ended))
        if not isinstance(outcome, Committed):
            return None
        self._broken_since.pop(name, None)
        game.ended = ended
        game.version += 1
        _LOGGER.error(
            "game %s was declared void: its log cannot be read", name, extra={"game": name, "version": game.version}
        )
        self._ended(game, ended, source.head.turn)
        return game

    def _append(self, name: str, game: Game, head: Head, ended: Ended) -> Append:
        raw = ended.encode()
        game.head = next_head(head.digest, salt(game.created.seed, head.version + 1), raw)
        return Append(
            name,
            head.version,
            head.digest,
            (raw,),
            game.head,
            head.deal_version,
            previous_turn=head.turn,
            stage=Stage.FINISHED,
            expire_ms=self._settings.kept_ms(game.created.board),
        )
