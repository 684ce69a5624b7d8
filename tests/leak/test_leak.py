"""Nothing that is answered tells anything of hidden cards: in another world with other ones it is the same, byte by
byte, except for the head."""

import logging
import random
import re
from collections.abc import AsyncIterator, Iterable
from typing import Final

import pytest
from prometheus_client import CollectorRegistry

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.fairness.chain import GENESIS, head_of
from euchre_referee.referee.entries import Clocks
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.store import Append, Committed, Committer, SeatAdded, Stage, Store, connect
from euchre_referee.store.keys import head_key, log_key
from tests.api.callers import Caller
from tests.api.nearby import nearby
from tests.api.test_frames import Stream
from tests.conftest import Server
from tests.leak.worlds import other_world
from tests.referee.tables import Table, new_table

POSITIONS: Final = 48
MANY_STRIKES: Final = 1000
"""So many that no default action follows: it would show what was legal, which is the viewer's own affair."""
CARD: Final = re.compile(r"\b[789TJQKA][cdhs]\b")
COUNTED: Final = ("euchre_decisions_total", "euchre_refusals_total", "euchre_calls_refused_total")
WORDS: Final = (
    "pass", "order", "order alone", "name h", "name n alone", "take", "bid 1", "bid 5", "partner Ah", "alone", "claim",
    "discard 9c", "discard Jd", "give Ah", "swap 9h", "keep", "defend", "stay", "withdraw", "nonsense",
    *(f"play {rank}{suit}" for rank in "9JA" for suit in "cdhs"),
)  # fmt: skip


def random_value(option: Option, rng: random.Random) -> object:
    """A value that the option accepts."""
    match option.allowed:
        case OneOf(values=values):
            return rng.choice(values)
        case Between(low=low, high=high):
            return rng.randint(low, high)
        case SetOf(words=words):
            return [word for word in words if rng.random() < 0.5]


def random_rules(rng: random.Random) -> RuleSet:
    """A playable rule set of any preset."""
    while True:
        preset = rng.choice(sorted(PRESETS))
        options = PRESETS[preset].options.items()
        rules = parse_ruleset(
            preset, {name: random_value(option, rng) for name, option in options if rng.random() < 0.3}
        )
        if isinstance(rules, RuleSet):
            return rules


def random_table(rng: random.Random, session: str) -> Table:
    """A table somewhere in a deal."""
    while True:
        table = new_table(
            random_rules(rng),
            rng.randrange(1 << 40),
            clocks=Clocks(),
            strike_limit=rng.choice((0, MANY_STRIKES)),
            session=session,
        )
        table.play(rng, most=rng.randrange(40))
        if not table.over:
            return table


class Worlds:
    """Puts one world after the other into the store of a running referee."""

    def __init__(self, store: Store, committer: Committer) -> None:
        self._store: Final = store
        self._committer: Final = committer

    async def place(self, table: Table, log: list[bytes]) -> None:
        """The game is at this log, whatever it was before."""
        game = table.game
        await self._store.client.delete(log_key(game.id), head_key(game.id))
        sessions = [seat.session for seat in game.seats if seat is not None]
        append = Append(
            game.id, 0, GENESIS, tuple(log), head_of(game.created.seed, log), game.deal_version,
            turn=sessions[table.state.to_act], stage=Stage.RUNNING,
            seats_added=tuple(SeatAdded(session, seat) for seat, session in enumerate(sessions)),
        )  # fmt: skip
        assert isinstance(await self._committer.append(append), Committed)


@pytest.fixture
async def worlds(server: Server) -> AsyncIterator[Worlds]:
    """A way into the store."""
    store = connect(server.store)
    committer = Committer(store)
    committer.start()
    yield Worlds(store, committer)
    await committer.aclose()
    await store.aclose()


