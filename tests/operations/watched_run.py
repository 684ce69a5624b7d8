"""A run for Prometheus to look at: all that dashboards show goes on, at two referees on one store."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from time import time
from typing import Final

import grpc

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as tournaments
from euchre_client import AsyncClient, ruleset
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.ops.keyring import make_keyring
from tests.api.callers import Caller, decision, new_game
from tests.api.http.callers import Site
from tests.operations.scraping import Prometheus, scraping
from tests.tournament.hosting.organizing import Organizer, config, crew

_WITHIN: Final = 60.0
_EUCHRE: Final = (sys.executable, "-m", "euchre_referee.cli.main")
_STRIKER: Final = "striker"
_PRESETS: Final = ("euchre", "buck", "dirty-clubs")


@asynccontextmanager
async def watched_run(folder: Path) -> AsyncIterator[Prometheus]:
    """Prometheus, asking every second, while games and a tournament are played; `folder` has a short name."""
    tokens = Tokens(make_keyring(folder / "keys"))
    until = int(time()) + 3600
    operator, striker = (tokens.issue(bearer, until) for bearer in (Bearer.operating("operator"), Bearer(_STRIKER)))
    store = f"unix://{folder / 'data' / 'store.sock'}"
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(_serving(folder, ("--data", str(folder / "data"))))
        second = await stack.enter_async_context(_serving(folder, ("--store", store)))
        metrics = [first["metrics"], second["metrics"]]
        prometheus = await stack.enter_async_context(scraping(metrics, None, folder / "prometheus"))
        going_on = [
            *(_again(_guest, each["address"], preset) for each in (first, second) for preset in _PRESETS),
            _again(_absent, first["address"], operator),
            _again(_striker, second["address"], operator, striker),
            _again(_visitor, first["http"]),
            _again(_competition, second["address"], operator),
        ]
        tasks = [asyncio.create_task(each) for each in going_on]
        try:
            yield prometheus
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [each for each in ended if each is not None and not isinstance(each, asyncio.CancelledError)]
    if broken:
        raise broken[0]


@asynccontextmanager
async def _serving(folder: Path, options: Sequence[str]) -> AsyncIterator[dict[str, str]]:
    """A referee, and where it is reached."""
    process = await asyncio.create_subprocess_exec(
        *_EUCHRE, "serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--http", "127.0.0.1:0",
        "--keys", str(folder / "keys"), "--log-level", "error", "--drain-seconds", "0.2", *options,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield json.loads(await asyncio.wait_for(process.stdout.readline(), _WITHIN))
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def _again(play: Callable[..., Awaitable[None]], *arguments: str) -> None:
    """One after the other, until it is cancelled."""
    while True:
        await play(*arguments)
        await asyncio.sleep(0.1)


async def _guest(address: str, preset: str) -> None:
    """A game with bots of the house, of which one is watched."""
    async with AsyncClient(address) as guest:
        seats = [referee.SeatReservation(), *[referee.SeatReservation(bot="greedy")] * 3]
        made = await guest.create_game(ruleset(preset, {"max_deals": 3}), seats=seats)
        await guest.join_game(made.game, "Ann")
        await guest.play(lambda turn: turn.legal[0], games=1, patience=_WITHIN)


async def _absent(address: str, operators: str) -> None:
    """A game whose players have gone: the clock decides."""
    async with Caller(address, operators) as operator:
        game = await operator.create(["nobody"] * 4, "buck", limit_ms=1, max_deals=1)
        await asyncio.sleep(4.0)
        with suppress(grpc.aio.AioRpcError):
            await operator.call(operator.referee.AbortGame, referee.AbortGameRequest(game=game))


async def _striker(address: str, operators: str, token: str) -> None:
    """Somebody who tries what is not allowed, then gives up."""
    async with Caller(address, operators) as operator, Caller(address, token) as striker:
        request = new_game([_STRIKER] * 4, strikes=3)
        game = (await operator.call(operator.referee.CreateGame, request)).game
        turns = (await striker.call(striker.player.ListTurns, player.ListTurnsRequest())).turns
        for text in ("dance", "play Zz"):
            await striker.refused(striker.referee.Act, referee.ActRequest(decision=decision(turns[0], text)))
        await striker.refused(striker.referee.AbortGame, referee.AbortGameRequest(game=game))
        await operator.call(operator.referee.AbortGame, referee.AbortGameRequest(game=game))


async def _visitor(address: str) -> None:
    """Somebody who looks at games over HTTP, also at one that is not there."""
    async with Site(address) as visitor:
        game = await visitor.create()
        for path in (f"/v1/games/{game}/view", "/v1/games/nobodys/view", "/v1/games", "/v1/tournaments"):
            await visitor.get(path)
        async with visitor.events(f"/v1/games/{game}:watch") as events:
            await anext(events)
        await asyncio.sleep(0.5)


async def _competition(address: str, operators: str) -> None:
    """A tournament."""
    async with Organizer(address, operators) as organizer:
        tournament = await organizer.make(config(boards=20), ["A=random", "B=greedy", "C=careful"])
        await organizer.start(tournament)
        async with crew(organizer, address, tournament):
            await organizer.until(tournament, tournaments.TOURNAMENT_STATE_FINISHED)
