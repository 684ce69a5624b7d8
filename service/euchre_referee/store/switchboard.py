"""Connects the replicas: who serves which session, and who must hear of a turn.

Everything here is best effort except supersession, which a lost message only delays until the claims are next
kept. What a replica may have missed it finds again by resync.
"""

import asyncio
import logging
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

from redis.asyncio.client import PubSub

from euchre_referee.store.cancellation import end_tasks, heed_cancellation
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.keys import CHANNEL_PREFIX
from euchre_referee.store.notice import Superseded, TurnNotice, pack_turns, unpack_notices
from euchre_referee.store.presence import EXPIRE_MS, Claim, Presence

_LOGGER: Final = logging.getLogger(__name__)
_MOST_NOTICES: Final = 65_536
_MOST_LOCATED: Final = 65_536
_LOCATED_FOR: Final = 1.0
_PAUSE: Final = 0.25
_LISTEN: Final = 5.0
_MOVING_FOR: Final = 10.0
"""For so long after a session has left others may still send news of it here: a location is remembered for a while,
and a store that does not answer delays what is sent."""


class Listener(Protocol):
    """What a replica does with what it hears. Called in the event loop; must not block."""

    def on_turns(self, notices: list[TurnNotice]) -> None:
        """Another replica has given turns to sessions that are served here."""
        ...

    def on_superseded(self, session: str, epoch: int) -> None:
        """The session was claimed with `epoch`: what served it under an earlier epoch must end."""
        ...

    def on_resync(self) -> None:
        """The subscription was (re)made: turns may have been given unheard. Forget and resync."""
        ...


