"""A decision against the clock, at two referees on one store: whatever the order, exactly one comes to stand."""

import asyncio

import pytest

from euchre_referee.referee.entries import BY_CLOCK, Acted, Clocks, Conduct, Ended, Lost, Mark, Sanction
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.verdicts import Accepted, Outcome, Refused
from euchre_referee.store import Embedded
from tests.referee.replicas import (
    decide,
    deciding,
    entries_of,
    game_of,
    new_game,
    replica,
    serve_time,
    session_to_act,
    time_out,
)

ROUNDS = 150
SESSIONS = ("a", "b", "c", "d")
LIMIT_MS = 5_000


async def make_due(referee: Referee, game: str) -> None:
    """The seat to act has used up all that it had."""
    await serve_time(referee.store, game, LIMIT_MS)


def decided_by(verdict: Outcome, entry: object) -> str:
    """Who won a race, as the verdict and the log agree."""
    assert isinstance(entry, Acted)
    if isinstance(verdict, Accepted):
        assert (entry.mark, entry.action) == (Mark.OWN, verdict.action)
        return "player"
    assert verdict.reason == "TIME_OVER"
    assert entry.mark in BY_CLOCK
    return "clock"


async def test_a_move_and_a_timeout_have_exactly_one_winner(embedded: Embedded) -> None:
    clocks = Clocks(LIMIT_MS)
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        name = await new_game(one, SESSIONS, "buck", clocks=clocks, start_score=1000, target_score=0, sweep_wins=False)
        winners = []
        for number in range(ROUNDS):
            game = await game_of(one, name)
            version, words = game.turn_version, deciding(game).words
            await make_due(one, name)
            # Either may be first into its store's queue, and either replica may know the game or have to read it.
            move, clock = decide(one, game, words), time_out(two, name)
            if number % 3 == 0:
                verdict, _ = await asyncio.gather(move, clock)
            else:
                watch = asyncio.create_task(clock)
                for _ in range(number % 7):
                    await asyncio.sleep(0)
                verdict = await move
                await watch
            entries = await entries_of(one, name)
            winners.append(decided_by(verdict, entries[version]))
            # One entry decided the turn; the next one, if there is any, is what followed of itself.
            assert not any(isinstance(entry, Acted) for entry in entries[version + 1 :])
    assert set(winners) <= {"player", "clock"}


async def test_two_referees_that_find_the_same_turn_due_act_once(embedded: Embedded) -> None:
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        name = await new_game(one, SESSIONS, clocks=Clocks(LIMIT_MS), target_score=1000)
        for _ in range(50):
            game = await game_of(one, name)
            version = game.turn_version
            await make_due(one, name)
            await asyncio.gather(*(time_out(referee, name) for referee in (one, two, one, two)))
            acted = [entry for entry in (await entries_of(two, name))[version:] if isinstance(entry, Acted)]
            assert [entry.mark for entry in acted] == [Mark.DISCONNECT]


@pytest.mark.parametrize("sanction", Sanction)
async def test_whoever_is_first_leaves_the_other_nothing(embedded: Embedded, sanction: Sanction) -> None:
    conduct = Conduct(on_timeout=sanction)
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        # The clock first: the move is too late, and is told the same however often it is sent.
        name = await new_game(one, SESSIONS, clocks=Clocks(LIMIT_MS), conduct=conduct)
        game = await game_of(one, name)
        session, decision = session_to_act(game), deciding(game)
        await make_due(one, name)
        await time_out(two, name)
        decided = (await entries_of(one, name))[decision.version]
        assert isinstance(decided, {0: Acted, 1: Lost, 2: Ended}[sanction])
        late = [await referee.deciding.decide(session, decision) for referee in (one, two, one)]
        assert len(set(late)) == 1
        seat, verdict = late[0]
        assert isinstance(verdict, Refused)
        assert (seat, verdict.reason) == (decision.seat, "TIME_OVER")
        # The move first: the clock has nothing to decide any more.
        name = await new_game(one, SESSIONS, clocks=Clocks(LIMIT_MS), conduct=conduct, seed=2)
        game = await game_of(one, name)
        await make_due(one, name)
        assert isinstance(await decide(one, game), Accepted)
        before = await entries_of(one, name)
        await time_out(two, name)
        assert await entries_of(one, name) == before


async def test_no_referee_can_decide_before_the_time(embedded: Embedded) -> None:
    async with replica(embedded.url) as one:
        name = await new_game(one, SESSIONS, clocks=Clocks(LIMIT_MS, 2_000, 500, 50))
        before = await entries_of(one, name)
        for left_ms in (7_400, 6_000, 3_000):
            await time_out(one, name)
            assert await entries_of(one, name) == before
            game = await game_of(one, name)
            waited = one.waited_ms(game)
            assert waited < 7_500 - left_ms + 5_000
        await serve_time(one.store, name, 7_500)
        await time_out(one, name)
        (acted,) = [entry for entry in await entries_of(one, name) if isinstance(entry, Acted)]
        assert (acted.mark, acted.spent_ms, acted.lag_ms) == (Mark.DISCONNECT, 7_500, 0)
        game = await game_of(one, name)
        assert (game.accounts.banks[acted.seat], game.accounts.lag_quotas[acted.seat]) == (0, 50)


async def test_a_resignation_and_a_move_race_and_the_game_ends_once(embedded: Embedded) -> None:
    async with replica(embedded.url) as one, replica(embedded.url) as two:
        for seed in range(40):
            name = await new_game(one, SESSIONS, seed=seed)
            game = await game_of(one, name)
            loser = (game.state.to_act + 1) % 4
            ends = await asyncio.gather(
                two.clockwork.resign(name, lambda _: loser),  # noqa: B023
                decide(one, game),
                one.clockwork.resign(name, lambda _: loser),  # noqa: B023
            )
            assert ends[0].ended == ends[2].ended
            entries = await entries_of(one, name)
            (ended,) = [entry for entry in entries if isinstance(entry, Ended)]
            assert entries[-1] == ended == ends[0].ended
            assert (ended.cause, ended.seat) == ("resign", loser)
