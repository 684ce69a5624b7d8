"""The same questions in one world after the other, at a referee in this process: what is told has to be the same."""

import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from prometheus_client import CollectorRegistry

from euchre_referee.api.limits import Limits
from euchre_referee.api.tokens import OPERATOR_SCOPES, Role, Scope
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.fairness.chain import GENESIS, head_of
from euchre_referee.referee.entries import Dealt, Ended, decode
from euchre_referee.referee.settings import Settings
from euchre_referee.store import Append, Committed, Committer, SeatAdded, Stage, Store, connect
from euchre_referee.store.keys import head_key, log_key
from tests.api.callers import Caller
from tests.api.http.callers import Site
from tests.api.http.near import Near, near
from tests.api.test_access import token
from tests.leak.asking import Found, Questions, differences, everything
from tests.leak.positions import Position
from tests.leak.worlds import Leak, Viewer, other_worlds
from tests.referee.tables import Table
from tests.store.until import until

CARD: Final = re.compile(r"\b[789TJQKA][cdhs]\b")
COUNTED: Final = (
    "euchre_decisions_total",
    "euchre_refusals_total",
    "euchre_calls_refused_total",
    "euchre_strikes_total",
)
BY_CALLERS: Final = ("euchre_calls_total", "euchre_calls_created", "euchre_call_seconds")
"""What tells whether a stream's end or its caller's hanging up came first, or is counted after an answer."""
USUAL: Final = Questions()
SHOWN: Final = 3
"""Differences that are told."""
GENEROUS: Final = Limits(
    calls_per_second=100_000, calls_burst=100_000, idle_decisions_per_second=100_000, idle_decisions_burst=100_000
)


class Page:
    """What the metrics page tells of one world: how far its counters of decisions have gone, and its series."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry: Final = registry
        self._before: dict[str, float] = {}

    def told(self) -> Found:
        """Since it was asked before."""
        samples = {
            f"{sample.name} {sorted(sample.labels.items())}": sample.value
            for family in self._registry.collect()
            for sample in family.samples
            if not sample.name.startswith(BY_CALLERS)
        }
        before, self._before = self._before, samples
        gone = {name: samples[name] - before.get(name, 0.0) for name in sorted(samples) if name.startswith(COUNTED)}
        counted = {f"counter {name}": repr(number).encode() for name, number in gone.items() if number}
        return {"series": repr(sorted(samples)).encode(), **counted}


class Logs(logging.Handler):
    """What a referee logs at any level."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        # How the store and the connections are is the same in all worlds, but not at the same moments.
        if not record.name.startswith(("euchre_referee.store", "euchre_referee.api.server")):
            self._lines.append(record.getMessage())

    def told(self) -> Found:
        """Since it was asked before."""
        # What is asked at once is answered in any order.
        lines, self._lines = sorted(self._lines), []
        return {"log": "\n".join(lines).encode()}


@contextmanager
def logs_kept() -> Iterator[Logs]:
    """Reads along in the referee's logs."""
    logger, handler = logging.getLogger("euchre_referee"), Logs()
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


class Worlds:
    """A referee nearby, and a way to put one world after the other into its store."""

    def __init__(self, near: Near, store: Store, committer: Committer, logs: Logs) -> None:
        self.replica: Final = near.replica
        self._near: Final = near
        self._store: Final = store
        self._committer: Final = committer
        self._page: Final = Page(near.replica.registry)
        self._logs: Final = logs

    async def place(self, table: Table, log: list[bytes]) -> None:
        """The game is at this log, whatever it was before."""
        game = table.game
        dealt = max(at for at, raw in enumerate(log, 1) if isinstance(decode(raw), Dealt))
        over = isinstance(decode(log[-1]), Ended)
        await self._store.client.delete(log_key(game.id), head_key(game.id))
        sessions = [seat.session for seat in game.seats if seat is not None]
        to_act = game.seat_to_act()
        append = Append(
            game.id, 0, GENESIS, tuple(log), head_of(game.created.seed, log), dealt,
            turn=None if to_act is None else to_act.session, stage=Stage.FINISHED if over else Stage.RUNNING,
            seats_added=tuple(SeatAdded(session, seat) for seat, session in enumerate(sessions)),
        )  # fmt: skip
        assert isinstance(await self._committer.append(append), Committed)

    def caller_of(
        self, table: Table, viewer: Viewer, role: Role | None = None, scopes: frozenset[Scope] = frozenset()
    ) -> Caller:
        """The bearer of a seat's token; a spectator, who may have a token too."""
        if viewer is not None:
            seat = table.game.seats[viewer]
            assert seat is not None
            return self.replica.caller(seat.session)
        if role is None:
            return self.replica.caller()
        bearer = Bearer("looking on", role, scopes)
        return Caller(self.replica.address, token(bearer))

    def _site_of(self, caller: Caller) -> Site:
        """The same bearer over HTTP; requests have the same name, and answers are as long as they are."""
        told = {"x-request-id": "the-same-in-every-world", "accept-encoding": "identity"}
        return Site(self._near.address, headers=dict(caller.metadata) | told)

    async def told(
        self, position: Position, log: list[bytes], role: Role | None = None, questions: Questions = USUAL
    ) -> Found:
        """Everything that is told in one world, beside the answers also in logs and metrics."""
        table, viewer = position
        scopes = frozenset(Scope) if questions.full else OPERATOR_SCOPES if role is Role.OPERATOR else frozenset()
        await self.place(table, log)
        self._page.told()
        self._logs.told()
        caller = self.caller_of(table, viewer, role, scopes)
        async with caller, self._site_of(caller) as site:
            found = await everything(caller, site, table.game, viewer, questions)
        # A stream that goes on would find in the next world that its history has changed, and be counted.
        await until(lambda: not self.replica.access.streams)
        found |= self._logs.told()
        if not questions.waits:
            # Metrics are the operators', and do not lag.
            found |= self._page.told()
        written = found["log"].decode()
        if CARD.search(written) or table.game.created.seed.hex() in written:
            raise Leak(f"the log names a card or the seed: {written}")
        return found

    async def compare(self, position: Position, rng: random.Random, most: int, role: Role | None = None) -> int:
        """Compares what a viewer is told here with what it is told in other worlds; their number. Raises Leak."""
        table, viewer = position
        others = other_worlds(table.log, viewer, rng, most)
        if not others:
            return 0
        first = await self.told(position, table.log, role)
        for world in others:
            self.check_same(first, await self.told(position, world, role), position)
        return len(others)

    def check_same(self, first: Found, second: Found, position: Position) -> None:
        """Raises Leak."""
        found = [(what, first.get(what), second.get(what)) for what in differences(first, second)]
        if found:
            rules = position.table.rules.canonical
            shown = "\n".join(f"{what}:\n  {one!r}\n  {other!r}" for what, one, other in found[:SHOWN])
            raise Leak(f"{len(found)} answers differ for {position.viewer} in {rules}:\n{shown}")


@asynccontextmanager
async def worlds_at(store_url: str, settings: Settings | None = None) -> AsyncIterator[Worlds]:
    """A referee of one's own on a store."""
    store = connect(store_url)
    committer = Committer(store)
    committer.start()
    try:
        with logs_kept() as logs:
            async with near(store_url, GENEROUS, settings=settings) as served:
                yield Worlds(served, store, committer, logs)
    finally:
        await committer.aclose()
        await store.aclose()