class Switchboard:
    """The replica's line to the others. `replica` names it, and no other process."""

    def __init__(self, store: Store, replica: str, listener: Listener, *, expire_ms: int = EXPIRE_MS) -> None:
        self._store = store
        self._replica = replica
        self._listener = listener
        self._presence = Presence(store, replica, expire_ms)
        self._keep_every = expire_ms / 3000
        self._claims: dict[str, Claim] = {}
        self._claiming: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._located: dict[str, tuple[str | None, float]] = {}
        self._notices: deque[TurnNotice] = deque(maxlen=_MOST_NOTICES)
        self._noticed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._giving_up: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Subscribe, and begin to send and to keep claims, in the running event loop."""
        for work in (self._listen, self._send, self._keep):
            self._tasks.append(asyncio.create_task(self._unending(work), name="store-switchboard"))

    async def aclose(self) -> None:
        """Give every claim up and stop."""
        await end_tasks([*self._tasks, *self._giving_up])
        self._tasks.clear()
        with suppress(*STORE_FAULTS):
            for claim in list(self._claims.values()):
                await self._presence.leave(claim)
        self._claims.clear()

    async def claim(self, session: str) -> Claim:
        """Serve a session from here; whoever served it, here or elsewhere, is superseded.

        A call that is cancelled claims nothing: what the store made of it is given up. Raises
        redis.exceptions.RedisError when the store does not answer.
        """
        claiming = asyncio.create_task(self._claim(session))
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            giving_up = asyncio.create_task(self._give_up(claiming))
            self._giving_up.add(giving_up)
            giving_up.add_done_callback(self._giving_up.discard)
            raise

    async def release(self, claim: Claim) -> None:
        """Serve a session no longer. A claim that was superseded is only forgotten."""
        if self._claims.get(claim.session) == claim:
            self._forget(claim.session)
        with suppress(*STORE_FAULTS):
            await self._presence.leave(claim)

    def holds(self, claim: Claim) -> bool:
        """Whether a claim stands, as far as this replica knows."""
        return self._claims.get(claim.session) == claim

    def moving(self, session: str) -> bool:
        """Whether a session is about to be served here, or was until a moment ago: others may or may not know yet."""
        left = self._left.get(session)
        return session in self._claiming or session in self._claims or (left is not None and _lately(left))

    async def serves(self, session: str) -> bool:
        """Whether some replica serves a session, as the store has it now. Raises one of errors.STORE_FAULTS."""
        return session in self._claims or (await self._presence.locate([session]))[0] is not None

    def notify(self, notices: Iterable[TurnNotice]) -> None:
        """Tell the replicas that serve these sessions, soon, if they are others than this one."""
        self._notices.extend(notice for notice in notices if notice.session not in self._claims)
        if self._notices:
            self._noticed.set()

    async def _claim(self, session: str) -> Claim:
        self._claiming[session] += 1
        try:
            claim = await self._presence.claim(session)
        finally:
            self._claiming -= Counter((session,))
        self._supersede(session, claim.epoch)
        held = self._claims.get(session)
        if held is None or held.epoch < claim.epoch:
            self._claims[session] = claim
        return claim

    async def _give_up(self, claiming: asyncio.Task[Claim]) -> None:
        with suppress(*STORE_FAULTS):
            await self.release(await claiming)

    async def _unending(self, work: Callable[[], Awaitable[None]]) -> None:
        """A fault that nobody expected is told, and the work begins anew."""
        while True:
            try:
                await work()
            except Exception:
                _LOGGER.exception("work of the switchboard broke off; it begins anew")
            heed_cancellation()
            await asyncio.sleep(_PAUSE)

    async def _send(self) -> None:
        while True:
            await self._noticed.wait()
            self._noticed.clear()
            notices = list(self._notices)
            self._notices.clear()
            with suppress(*STORE_FAULTS):
                await self._send_all(notices)
            heed_cancellation()

    async def _send_all(self, notices: list[TurnNotice]) -> None:
        await self._locate({notice.session for notice in notices})
        targets: defaultdict[str, list[TurnNotice]] = defaultdict(list)
        for notice in notices:
            replica, _ = self._located.get(notice.session, (None, 0.0))
            if replica is not None and replica != self._replica:
                targets[replica].append(notice)
        for replica, batch in targets.items():
            await self._store.command("PUBLISH", _channel(replica), pack_turns(batch))

    async def _locate(self, sessions: set[str]) -> None:
        """Look up where sessions are served, unless that was done within the last second."""
        now = monotonic()
        if len(self._located) > _MOST_LOCATED:
            self._located.clear()
        stale = [s for s in sessions if s not in self._located or self._located[s][1] + _LOCATED_FOR < now]
        if stale:
            for session, replica in zip(stale, await self._presence.locate(stale), strict=True):
                self._located[session] = (replica, now)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._keep_every)
            self._left = {session: left for session, left in self._left.items() if _lately(left)}
            claims = list(self._claims.values())
            if not claims:
                continue
            try:
                lost = await self._presence.keep(claims)
            except STORE_FAULTS as error:
                heed_cancellation()
                _LOGGER.warning("%d sessions could not be kept in the store: %s", len(claims), error)
                continue
            for claim in lost:
                # The epoch that superseded it is not told here; any later one will do.
                self._supersede(claim.session, claim.epoch + 1)

    async def _listen(self) -> None:
        while True:
            with suppress(*STORE_FAULTS):
                async with self._store.subscriber() as subscriber:
                    await self._hear_all(subscriber)
            heed_cancellation()
            await asyncio.sleep(_PAUSE)

    async def _hear_all(self, subscriber: PubSub) -> None:
        # redis-py gives this method no types.
        subscribe: Callable[[str], Awaitable[None]] = subscriber.subscribe
        await subscribe(_channel(self._replica))
        asked = False
        while True:
            message = await subscriber.get_message(ignore_subscribe_messages=False, timeout=_LISTEN)
            heed_cancellation()
            if message is None and asked:
                # A connection that is half open is silent for ever: a new one is needed.
                _LOGGER.warning("the store's messages do not come any more; subscribing anew")
                return
            asked = message is None
            if message is None:
                await subscriber.ping()
            elif message["type"] == "subscribe":
                # The client also subscribes again by itself when its connection broke.
                self._listener.on_resync()
            elif message["type"] == "message":
                self._hear(message["data"])

    def _hear(self, message: bytes) -> None:
        try:
            notices = unpack_notices(message)
        except ValueError as error:
            _LOGGER.warning("a message on this replica's channel was not understood: %s", error)
            return
        turns: list[TurnNotice] = []
        for notice in notices:
            if isinstance(notice, Superseded):
                self._supersede(notice.session, notice.epoch)
            else:
                turns.append(notice)
        if turns:
            self._listener.on_turns(turns)

    def _forget(self, session: str) -> None:
        del self._claims[session]
        self._left[session] = monotonic()

    def _supersede(self, session: str, epoch: int) -> None:
        held = self._claims.get(session)
        if held is not None and held.epoch < epoch:
            self._forget(session)
            self._listener.on_superseded(session, epoch)


def _lately(left: float) -> bool:
    return monotonic() - left < _MOVING_FOR


def _channel(replica: str) -> str:
    return CHANNEL_PREFIX.decode() + replica
