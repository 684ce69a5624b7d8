"""A log that nobody can read: the game is void, counted apart, and told to its players."""

import json
from collections.abc import AsyncIterator
from time import monotonic

import pytest

from euchre_referee.referee.entries import Clocks, Ended, Termination
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import BROKEN_LOG
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.recording import full_record
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import Refused, ServiceReason
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.store import Embedded
from euchre_referee.store.append import Stage
from euchre_referee.store.keys import log_key
from tests.referee.replicas import decide, deciding, game_of, new_game, replica, serve_time, time_out
from tests.referee.tables import new_table
from tests.rules.games import rules_of
from tests.store.until import until

SESSIONS = ("a", "b", "c", "d")


class Ends(Observer):
    """Keeps the ends that are reported."""

    def __init__(self) -> None:
        self.ends: list[Ended] = []
        self.broken_logs = 0

    def ended(self, game: Game, ended: Ended) -> None:
        self.ends.append(ended)

    def broken(self, error: BrokenLog) -> None:
        self.broken_logs += 1


@pytest.fixture
async def damaged(embedded: Embedded) -> AsyncIterator[tuple[Referee, Ends, str]]:
    """A game whose last entry is no entry any more, at a replica that reads it anew."""
    ends = Ends()
    async with replica(embedded.url) as before:
        name = await new_game(before, SESSIONS, clocks=Clocks(1_000))
        for _ in range(3):
            await decide(before, await game_of(before, name))
        await before.store.command("LSET", log_key(name), -1, b"\x63 nonsense")
        await serve_time(before.store, name, 2_000)
    async with replica(embedded.url, ends, Settings(void_after_ms=0)) as after:
        yield after, ends, name


async def test_an_overdue_game_that_cannot_be_read_is_void(damaged: tuple[Referee, Ends, str]) -> None:
    referee, ends, name = damaged
    with pytest.raises(BrokenLog):
        await game_of(referee, name)
    await time_out(referee, name)
    game = await game_of(referee, name)
    assert not ends.broken_logs
    (ended,) = ends.ends
    assert game.ended == ended
    assert (ended.termination, ended.cause, ended.winners) == (Termination.VOID, BROKEN_LOG, ())
    assert [seat.session for seat in game.seats if seat is not None] == list(SESSIONS)
    assert name in (await referee.catalogue.list_games(Stage.FINISHED, None, 1000)).games
    # Nothing is due any more, and decisions are told so.
    await time_out(referee, name)
    assert len(ends.ends) == 1
    for version in (1, 2, game.version, game.version + 5):
        _, late = await referee.deciding.decide("a", deciding(game, "pass", version=version, seat=0))
        assert isinstance(late, Refused)
        assert late.reason == ServiceReason.GAME_OVER


async def test_it_is_not_void_before_another_release_could_have_read_it(embedded: Embedded) -> None:
    ends = Ends()
    async with replica(embedded.url, ends, Settings(void_after_ms=3_600_000)) as referee:
        name = await new_game(referee, SESSIONS, clocks=Clocks(1_000))
        await referee.store.command("LSET", log_key(name), 1, b"\x63")
        await serve_time(referee.store, name, 2_000)
        referee.games.forget(name)
        for _ in range(2):
            with pytest.raises(BrokenLog):
                await time_out(referee, name)
        # A player's word does not hurry it.
        with pytest.raises(BrokenLog):
            await referee.clockwork.resign(name, lambda game: 0)
        assert not ends.ends
        # An operator need not wait.
        game = await referee.clockwork.abort(name, "broken")
        assert game.ended is not None
        assert (game.ended.termination, game.ended.cause) == (Termination.VOID, BROKEN_LOG)
        assert await referee.clockwork.abort(name, "again") is not game
        assert len(ends.ends) == 1


async def test_it_is_not_void_as_long_as_another_release_reads_it_and_acts(embedded: Embedded) -> None:
    ends = Ends()
    settings = Settings(void_after_ms=200)
    async with replica(embedded.url) as reading, replica(embedded.url, ends, settings) as referee:
        name = await new_game(reading, SESSIONS, clocks=Clocks(1_000))
        await decide(reading, await game_of(reading, name))
        # The other replica knows the game, and need not read this.
        await reading.store.command("LSET", log_key(name), -1, b"\x63 of a later release")
        await serve_time(reading.store, name, 2_000)
        with pytest.raises(BrokenLog):
            await time_out(referee, name)
        await time_out(reading, name)
        await serve_time(reading.store, name, 2_000)
        over = monotonic() + 0.3
        await until(lambda: monotonic() > over)
        with pytest.raises(BrokenLog):
            await time_out(referee, name)
        assert not ends.ends


async def test_the_record_of_a_void_game_tells_what_can_be_read(damaged: tuple[Referee, Ends, str]) -> None:
    referee, _, name = damaged
    await time_out(referee, name)
    record = json.loads(json.dumps(full_record(await referee.log.whole(name))))
    assert record["end"] == {"termination": "void", "cause": BROKEN_LOG}
    assert len(record["deals"][0]["actions"]) == 2
    answer = adjudicate(record)
    assert answer["error"] is None
    assert answer["end"] == record["end"]


async def test_a_game_that_is_broken_from_its_first_entry_stays_as_it_is(embedded: Embedded) -> None:
    async with replica(embedded.url, settings=Settings(void_after_ms=0)) as referee:
        name = await new_game(referee, SESSIONS, clocks=Clocks(1_000))
        await referee.store.command("LSET", log_key(name), 0, b"\x01")
        referee.games.forget(name)
        with pytest.raises(BrokenLog):
            await time_out(referee, name)
        with pytest.raises(BrokenLog):
            await referee.clockwork.abort(name, "operator")


def test_only_a_void_end_excuses_a_log_that_cannot_be_read() -> None:
    table = new_table(rules_of("euchre"))
    table.act(table.state.legal[0])
    table.end()
    table.log[-2] = b"\xff"
    with pytest.raises(BrokenLog):
        full_record(table.log)
