"""Four referees behind Envoy, and reached directly, over a cluster of three nodes; one is killed and one is drained
while a tournament and single games are played, and everything is accounted for."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from tests.chaos.holding import count
from tests.chaos.replica import Replica
from tests.chaos.storm import client
from tests.chaos.tally import Tally
from tests.chaos.tokens import token_of
from tests.operations.balancer import Balancer, all_are_asked, balancing, until_healthy
from tests.operations.endless import Endless
from tests.operations.rolling import CLOCKS, play_over_http
from tests.operations.spread import BY_LOT, BY_LOT_TOO, OVER_HTTP, SESSIONS, SpreadTables
from tests.store.clusters import cluster_of, cluster_url
from tests.store.ports import free_ports
from tests.store.servers import Server

REFEREES: Final = 4
GAMES: Final = 10
"""Single games at once."""
DECISIONS: Final = 25
TOURNAMENT_GAMES: Final = 4
"""Of each between one loss and the next."""
WITHIN: Final = 90.0


class Site(NamedTuple):
    """All that runs."""

    nodes: Sequence[Server]
    referees: Sequence[Replica]
    balancer: Balancer
    tokens: Tokens

    @property
    def addresses(self) -> list[str]:
        """The referees'."""
        return [referee.address for referee in self.referees]


@asynccontextmanager
async def site(folder: Path) -> AsyncIterator[Site]:
    """A cluster, referees on it, and Envoy before them."""
    tokens = Tokens(make_keyring(folder / "keys"))
    async with AsyncExitStack() as stack:
        (folder / "cluster").mkdir()
        nodes = await stack.enter_async_context(cluster_of(folder / "cluster"))
        https = [f"127.0.0.1:{port}" for port in free_ports(REFEREES)]
        referees = [
            Replica(cluster_url(nodes), folder / "keys", "--http", http, "--drain-seconds", "1") for http in https
        ]
        await asyncio.gather(*(stack.enter_async_context(referee) for referee in referees))
        addresses = [referee.address for referee in referees]
        balancer = await stack.enter_async_context(balancing(addresses, https, folder / "envoy"))
        yield Site(nodes, referees, balancer, tokens)


@asynccontextmanager
async def playing(at: Site, tables: SpreadTables, endless: Endless) -> AsyncIterator[asyncio.Event]:
    """Everybody plays until what is given is set and every single game has ended."""
    enough = asyncio.Event()
    async with AsyncExitStack() as stack:
        token = token_of(at.tokens, Caller(OVER_HTTP))
        plays: list[asyncio.Task[Any]] = [
            asyncio.create_task(endless.play()),
            asyncio.create_task(play_over_http(tables, OVER_HTTP, token, [at.balancer.address])),
        ]
        for session in SESSIONS:
            if session != OVER_HTTP:
                way = at.addresses if session in (BY_LOT, BY_LOT_TOO) else [at.balancer.address]
                player = await stack.enter_async_context(client(way, at.tokens, Caller(session)))
                play = player.play(tables.choose, on_verdict=tables.tell(session), on_end=tables.ended, patience=WITHIN)
                plays.append(asyncio.create_task(play))
        keeping = asyncio.create_task(tables.keep_going(GAMES, enough))
        try:
            yield enough
            await keeping
        finally:
            # Whoever gave up has kept the others from going on: that is what is wrong then.
            gave_up = [error for play in plays if play.done() and (error := play.exception()) is not None]
            for task in (keeping, *plays):
                task.cancel()
            await asyncio.gather(keeping, *plays, return_exceptions=True)
            assert not gave_up


@pytest.mark.timeout(300)
async def test_nothing_is_lost_beyond_one_machine(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        at = await stack.enter_async_context(site(tmp_path))
        operator = await stack.enter_async_context(client(at.addresses, at.tokens, Caller.operating("operator")))
        tables = SpreadTables(operator)
        endless = Endless(operator, tables, CLOCKS)
        await endless.begin()
        killed, drained, *_ = at.referees

        async def all_go_on() -> None:
            await tables.all_go_on(DECISIONS)
            await endless.goes_on(TOURNAMENT_GAMES)

        async with playing(at, tables, endless) as enough:
            await all_go_on()
            await all_are_asked(at.balancer)
            await killed.kill()
            await all_go_on()
            await drained.stop()
            assert drained.exit_code == 0
            await all_go_on()
            await until_healthy(at.balancer, REFEREES - 2)
            faults = await endless.faults()
            enough.set()
        tally = Tally()
        await count(tables, operator, tally)
        assert all(node.ask("DBSIZE") for node in at.nodes), "a node of the cluster holds nothing"
    assert tally.clean, f"{tally}\n{tally.faults_found()}"
    assert not tally.referees_own, f"the clock decided: {tally}"
    assert not faults
    assert tally.acknowledged > 3 * DECISIONS
