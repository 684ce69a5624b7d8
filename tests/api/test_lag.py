"""The referee's own delay is measured until a turn is handed over, told in the next one, and credited."""

from collections.abc import AsyncIterator, Iterator
from time import monotonic
from typing import Final

import pytest

from euchre.v1.game_pb2 import Turn
from euchre.v1.player_service_pb2 import PlayResponse
from euchre_referee.api.play import PlaySession
from euchre_referee.referee.entries import Acted, Clocks
from euchre_referee.referee.observer import Observer
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.triage import Decision
from euchre_referee.referee.verdicts import Accepted
from euchre_referee.rules.actions import parse_action
from euchre_referee.store import Embedded
from euchre_referee.store.sweeper import Sweeper
from tests.referee.replicas import deciding, entries_of, game_of, new_game, replica
from tests.store.until import until

DELAY: Final = 0.25
"""Seconds that somebody lets pass."""
DELAY_MS: Final = 250
CLOCKS: Final = Clocks(0, 3_600_000, 5_000, 0)
"""All time is the bank's, and what is credited shows in the quota."""


class Credits(Observer):
    """Keeps what is credited."""

    def __init__(self) -> None:
        self.credits: list[int] = []

    def credited(self, lag_ms: int) -> None:
        self.credits.append(lag_ms)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A store of this module's own."""
    with Embedded(tmp_path_factory.mktemp("store")) as running:
        yield running


@pytest.fixture
def credits_() -> Credits:
    """What is credited in a test."""
    return Credits()


@pytest.fixture
async def referee(embedded: Embedded, credits_: Credits) -> AsyncIterator[Referee]:
    """A referee that does nothing by itself."""
    async with replica(embedded.url, credits_) as running:
        yield running


class Player:
    """A session that holds every seat, and its end of the stream."""

    def __init__(self, referee: Referee, session: str) -> None:
        self.referee: Final = referee
        self.session: Final = session
        self.play: Final = PlaySession(session, referee, "en", 1_024)

    async def turns(self) -> list[Turn]:
        """The turns of the next frame that has some; it is not acknowledged."""
        while True:
            frame = PlayResponse.FromString(await self.play.frame())
            if frame.turns:
                return list(frame.turns)

    async def answer(self, turn: Turn) -> Accepted:
        """Decides as a client does."""
        words = turn.legal[0].text
        decision = Decision(turn.game, turn.version, turn.head, turn.seat, parse_action(words), words)
        _, outcome = await self.referee.deciding.decide(self.session, decision)
        assert isinstance(outcome, Accepted)
        return outcome


async def let_pass(seconds: float = DELAY) -> None:
    """Comes back when so much time has passed; what is asserted holds however much more it was."""
    since = monotonic()
    await until(lambda: monotonic() - since >= seconds)


async def seated(referee: Referee, session: str, **clocks: Clocks) -> tuple[Player, str]:
    """A session with a stream, and a game of its own."""
    player = Player(referee, session)
    await referee.attach(session, player.play)
    return player, await new_game(referee, [session] * 4, "buck", clocks=clocks.get("clocks", CLOCKS))


async def last_action(referee: Referee, name: str) -> Acted:
    return [entry for entry in await entries_of(referee, name) if isinstance(entry, Acted)][-1]


async def test_a_turn_that_the_referee_keeps_back_is_credited(referee: Referee, credits_: Credits) -> None:
    player, name = await seated(referee, "kept-back")
    await let_pass()
    since = monotonic()
    (turn,) = await player.turns()
    # All the time is told as the player's, but what passed between two looks at the clock while the turn was written.
    assert CLOCKS.bank_ms - 1000 * (monotonic() - since) - 1 <= turn.time_left_ms <= CLOCKS.bank_ms
    await player.answer(turn)
    acted = await last_action(referee, name)
    assert DELAY_MS <= acted.lag_ms <= acted.spent_ms
    game = await game_of(referee, name)
    assert game.accounts.lag_quotas[acted.seat] == CLOCKS.lag_quota_ms - acted.lag_ms
    assert game.accounts.banks[acted.seat] == CLOCKS.bank_ms - (acted.spent_ms - acted.lag_ms)
    assert credits_.credits == [acted.lag_ms]


