"""Sees to it that the bots of the house play: starts their processes when there are games for them.

Of several replicas any one plays for a bot. Each looks whether somebody does, and begins where nobody does any more.
"""

import asyncio
import logging
from contextlib import suppress
from time import monotonic, time
from typing import Final

from euchre_referee.api.house import HouseBots, house_session
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.bots import thinks
from euchre_referee.cli.house.players import Order
from euchre_referee.cli.house.process import Process
from euchre_referee.store.cancellation import end_tasks
from euchre_referee.store.catalogue import Catalogue
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.presence import Presence
from euchre_referee.store.socket_directory import socket_directory

_LOOK_SECONDS: Final = 5.0
_SOON_SECONDS: Final = 0.5
"""How often processes are looked at, and games while somebody is yet to play them."""
_AT_LEAST_SECONDS: Final = 0.2
_LIFETIME: Final = 30 * 24 * 60 * 60
_SOCKET: Final = "referee"
_NICENESS: Final = 10
"""Of those that think: what else runs on the machine comes first."""

_LOGGER: Final = logging.getLogger(__name__)


class HouseKeeper:
    """The processes of one replica: one for the quick bots, one for those that think long."""

    def __init__(self, house: HouseBots, store: Store, tokens: Tokens) -> None:
        self._house: Final = house
        self._catalogue: Final = Catalogue(store)
        self._presence: Final = Presence(store, "")
        self._tokens: Final = tokens
        self._directory: Final = socket_directory("euchre-house-", _SOCKET)
        self._asked: Final = asyncio.Event()
        self.address: Final = f"unix:{self._directory.name}/{_SOCKET}"
        """Where the referee has to listen for them too; only this user reaches it."""
        self.quick: Final = Process(self.address, 0)
        self.thinking: Final = Process(self.address, _NICENESS)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to look, in the running event loop; nothing is done where no bots are offered."""
        if not self._house.offered:
            return
        self._house.wanted = self._asked.set
        self._task = asyncio.create_task(self._keep())

    async def aclose(self) -> None:
        """Ends the processes; another replica takes their place."""
        if self._task is not None:
            await end_tasks([self._task])
        await asyncio.gather(self.quick.stop(), self.thinking.stop())
        self._directory.cleanup()

    async def _keep(self) -> None:
        while True:
            restless = True
            try:
                restless = await self._look()
            except STORE_FAULTS as error:
                _LOGGER.warning("the games of the bots of the house could not be read: %s", error)
            except OSError:
                _LOGGER.exception("the bots of the house could not be started, they will be again")
            await self._pause(_SOON_SECONDS if restless else _LOOK_SECONDS)

    async def _look(self) -> bool:
        """Has those bots play that nobody plays for; whether there were any."""
        sessions = [house_session(bot) for bot in self._house.offered]
        serving = await self._presence.locate(sessions)
        ordered = False
        for bot, session, replica in zip(self._house.offered, sessions, serving, strict=True):
            if replica is None and await self._catalogue.games_of(session):
                token = self._tokens.issue(Caller(session), int(time()) + _LIFETIME)
                (self.thinking if thinks(bot) else self.quick).give(Order(bot, token))
                ordered = True
        return ordered

    async def _pause(self, seconds: float) -> None:
        """Until it is time to look again, sooner if a game was made or a process has ended."""
        await asyncio.sleep(_AT_LEAST_SECONDS)
        end = monotonic() + seconds
        while monotonic() < end and not self.quick.ended and not self.thinking.ended:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), min(seconds, _SOON_SECONDS))
                break
        self._asked.clear()
