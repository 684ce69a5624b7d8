"""Referees in the test's own process on a real store, which do nothing by themselves: no sweep comes between."""

import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from itertools import count
from typing import Final

from euchre_referee.referee.entries import Clocks, Conduct, Entry, Reservation, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.opening import NewGame
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import asked_of
from euchre_referee.referee.triage import Decision
from euchre_referee.referee.verdicts import Outcome
from euchre_referee.rules.actions import ACTION_TEXT, parse_action
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import Store, connect
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.sweeper import Cause, Overdue
from tests.rules.games import rules_of

_NUMBERS: Final = count(1)


@asynccontextmanager
async def replica(
    url: str, observer: Observer | None = None, settings: Settings | None = None, name: str = ""
) -> AsyncIterator[Referee]:
    """One more referee on a store."""
    store = connect(url)
    committer = Committer(store)
    committer.start()
    name = name or f"replica-{next(_NUMBERS)}"
    referee = Referee(store, name, settings or Settings(), observer or Observer(), committer)
    try:
        yield referee
    finally:
        await referee.aclose()
        await store.aclose()


async def new_game(
    referee: Referee,
    sessions: Sequence[str],
    preset: str = "euchre",
    *,
    clocks: Clocks = Clocks(60_000),  # noqa: B008  # frozen
    conduct: Conduct = Conduct(),  # noqa: B008  # frozen
    seed: int = 1,
    **options: object,
) -> str:
    """The id of a game whose seats are reserved for these sessions; the seed decides the cards."""
    asked = NewGame(
        request_id=f"game-{next(_NUMBERS)}-{sessions}-{seed}",
        rules=rules_of(preset, **options),
        reservations=tuple(Reservation(session, f"N{seat}") for seat, session in enumerate(sessions)),
        clocks=asked_of(clocks),
        conduct=conduct,
        seed=sha256(b"%d" % seed).digest(),
    )
    return (await referee.opening.create(asked)).game


async def game_of(referee: Referee, name: str) -> Game:
    """The game as the store has it."""
    game = await referee.games.fresh(name)
    assert game is not None
    return game


def session_to_act(game: Game) -> str:
    """Whose turn it is."""
    seat = game.seat_to_act()
    assert seat is not None
    return seat.session


def deciding(game: Game, words: str = "", *, version: int | None = None, seat: int | None = None) -> Decision:
    """The first legal action of the seat to act, or something else."""
    words = words or ACTION_TEXT[game.state.legal[0]]
    version = game.turn_version if version is None else version
    return Decision(game.id, version, b"", game.state.to_act if seat is None else seat, parse_action(words), words)


async def decide(referee: Referee, game: Game, words: str = "") -> Outcome:
    """The verdict on a decision of the seat to act."""
    _, outcome = await referee.deciding.decide(session_to_act(game), deciding(game, words))
    return outcome


async def time_out(referee: Referee, name: str) -> None:
    """What a sweep does that finds the game due; returns when the store has answered."""
    await referee.clockwork.act_on(Overdue(name, Cause.DEADLINE))
    await referee.clockwork._scribe.idle(name)


async def entries_of(referee: Referee, name: str) -> list[Entry]:
    """The whole log."""
    return [decode(raw) for raw in await referee.log.whole(name)]


async def pass_time(store: Store, name: str, by_ms: int) -> None:
    """As if a game's bucket had last been called so many milliseconds earlier (negative: later)."""
    key = bucket_keys(bucket_of(name)).clock
    served, counted, sequence = struct.unpack("<QQQ", await store.command("GET", key))
    await store.client.set(key, struct.pack("<QQQ", served, counted - by_ms, sequence))


async def serve_time(store: Store, name: str, by_ms: int) -> None:
    """As if so much time had been served in a game's bucket: what really passes while the store is called."""
    bucket = bucket_of(name)
    key = bucket_keys(bucket).clock
    served, counted, sequence = struct.unpack("<QQQ", await store.command("GET", key))
    await store.client.set(key, struct.pack("<QQQ", served + by_ms, counted, sequence))