async def test_the_seats_next_turn_tells_both_delays(referee: Referee) -> None:
    player, name = await seated(referee, "told")
    await let_pass()
    (turn,) = await player.turns()
    player.play.acknowledge(1)
    await let_pass()
    seat = turn.seat
    await player.answer(turn)
    first = await last_action(referee, name)
    for number in range(2, 50):
        (turn,) = await player.turns()
        player.play.acknowledge(number)
        if turn.seat == seat:
            break
        await player.answer(turn)
    assert turn.seat == seat
    assert turn.lag_ms == first.lag_ms >= DELAY_MS
    assert turn.latency_ms == first.spent_ms - first.lag_ms >= DELAY_MS
    assert turn.bank_left_ms == CLOCKS.bank_ms - turn.latency_ms


async def test_waiting_behind_ones_own_frame_is_not_credited(referee: Referee, credits_: Credits) -> None:
    player, name = await seated(referee, "own-frame")
    (turn,) = await player.turns()
    await player.answer(turn)
    # The next turn is there; the client has not acknowledged the frame before it.
    await let_pass()
    player.play.acknowledge(1)
    (second,) = await player.turns()
    assert second.time_left_ms <= CLOCKS.bank_ms - DELAY_MS
    credits_.credits.clear()
    await player.answer(second)
    acted = await last_action(referee, name)
    assert acted.spent_ms >= DELAY_MS
    assert acted.lag_ms <= acted.spent_ms - DELAY_MS
    assert sum(credits_.credits) == acted.lag_ms


async def test_time_without_a_stream_is_not_credited(referee: Referee) -> None:
    name = await new_game(referee, ["absent"] * 4, "buck", clocks=CLOCKS)
    await let_pass()
    player = Player(referee, "absent")
    await referee.attach("absent", player.play)
    (turn,) = await player.turns()
    assert turn.time_left_ms <= CLOCKS.bank_ms - DELAY_MS
    await player.answer(turn)
    acted = await last_action(referee, name)
    assert acted.lag_ms <= acted.spent_ms - DELAY_MS


async def test_who_plays_by_calls_is_credited_nothing(referee: Referee) -> None:
    name = await new_game(referee, ["caller"] * 4, "buck", clocks=CLOCKS)
    await let_pass()
    _, outcome = await referee.deciding.decide("caller", deciding(await game_of(referee, name)))
    assert isinstance(outcome, Accepted)
    acted = await last_action(referee, name)
    assert (acted.lag_ms, acted.spent_ms >= DELAY_MS) == (0, True)


async def test_a_second_stream_does_not_make_the_delay_that_was_measured_smaller(referee: Referee) -> None:
    player, name = await seated(referee, "twice")
    await let_pass()
    await player.turns()
    again = Player(referee, "twice")
    await referee.attach("twice", again.play)
    (turn,) = await again.turns()
    await again.answer(turn)
    assert (await last_action(referee, name)).lag_ms >= DELAY_MS


async def test_no_more_is_credited_than_the_quota(referee: Referee, credits_: Credits) -> None:
    clocks = Clocks(0, 3_600_000, 100, 0)
    player, name = await seated(referee, "quota", clocks=clocks)
    await let_pass()
    (turn,) = await player.turns()
    assert clocks.bank_ms - turn.time_left_ms >= DELAY_MS - 100
    await player.answer(turn)
    acted = await last_action(referee, name)
    game = await game_of(referee, name)
    assert game.accounts.lag_quotas[acted.seat] == 0
    assert game.accounts.banks[acted.seat] == clocks.bank_ms - (acted.spent_ms - 100)
    assert credits_.credits == [100]


async def test_what_another_replica_takes_to_tell_is_the_referees_delay(embedded: Embedded, referee: Referee) -> None:
    """The turn is given by one replica and told by another, which hears of it late."""
    async with replica(embedded.url) as other:
        player = Player(other, "elsewhere")
        await other.attach("elsewhere", player.play)
        name = await new_game(referee, ["here", "elsewhere", "here", "elsewhere"], clocks=CLOCKS)
        game = await game_of(referee, name)
        while game.state.to_act % 2 == 1:
            name = await new_game(referee, ["here", "elsewhere", "here", "elsewhere"], clocks=CLOCKS, seed=7)
            game = await game_of(referee, name)
        _, outcome = await referee.deciding.decide("here", deciding(game))
        assert isinstance(outcome, Accepted)
        await let_pass()
        # As it does every second: without it a replica knows nothing of the time.
        await Sweeper(other.store).sweep()
        await other.clockwork.refresh(name, "elsewhere")
        (turn,) = await player.turns()
        assert turn.time_left_ms > CLOCKS.bank_ms - DELAY_MS
        await player.answer(turn)
        acted = await last_action(other, name)
        assert DELAY_MS <= acted.lag_ms <= acted.spent_ms
