"""Bots on two referees over one store, while one after the other is killed; then all is held against the logs."""

import asyncio
import os
import random
import signal
import tempfile
from base64 import b64decode
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from json import loads
from pathlib import Path
from time import monotonic, time
from typing import Final
from zlib import crc32

from euchre.v1.game_pb2 import GameEnd, Turn, Verdict
from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.referee.entries import BY_CLOCK, Acted, Created, Mark, decode
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.actions import action_text
from euchre_referee.store.embedded import Embedded
from tests.chaos.replica import Replica

SEATS: Final = 4
LIMIT_MS: Final = 30_000
SETTLED_WITHIN: Final = 60.0
"""Seconds within which every game ends once nothing is killed any more."""
_PATIENCE: Final = 90.0


@dataclass
class Tally:
    """What came of it."""

    games: int = 0
    unfinished: list[str] = field(default_factory=list)
    referee_kills: int = 0
    store_kills: int = 0
    acknowledged: int = 0
    """Decisions that a client was told are accepted, each counted once."""
    repeated: int = 0
    """Verdicts that came more than once, the first one word for word."""
    timeouts: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Records that do not verify, and verdicts that contradict each other or the log."""

    @property
    def clean(self) -> bool:
        """Nothing was lost, doubled, wrong or left."""
        return not (self.unfinished or self.lost or self.doubled or self.wrong)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.referee_kills} kills of referees and {self.store_kills} of the store, "
            f"{self.acknowledged} decisions acknowledged ({self.repeated} verdicts repeated, {self.timeouts} by the "
            f"clock): {len(self.lost)} lost, {len(self.doubled)} doubled, {len(self.wrong)} wrong, "
            f"{len(self.unfinished)} games unfinished"
        )


class Tables:
    """The games, and what the players were told of them."""

    def __init__(self, operator: AsyncClient, rng: random.Random) -> None:
        self._operator: Final = operator
        self._rng: Final = rng
        self.decided: Final[defaultdict[str, dict[int, str]]] = defaultdict(dict)
        self.verdicts: Final[defaultdict[str, dict[int, Verdict]]] = defaultdict(dict)
        self.open: Final[set[str]] = set()
        self.over: Final[set[str]] = set()
        self.all: Final[list[str]] = []
        self.contradicted: Final[list[str]] = []
        self.repeated = 0
        self._changed: Final = asyncio.Event()

    async def begin(self) -> None:
        """One more game."""
        made = await self._operator.create_game(
            ruleset(self._rng.choice(("euchre", "buck")), {"max_deals": 2, "all_pass": "stick_dealer"}),
            seats=[SeatReservation(name=f"P{seat}", session=f"chaos-{seat}") for seat in range(SEATS)],
            action_limit_ms=LIMIT_MS,
            strike_limit=0,
        )
        self.all.append(made.game)
        # An answer that was lost and asked for again may come after the whole game.
        if made.game not in self.over:
            self.open.add(made.game)

    def choose(self, turn: Turn) -> str:
        """A bot whose answer depends on nothing but the turn."""
        answer = turn.legal[crc32(f"{turn.game} {turn.version}".encode()) % len(turn.legal)].text
        self.decided[turn.game][turn.version] = answer
        return answer

    def told(self, verdict: Verdict) -> None:
        """A player has been told."""
        if not verdict.HasField("accepted"):
            return
        first = self.verdicts[verdict.game].setdefault(verdict.version, verdict)
        if first is not verdict:
            self.repeated += 1
            if first != verdict:
                self.contradicted.append(f"{verdict.game} version {verdict.version}: {first} then {verdict}")

    def ended(self, end: GameEnd) -> None:
        """A player has been told of an end."""
        self.over.add(end.game)
        self.open.discard(end.game)
        self._changed.set()

    async def keep_open(self, number: int, until: float) -> None:
        """So many games at once, until then; and afterwards until all have ended or the time for that is up."""
        async with asyncio.timeout(until - monotonic() + SETTLED_WITHIN):
            while self.open or monotonic() < until:
                self._changed.clear()
                if monotonic() < until:
                    missing = number - len(self.open)
                    await asyncio.gather(*(self.begin() for _ in range(missing)))
                try:
                    await asyncio.wait_for(self._changed.wait(), 0.5)
                except TimeoutError:
                    continue


async def storm(seconds: float, seed: int, *, games_at_once: int = 24) -> Tally:
    """Plays and kills for so long, then lets everything end, and counts."""
    rng = random.Random(seed)
    tally = Tally()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-chaos-")))
        store = stack.enter_context(Embedded(folder / "store"))
        tokens = Tokens(make_keyring(folder / "keys"))
        replicas = [await stack.enter_async_context(Replica(store.url, folder / "keys")) for _ in range(2)]
        addresses = [replica.address for replica in replicas]
        operator = await stack.enter_async_context(client(addresses, tokens, Caller.operating("operator")))
        tables = Tables(operator, rng)
        players = [
            await stack.enter_async_context(
                client(addresses[seat % 2 :] + addresses[: seat % 2], tokens, Caller(f"chaos-{seat}"))
            )
            for seat in range(SEATS)
        ]
        playing: list[asyncio.Task[object]] = [
            asyncio.create_task(
                player.play(tables.choose, on_verdict=tables.told, on_end=tables.ended, patience=_PATIENCE)
            )
            for player in players
        ]
        until = monotonic() + seconds
        killing = asyncio.create_task(kill(replicas, store, random.Random(seed), until, tally))
        keeping: asyncio.Task[object] = asyncio.create_task(tables.keep_open(games_at_once, until))
        try:
            done, _ = await asyncio.wait({keeping, *playing}, return_when=asyncio.FIRST_COMPLETED)
            await killing
            tally.wrong += [f"a player or the host gave up: {task.exception()!r}" for task in done if task.exception()]
        finally:
            for task in (keeping, killing, *playing):
                task.cancel()
            await asyncio.gather(keeping, killing, *playing, return_exceptions=True)
        await count(tables, operator, tally)
    return tally


@asynccontextmanager
async def client(addresses: Sequence[str], tokens: Tokens, caller: Caller) -> AsyncIterator[AsyncClient]:
    """A client that goes to the first referee that answers."""
    made = AsyncClient(f"ipv4:{','.join(addresses)}", tokens.issue(caller, int(time()) + 86_400), timeout=60)
    try:
        yield made
    finally:
        await made.close()


async def kill(replicas: Sequence[Replica], store: Embedded, rng: random.Random, until: float, tally: Tally) -> None:
    """Kills a referee or the store at random moments; what was killed is started again."""
    # In pairs, so that both kinds come however short it is.
    for of_the_store in cycle((False, True)):
        await asyncio.sleep(rng.uniform(0.3, 2.0))
        if monotonic() >= until:
            return
        if of_the_store:
            pid = store.pid
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                tally.store_kills += 1
            continue
        victim = rng.choice(replicas)
        await victim.kill()
        tally.referee_kills += 1
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await victim.start()


async def count(tables: Tables, operator: AsyncClient, tally: Tally) -> None:
    """Holds what was told against what is on record."""
    tally.games = len(tables.all)
    for game in sorted(tables.open):
        seen = await operator.get_view(game)
        state = "over, but no player was told" if seen.HasField("end") else f"seat {seen.view.to_act} is to act"
        tally.unfinished.append(f"{game} at version {seen.version}: {state}")
    tally.repeated = tables.repeated
    tally.wrong += tables.contradicted
    for game in tables.all:
        if game in tables.open:
            continue
        record = loads(await operator.get_record(game))
        tally.wrong += [f"{game}: {fault}" for fault in verify(record)]
        log = [b64decode(text) for text in record["proof"]["entries"]]
        check(game, log, tables.decided[game], tables.verdicts[game], tally)


def check(
    game: str, log: Sequence[bytes], decided: Mapping[int, str], told: Mapping[int, Verdict], tally: Tally
) -> None:
    """Every verdict stands in the log at its place, and nothing else than what was decided there."""
    heads = heads_of(log)
    entries = [decode(raw) for raw in log]
    for version, verdict in told.items():
        tally.acknowledged += 1
        entry = entries[version] if version < len(entries) else None
        place = f"{game} version {version}: {verdict.accepted.action}"
        said = verdict.seat, verdict.accepted.action, Mark.OWN
        if not isinstance(entry, Acted) or (entry.seat, action_text(entry.action), entry.mark) != said:
            tally.lost.append(place)
        elif heads[verdict.accepted.next_version] != verdict.accepted.next_head:
            tally.wrong.append(f"{place}: the head that the verdict names is not the log's")
    for version, entry in enumerate(entries):
        if not isinstance(entry, Acted):
            continue
        tally.timeouts += entry.mark in BY_CLOCK
        # A decision that was carried out twice stands at a version on which nobody decided so.
        if entry.mark is Mark.OWN and decided.get(version) != action_text(entry.action):
            tally.doubled.append(f"{game} version {version}: {action_text(entry.action)}")


def heads_of(log: Sequence[bytes]) -> list[bytes]:
    """The head at every version."""
    created = decode(log[0])
    assert isinstance(created, Created)
    heads = [GENESIS]
    for raw in log:
        heads.append(next_head(heads[-1], salt(created.seed, len(heads)), raw))
    return heads
