"""The bots of the house: seats that the service itself plays, for everybody who may make games (docs/bots.md)."""

import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, NamedTuple

from euchre.v1 import referee_service_pb2 as api
from euchre_referee.api.house_words import bot_summary
from euchre_referee.api.limits import Limits
from euchre_referee.bots import BOTS, thinks
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason

_SESSIONS: Final = "house/"
_RETRY_MS: Final = 5000
_LOOK_SECONDS: Final = 1.0

Unfinished = Callable[[Collection[str]], Awaitable[set[str]]]
"""Those of the games that are not over."""


def house_session(bot: str) -> str:
    """The session that plays the seats of a bot, at whichever replica."""
    return _SESSIONS + bot


def bot_of(session: str) -> str:
    """The bot whose session it is; empty for everybody else's."""
    return session.removeprefix(_SESSIONS) if is_of_the_house(session) else ""


def is_of_the_house(session: str) -> bool:
    """Nobody is given a seat or a token of such a session."""
    return session.startswith(_SESSIONS)


def is_bots_name(name: str) -> bool:
    """A player who called himself so could be taken for a bot of the house."""
    return unicodedata.normalize("NFKC", name).strip().casefold() in BOTS


class _Table(NamedTuple):
    """A game in which bots of the house sit."""

    whose: str
    """Who made it."""
    thinking: bool


class HouseBots:
    """Which bots this replica seats, and at how many games of whom at once.

    Only what was made here, from this process's start on, is counted; what operators make is not.
    """

    def __init__(self, offered: Collection[str] = (), limits: Limits | None = None) -> None:
        """`offered`: names of built-in bots."""
        self.offered: Final = tuple(name for name in BOTS if name in offered)
        self.wanted: Callable[[], None] = _nobody_plays
        """Called when a game has been made in which one of them sits."""
        self._limits: Final = limits or Limits()
        self._tables: Final[dict[str, _Table]] = {}
        self._looked = -_LOOK_SECONDS

    def told(self, locale: str) -> list[api.HouseBot]:
        """They in words."""
        return [api.HouseBot(name=name, summary=bot_summary(name, locale)) for name in self.offered]

    @asynccontextmanager
    async def table(self, whose: str, game: str, bots: Collection[str], unfinished: Unfinished) -> AsyncIterator[None]:
        """Room for a game in which these bots sit; it is taken up when the game has been made.

        Raises CallRefused where there is none, and the store's errors.
        """
        if not bots or game in self._tables:
            yield
            return
        table = _Table(whose, any(map(thinks, bots)))
        if self._lack(table) is not None:
            await self._look(unfinished)
            if (lack := self._lack(table)) is not None:
                raise CallRefused(Refused(ServiceReason.BUSY, detail=lack, retry_ms=_RETRY_MS))
        self._tables[game] = table
        try:
            yield
        except BaseException:
            self._tables.pop(game, None)
            raise
        # Whoever looked meanwhile did not find it.
        self._tables[game] = table

    def _lack(self, table: _Table) -> str | None:
        """Why there is no room for one more game."""
        limits, tables = self._limits, self._tables.values()
        of_one = sum(each.whose == table.whose for each in tables)
        if of_one >= limits.house_games_of_one:
            return f"{of_one} games of yours with bots of the house are not over: resign those that you leave"
        if len(tables) >= limits.house_games:
            return f"bots of the house play {len(tables)} games here"
        thinking = sum(each.thinking for each in tables)
        if table.thinking and thinking >= limits.house_games_thinking:
            return f"bots that think long play {thinking} games here: take others"
        return None

    async def _look(self, unfinished: Unfinished) -> None:
        """Forgets the games that are over, if it has not just done so."""
        now = monotonic()
        if now - self._looked < _LOOK_SECONDS:
            return
        self._looked = now
        asked = set(self._tables)
        for game in asked - await unfinished(asked):
            self._tables.pop(game, None)


def _nobody_plays() -> None:
    return None
