"""Referees are replaced by those of another version, one after the other, while everybody plays on."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store.embedded import Embedded
from tests.chaos.holding import count
from tests.chaos.replica import Replica
from tests.chaos.storm import client
from tests.chaos.tally import Tally
from tests.chaos.tokens import token_of
from tests.operations.endless import Endless
from tests.operations.rolling import CLOCKS, OLD_PROGRAM, SESSIONS, RollingTables, play_over_http
from tests.operations.versions import Version, unpacked
from tests.store.ports import free_ports

EARLIER: Final = "6c606b6"
"""The last version that was landed before this one's operations."""
GAMES: Final = 8
TOURNAMENT_GAMES: Final = 4
DECISIONS: Final = 40
"""Of every session, between one replacement and the next."""


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """The version that is upgraded from."""
    return unpacked(EARLIER, tmp_path_factory.mktemp("earlier") / "code")


@pytest.mark.timeout(1800)
async def test_no_decision_is_lost_and_no_time_taken_while_versions_replace_each_other(
    earlier: Version, tmp_path: Path
) -> None:
    with Embedded(tmp_path / "store") as store:
        tokens = Tokens(make_keyring(tmp_path / "keys"))
        https = [f"127.0.0.1:{port}" for port in free_ports(2)]
        replicas = [
            Replica(store.url, tmp_path / "keys", "--http", http, "--drain-seconds", "1", "--house-bots", "greedy")
            for http in https
        ]
        for replica in replicas:
            replica.environment = earlier.environment
            await replica.start()
        addresses = [replica.address for replica in replicas]
        try:
            async with client(addresses, tokens, Caller.operating("operator")) as operator:
                tables = RollingTables(operator)
                endless = Endless(operator, tables, CLOCKS)
                await endless.begin()
                async with _playing(tables, endless, Crew(tokens, addresses, https, earlier)) as enough:
                    first, second = replicas

                    async def all_goes_on() -> None:
                        await tables.everybody_goes_on(DECISIONS)
                        await endless.goes_on(TOURNAMENT_GAMES)

                    await all_goes_on()
                    # Back again at last, should the new version be no good: the earlier one reads what it wrote.
                    for replica, version in ((first, None), (second, None), (first, earlier)):
                        await _replace(replica, version)
                        await all_goes_on()
                    faults = await endless.faults()
                    enough.set()
                tally = Tally()
                await count(tables, operator, tally)
        finally:
            for replica in replicas:
                await replica.stop()
    assert tally.clean, f"{tally}\n{tally.faults_found()}"
    assert not tally.referees_own, f"the clock decided: {tally}"
    assert not faults
    assert tally.presets > 1
    assert tally.with_animals > 1


class Crew(NamedTuple):
    """Who plays, and where."""

    tokens: Tokens
    addresses: Sequence[str]
    https: Sequence[str]
    earlier: Version


async def _replace(replica: Replica, version: Version | None) -> None:
    """Drains a referee and starts another version at its address (None: this one)."""
    await replica.stop()
    assert replica.exit_code == 0
    replica.environment = version.environment if version is not None else None
    await replica.start()


@asynccontextmanager
async def _playing(tables: RollingTables, endless: Endless, crew: Crew) -> AsyncIterator[asyncio.Event]:
    """All sessions play until what is given is set and every game has ended."""
    tokens, addresses = crew.tokens, crew.addresses
    ways = {"only-first": addresses[:1], "only-second": addresses[1:], "either": addresses}
    enough = asyncio.Event()
    async with AsyncExitStack() as stack:
        program = await stack.enter_async_context(_old_program(crew))
        playing: list[asyncio.Task[Any]] = [
            asyncio.create_task(endless.play()),
            asyncio.create_task(play_over_http(tables, "over-http", token_of(tokens, Caller("over-http")), crew.https)),
        ]
        for session in SESSIONS:
            if session != "over-http":
                way = ways.get(session, addresses[::-1])
                player = await stack.enter_async_context(client(way, tokens, Caller(session)))
                play = player.play(tables.choose, on_verdict=tables.tell(session), on_end=tables.ended)
                playing.append(asyncio.create_task(play))
        keeping = asyncio.create_task(tables.keep_going(GAMES, enough))
        try:
            yield enough
            await keeping
        finally:
            # Whoever gave up has kept the others from going on: that is what is wrong then.
            gave_up = [error for task in playing if task.done() and (error := task.exception()) is not None]
            for task in (keeping, *playing):
                task.cancel()
            await asyncio.gather(keeping, *playing, return_exceptions=True)
            assert not gave_up
            assert program.returncode is None, "the earlier version's program has given up"


@asynccontextmanager
async def _old_program(crew: Crew) -> AsyncIterator[asyncio.subprocess.Process]:
    """`euchre bot` of the earlier version, with that version's client."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "euchre_referee.cli.main", "bot", "greedy"),
        *("--server", f"ipv4:{','.join(crew.addresses)}"),
        env={**crew.earlier.environment, "EUCHRE_TOKEN": token_of(crew.tokens, Caller(OLD_PROGRAM))},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
