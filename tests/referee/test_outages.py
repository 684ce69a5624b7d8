"""Time that nobody could use costs nobody anything: outages, restarts and clocks that jump."""

from pathlib import Path

from euchre_referee.referee.entries import Acted, Clocks, Mark
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.verdicts import Accepted
from euchre_referee.store import Embedded
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.served import MOST_ELAPSED_MS
from euchre_referee.store.sweeper import Sweeper
from tests.referee.replicas import decide, entries_of, game_of, new_game, pass_time, replica, serve_time, time_out
from tests.store.until import until

SESSIONS = ("a", "b", "c", "d")
HOUR_MS = 3_600_000
ROOM_MS = 30_000
"""More than a test takes, much less than the time that must not be billed."""
BANKED = Clocks(0, 10 * HOUR_MS)
"""All time comes from the bank, so that whatever is billed shows."""


async def spent(referee: Referee, name: str) -> int:
    """What the last action was billed."""
    acted = [entry for entry in await entries_of(referee, name) if isinstance(entry, Acted)][-1]
    game = await game_of(referee, name)
    assert game.accounts.banks[acted.seat] == BANKED.bank_ms - acted.spent_ms
    return acted.spent_ms


async def test_time_that_is_served_is_billed_to_the_bank(embedded: Embedded) -> None:
    async with replica(embedded.url) as one:
        name = await new_game(one, SESSIONS, clocks=BANKED)
        await serve_time(one.store, name, HOUR_MS)
        # As a sweep does every second.
        await Sweeper(one.store).sweep()
        assert isinstance(await decide(one, await game_of(one, name)), Accepted)
        assert HOUR_MS <= await spent(one, name) < HOUR_MS + ROOM_MS


async def test_an_outage_is_billed_for_two_seconds_at_most(embedded: Embedded) -> None:
    """The store was not called for an hour, and no sweep came in it."""
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        name = await new_game(one, SESSIONS, clocks=BANKED)
        await pass_time(one.store, name, HOUR_MS)
        # At the replica that knew the game, and at one that hears of the time only now.
        assert isinstance(await decide(one, await game_of(one, name)), Accepted)
        assert await spent(one, name) <= MOST_ELAPSED_MS + ROOM_MS
        await pass_time(one.store, name, HOUR_MS)
        await Sweeper(two.store).sweep()
        assert isinstance(await decide(two, await game_of(two, name)), Accepted)
        assert await spent(two, name) <= MOST_ELAPSED_MS + ROOM_MS


async def test_an_outage_brings_nobody_a_timeout(embedded: Embedded) -> None:
    async with replica(embedded.url) as one:
        name = await new_game(one, SESSIONS, clocks=Clocks(ROOM_MS))
        before = await entries_of(one, name)
        for _ in range(3):
            await pass_time(one.store, name, HOUR_MS)
            await time_out(one, name)
            assert await entries_of(one, name) == before
        assert not [each for each in await Sweeper(one.store).sweep() if each.game == name]


async def test_a_clock_that_jumps_back_bills_nothing(embedded: Embedded) -> None:
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        name = await new_game(one, SESSIONS, clocks=BANKED)
        await pass_time(one.store, name, -HOUR_MS)
        await Sweeper(two.store).sweep()
        assert isinstance(await decide(two, await game_of(two, name)), Accepted)
        assert await spent(two, name) <= MOST_ELAPSED_MS + ROOM_MS


async def test_a_store_that_restarts_keeps_every_account(tmp_path: Path) -> None:
    with Embedded(tmp_path / "store") as store:
        async with replica(store.url) as one:
            name = await new_game(one, SESSIONS, clocks=BANKED)
            await serve_time(one.store, name, HOUR_MS)
            await Sweeper(one.store).sweep()
            game = await game_of(one, name)
            assert isinstance(await decide(one, game), Accepted)
            billed = game.accounts
            store.stop()
            store.start()

            async def answers() -> bool:
                try:
                    return isinstance(await decide(one, await game_of(one, name)), Accepted)
                except STORE_FAULTS:
                    return False

            await until(answers)
            after = await game_of(one, name)
            assert min(after.accounts.banks) == min(billed.banks)
            assert await spent(one, name) <= MOST_ELAPSED_MS + ROOM_MS


async def test_a_bank_that_is_empty_is_over_at_once_and_no_other_seats(embedded: Embedded) -> None:
    async with replica(embedded.url) as one:
        name = await new_game(one, SESSIONS, clocks=Clocks(1_000, 5_000), target_score=1000)
        first = (await game_of(one, name)).state.to_act
        await serve_time(one.store, name, 6_000)
        await time_out(one, name)
        game = await game_of(one, name)
        assert [bank for seat, bank in enumerate(game.accounts.banks) if seat != first] == [5_000] * 3
        assert game.accounts.banks[first] == 0
        assert game.state.to_act != first
        # The next seat still has limit and bank.
        await serve_time(one.store, name, 5_500)
        await time_out(one, name)
        assert (await game_of(one, name)).version == game.version
        await serve_time(one.store, name, 500)
        await time_out(one, name)
        acted = [entry for entry in await entries_of(one, name) if isinstance(entry, Acted)]
        assert [(entry.mark, entry.spent_ms) for entry in acted] == [(Mark.DISCONNECT, 6_000)] * 2
