"""What a decision asks of the store does not depend on how many other games there are: counted, not timed."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, NamedTuple

import pytest
from redis import Redis

from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import Accepted
from euchre_referee.store import Catalogue, Embedded, Resync, Sweeper
from euchre_referee.store.append import Stage
from tests.load.crowd import Crowd, Pattern, gather_crowd
from tests.referee.replicas import decide, game_of, new_game, replica

OTHERS: Final = 600
GAMES: Final = 3
DECISIONS: Final = 15
"""In each game."""
_OF_THE_TEST: Final = ("info", "config", "hello", "client", "ping", "auth", "select", "command")


class Asked(NamedTuple):
    """What the store did meanwhile: how often each command was carried out, those of scripts included, and bytes."""

    commands: dict[str, int]
    received: int
    sent: int


@pytest.fixture(params=[20_000, 0], ids=["kept in memory", "every fold read"])
async def referee(request: pytest.FixtureRequest, embedded: Embedded) -> AsyncIterator[Referee]:
    """A referee that does nothing by itself, on an empty store."""
    with Redis(unix_socket_path=str(embedded.socket), protocol=2) as client:
        client.flushall()
    async with replica(embedded.url, settings=Settings(cached_games=request.param)) as running:
        yield running


async def asked(embedded: Embedded, work: Callable[[], Awaitable[object]]) -> Asked:
    """What a piece of work asks of the store."""
    with Redis(unix_socket_path=str(embedded.socket), protocol=2) as client:
        client.config_resetstat()
        await work()
        everything: Any = client.info("everything")
    commands = {
        name.removeprefix("cmdstat_"): int(counted["calls"])
        for name, counted in everything.items()
        if name.startswith("cmdstat_") and not name.removeprefix("cmdstat_").startswith(_OF_THE_TEST)
    }
    return Asked(commands, int(everything["total_net_input_bytes"]), int(everything["total_net_output_bytes"]))


async def play(referee: Referee) -> None:
    """The same games every time, but for their names."""
    for seed in range(GAMES):
        name = await new_game(referee, ["a", "b", "a", "b"], seed=seed)
        for _ in range(DECISIONS):
            assert isinstance(await decide(referee, await game_of(referee, name)), Accepted)


async def gather(referee: Referee, url: str) -> None:
    """Many games more: half of them wait for players, half for players who think; and many of the same session."""
    name = await new_game(referee, ["a", "b", "a", "b"])
    for _ in range(DECISIONS):
        await decide(referee, await game_of(referee, name))
    log, head = await referee.log.whole(name), await referee.log.head(name)
    running = Pattern(Stage.RUNNING, log, head.deal_version)
    third = OTHERS // 3
    for crowd in (
        Crowd("away", running, third, ("c", "d", "c", "d")),
        Crowd("of the same", running, third, ("c", "a", "b", "a")),
        Crowd("free", Pattern(Stage.WAITING, log[:1], 0), third, ("e",)),
    ):
        await gather_crowd(url, crowd)


async def test_a_decision_asks_as_much_of_the_store_however_many_other_games_there_are(
    referee: Referee, embedded: Embedded
) -> None:
    # Scripts are loaded, and this store's connections made.
    await play(referee)
    few = await asked(embedded, lambda: play(referee))
    await gather(referee, embedded.url)
    counts = await referee.catalogue.counts()
    assert counts.running + counts.waiting >= OTHERS
    many = await asked(embedded, lambda: play(referee))
    assert many.commands == few.commands
    # Times are written in as many bytes as they need; a byte for each of the others would be ten times as much.
    margin = OTHERS * GAMES * DECISIONS / 10
    assert abs(many.received - few.received) < margin
    assert abs(many.sent - few.sent) < margin


async def test_background_work_asks_as_much_of_the_store_however_many_other_games_there_are(
    referee: Referee, embedded: Embedded
) -> None:
    sweeper, resync, catalogue = Sweeper(referee.store), Resync(referee.store), Catalogue(referee.store)

    async def second() -> None:
        """What a replica does in every second or two by itself."""
        assert not await sweeper.sweep()
        await resync.changes()
        await catalogue.counts()

    await play(referee)
    await second()
    few = await asked(embedded, second)
    await gather(referee, embedded.url)
    await second()
    many = await asked(embedded, second)
    assert many.commands == few.commands
    # Sequence numbers get longer; a byte for each of the others would be more than that.
    assert abs(many.received - few.received) < OTHERS
    assert abs(many.sent - few.sent) < OTHERS