async def look(caller: Caller, game: str) -> dict[str, bytes]:
    """What can be seen of a running game, without its head."""
    found: dict[str, bytes] = {}
    view = await caller.view(game)
    view.ClearField("head")
    if view.HasField("turn"):
        view.turn.ClearField("head")
    found["view"] = view.SerializeToString(deterministic=True)
    record = await caller.call(caller.referee.GetRecord, referee.GetRecordRequest(game=game))
    found["record"] = record.SerializeToString()
    watch = caller.referee.Watch(referee.WatchRequest(game=game), metadata=caller.metadata, timeout=30)
    news = await watch.read()
    watch.cancel()
    assert isinstance(news, referee.WatchResponse)
    news.ClearField("head")
    found["watch"] = news.SerializeToString(deterministic=True)
    if caller.metadata:
        listed = await caller.call(caller.player.ListTurns, player.ListTurnsRequest())
        found["turns"] = headless(listed.turns)
        stream = Stream(caller)
        await stream.send([pb.Decision(game="none")])
        await stream.until(lambda: stream.verdicts and len(stream.turns) == len(listed.turns))
        stream.call.cancel()
        found["frames"] = headless(stream.turns)
        found["ends"] = repr(stream.ends).encode()
    return found


def headless(turns: Iterable[pb.Turn]) -> bytes:
    """Turns without their heads."""
    for turn in turns:
        turn.ClearField("head")
    return player.ListTurnsResponse(turns=turns).SerializeToString(deterministic=True)


async def answers(caller: Caller, game: str, legal: set[str]) -> dict[str, bytes]:
    """Everything that can be had of a running game, without its head, before and after decisions are refused."""
    found = await look(caller, game)
    if not caller.metadata:
        return found
    version = (await caller.view(game)).version
    words = [(text, version) for text in WORDS]
    words += [(text, past) for text in ("play 9c", "nonsense") for past in range(2, version)]
    asked = [pb.Decision(game=game, version=at, text=text) for text, at in words]
    asked = [each for each in asked if each.version != version or each.text not in legal]
    # One after the other: where they are strikes each lengthens the log.
    for decided in asked:
        (verdict,) = (
            await caller.call(caller.player.Act, player.PlayerServiceActRequest(decisions=[decided]))
        ).verdicts
        if verdict.HasField("accepted"):
            verdict.accepted.ClearField("next_head")
        found[f"{decided.text} at {decided.version}"] = verdict.SerializeToString(deterministic=True)
    refused = await caller.refused(caller.referee.Act, referee.ActRequest(decision=asked[0]))
    found["status"] = repr(refused).encode()
    after = await look(caller, game)
    return found | {f"{what} after refusals": content for what, content in after.items()}


class Page:
    """What the metrics page tells of one world: how far its counters of decisions have gone, and its series."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry: Final = registry
        self._before: dict[str, float] = {}

    def told(self) -> dict[str, bytes]:
        """Since it was asked before."""
        samples = {
            f"{sample.name} {sorted(sample.labels.items())}": sample.value
            for family in self._registry.collect()
            for sample in family.samples
        }
        before, self._before = self._before, samples
        gone = {name: samples[name] - before.get(name, 0.0) for name in sorted(samples) if name.startswith(COUNTED)}
        counted = {name: number for name, number in gone.items() if number}
        return {"counters": repr(counted).encode(), "series": repr(sorted(samples)).encode()}


@pytest.mark.parametrize("position", range(POSITIONS))
async def test_the_same_is_answered_whatever_the_hidden_cards(
    server: Server, worlds: Worlds, position: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    rng = random.Random(position)
    table = random_table(rng, f"leak-{position}")
    viewer = rng.choice((None, *range(table.rules.players)))
    legal = {ACTION_TEXT[code] for code in table.state.legal} if viewer == table.state.to_act else set()
    async with (
        nearby(server.store) as replica,
        replica.caller("" if viewer is None else f"leak-{position}-{viewer}") as caller,
    ):
        page = Page(replica.registry)
        page.told()
        await worlds.place(table, table.log)
        first = await answers(caller, table.game.id, legal) | page.told()
        for _ in range(2):
            await worlds.place(table, other_world(table.log, viewer, rng))
            second = await answers(caller, table.game.id, legal) | page.told()
            assert second.keys() == first.keys()
            for what, content in first.items():
                assert second[what] == content, f"{what} of {table.rules.canonical} as {viewer} sees it"
    assert not CARD.search(caplog.text)
    assert table.game.created.seed.hex() not in caplog.text


def test_the_other_worlds_are_other_ones() -> None:
    others = 0
    for position in range(POSITIONS):
        rng = random.Random(position)
        table = random_table(rng, "leak")
        viewer = rng.choice((None, *range(table.rules.players)))
        others += other_world(table.log, viewer, rng) != table.log
    assert others > POSITIONS * 0.8
