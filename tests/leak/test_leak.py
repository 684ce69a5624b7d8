"""Nothing that is answered tells anything of hidden cards: in another world with other ones it is the same, byte by
byte, except for the head."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from time import time
from typing import Final

import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens, load_keys
from euchre_referee.fairness.chain import GENESIS, head_of
from euchre_referee.referee.entries import Clocks
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.store import Append, Committed, Committer, SeatAdded, Stage, Store, connect
from euchre_referee.store.keys import head_key, log_key
from tests.api.callers import Caller
from tests.conftest import Server
from tests.leak.worlds import other_world
from tests.referee.tables import Table, new_table

POSITIONS: Final = 48
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
        table = new_table(random_rules(rng), rng.randrange(1 << 40), clocks=Clocks(), strike_limit=0, session=session)
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


async def answers(caller: Caller, game: str, legal: set[str]) -> dict[str, bytes]:
    """Everything that can be had of a running game, without its head."""
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
        for turn in listed.turns:
            turn.ClearField("head")
        found["turns"] = listed.SerializeToString(deterministic=True)
        words = [(text, view.version) for text in WORDS]
        words += [(text, version) for text in ("play 9c", "nonsense") for version in range(2, view.version)]
        asked = [pb.Decision(game=game, version=version, text=text) for text, version in words]
        asked = [each for each in asked if each.version != view.version or each.text not in legal]
        verdicts = await caller.call(caller.player.Act, player.PlayerServiceActRequest(decisions=asked))
        for decided, verdict in zip(asked, verdicts.verdicts, strict=True):
            if verdict.HasField("accepted"):
                verdict.accepted.ClearField("next_head")
            found[f"{decided.text} at {decided.version}"] = verdict.SerializeToString(deterministic=True)
        refused = await caller.refused(caller.referee.Act, referee.ActRequest(decision=asked[0]))
        found["status"] = repr(refused).encode()
    return found


@pytest.mark.parametrize("position", range(POSITIONS))
async def test_the_same_is_answered_whatever_the_hidden_cards(server: Server, worlds: Worlds, position: int) -> None:
    rng = random.Random(position)
    table = random_table(rng, f"leak-{position}")
    viewer = rng.choice((None, *range(table.rules.players)))
    legal = {ACTION_TEXT[code] for code in table.state.legal} if viewer == table.state.to_act else set()
    token = (
        ""
        if viewer is None
        else Tokens(load_keys(Path(server.keys))).issue(Bearer(f"leak-{position}-{viewer}"), int(time()) + 600)
    )
    async with Caller(server.address, token) as caller:
        await worlds.place(table, table.log)
        first = await answers(caller, table.game.id, legal)
        for _ in range(2):
            await worlds.place(table, other_world(table.log, viewer, rng))
            second = await answers(caller, table.game.id, legal)
            assert second.keys() == first.keys()
            for what, content in first.items():
                assert second[what] == content, f"{what} of {table.rules.canonical} as {viewer} sees it"


def test_the_other_worlds_are_other_ones() -> None:
    others = 0
    for position in range(POSITIONS):
        rng = random.Random(position)
        table = random_table(rng, "leak")
        viewer = rng.choice((None, *range(table.rules.players)))
        others += other_world(table.log, viewer, rng) != table.log
    assert others > POSITIONS * 0.8
