"""A stream that begins is told of all its games, however many there are and whatever some of them are like."""

import asyncio
from collections import Counter

import pytest

from euchre_referee.api.play import PlaySession
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.referee import Referee
from euchre_referee.store import Embedded
from euchre_referee.store.calls import StoreCall
from euchre_referee.store.keys import log_key
from tests.referee.replicas import game_of, new_game, replica, session_to_act
from tests.store.until import until

SESSIONS = 5
GAMES = 70
"""Of each session: more than are read in one go."""
WITHIN = 60.0


class Broken(Observer):
    """Counts what cannot be read."""

    def __init__(self) -> None:
        self.logs = 0

    def broken(self, error: BrokenLog) -> None:
        self.logs += 1


async def games_of(referee: Referee, session: str, number: int) -> list[str]:
    """New games in which the session has all seats."""
    return await asyncio.gather(*(new_game(referee, [session] * 4, seed=seed) for seed in range(number)))


async def begun(referee: Referee, session: str) -> PlaySession:
    """A session's stream."""
    play = PlaySession(session, referee, "en", 256)
    await referee.attach(session, play)
    return play


async def test_many_games_of_many_sessions_are_read_in_few_calls(embedded: Embedded) -> None:
    sessions = [f"crowd-{number}" for number in range(SESSIONS)]
    async with replica(embedded.url) as before, replica(embedded.url) as referee:
        for session in sessions:
            await games_of(before, session, GAMES)
        calls: Counter[StoreCall] = Counter()
        referee.store.observe = lambda call, seconds: calls.update((call,))
        plays = await asyncio.gather(*(begun(referee, session) for session in sessions))
        await until(lambda: all(play.outstanding == GAMES for play in plays), WITHIN)
        # Claims, lists of games, heads, and the games themselves.
        assert calls.total() < SESSIONS * GAMES / 4


@pytest.mark.parametrize("damage", ["entry", "key"])
async def test_a_game_that_cannot_be_read_keeps_no_other_from_being_told(embedded: Embedded, damage: str) -> None:
    session, observer = f"damaged-{damage}", Broken()
    async with replica(embedded.url) as before, replica(embedded.url, observer) as referee:
        damaged = (await games_of(before, session, GAMES))[0]
        key = log_key(damaged)
        if damage == "entry":
            await before.store.command("LSET", key, 0, b"\x63 nonsense")
        else:
            await before.store.command("DEL", key)
            await before.store.command("SET", key, "no list")
        play = await begun(referee, session)
        await until(lambda: play.outstanding == GAMES - 1, WITHIN)
        assert observer.logs == (damage == "entry")


async def test_an_attempt_that_breaks_off_goes_on_where_it_was(embedded: Embedded) -> None:
    """The store fails for one game until it is mended; the others are not read again."""
    async with replica(embedded.url) as before, replica(embedded.url) as referee:
        damaged = (await games_of(before, "again", GAMES))[0]
        key, away = log_key(damaged), f"{log_key(damaged).decode()}:away"
        await before.store.command("RENAME", key, away)
        await before.store.command("SET", key, "no list")
        play = await begun(referee, "again")
        await until(lambda: play.outstanding == GAMES - 1, WITHIN)
        misses = referee.games.misses
        hits = referee.games.hits
        await before.store.command("RENAME", away, key)
        await until(lambda: play.outstanding == GAMES, WITHIN)
        assert (referee.games.misses, referee.games.hits) == (misses + 1, hits)


async def test_a_turn_that_cannot_be_read_keeps_no_game_of_another_kind_from_being_told(embedded: Embedded) -> None:
    async with replica(embedded.url) as before, replica(embedded.url) as referee:
        damaged = (await games_of(before, "kept", 1))[0]
        over, *others = [await new_game(before, ["kept", "b", "c", "d"], seed=seed) for seed in range(12)]
        await before.clockwork.abort(over, "an end")
        theirs = {name for name in others if session_to_act(await game_of(before, name)) != "kept"}
        await before.store.command("DEL", log_key(damaged))
        await before.store.command("SET", log_key(damaged), "no list")
        play = await begun(referee, "kept")
        await until(lambda: theirs <= set(play.awaited()), WITHIN)
        async with asyncio.timeout(WITHIN):
            while over.encode() not in await play.frame():
                pass
