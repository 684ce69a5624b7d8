"""A run in which everything happens that metrics, traces and logs tell of: over gRPC and HTTP, bots of the house, a
tournament, time that runs out, refusals; at two referees on the store that the first one brings."""

import asyncio
import json
import os
import signal
import sys
import urllib.request
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any, Final, NamedTuple

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_client import AsyncClient, ruleset
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.ops.keyring import make_keyring
from tests.api.callers import Caller, decision
from tests.api.http.callers import Site, answered
from tests.certificates import Authority
from tests.store.until import until

SESSION: Final = "session-that-nobody-is-told"
NAME: Final = "name-that-nobody-is-told"

_WITHIN: Final = 100.0
_EUCHRE: Final = (sys.executable, "-m", "euchre_referee.cli.main")
_PLAIN: Final = "text/plain"
_OPENMETRICS: Final = "application/openmetrics-text; version=1.0.0"


class Run(NamedTuple):
    """What was told of it."""

    pages: Sequence[str]
    """Both referees' metrics in Prometheus's text format."""
    openmetrics: str
    """The first one's, as whoever asks for OpenMetrics gets them."""
    log: Sequence[dict[str, Any]]
    """What the first one wrote, to its end."""
    games: frozenset[str]
    """Some of the games."""
    secrets: frozenset[str]
    """What none of it may say."""


async def measured_run(folder: Path, collector: str) -> Run:
    """Plays it; `folder` has a short name, traces are sent to `collector`."""
    tokens = Tokens(make_keyring(folder / "keys"))
    operator, bot = (
        tokens.issue(bearer, int(time()) + 3600) for bearer in (Bearer.operating("operator"), Bearer(SESSION))
    )
    data, files, log = folder / "data", Authority(folder).issue("referee"), folder / "log"
    tracing = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    own_store = ("--data", str(data), "--tracing", "--log-level", "debug", "--audit-log", str(folder / "audit"))
    same_store = (
        "--store", f"unix://{data.resolve() / 'store.sock'}",
        "--tls-cert", str(files.cert), "--tls-key", str(files.key), "--log-level", "error",
    )  # fmt: skip
    async with (
        _serving(folder, log, own_store, tracing) as first,
        _serving(folder, folder / "second.log", same_store) as second,
    ):
        games, _ = await asyncio.gather(
            _play(first["address"], first["http"], operator, bot), _compete(first["address"], operator, folder)
        )
        pages = [await _page(each["metrics"], _PLAIN) for each in (first, second)]
        openmetrics = await _page(first["metrics"], _OPENMETRICS)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return Run(pages, openmetrics, lines, games, frozenset({operator, bot, SESSION, NAME}))


@asynccontextmanager
async def _serving(
    folder: Path, log: Path, options: Sequence[str], variables: Mapping[str, str] | None = None
) -> AsyncIterator[dict[str, str]]:
    """A referee, and where it is reached."""
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *_EUCHRE, "serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--http", "127.0.0.1:0",
            "--keys", str(folder / "keys"), *options,
            stdout=asyncio.subprocess.PIPE, stderr=errors, env=os.environ | (variables or {}),
        )  # fmt: skip
    try:
        assert process.stdout is not None
        yield json.loads(await asyncio.wait_for(process.stdout.readline(), _WITHIN))
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), _WITHIN)


async def _play(address: str, http: str, operators: str, bots: str) -> frozenset[str]:
    """Games of all kinds; returns them."""
    async with (
        Caller(address, operators) as operator,
        Caller(address, bots) as bot,
        AsyncClient(address, operators) as host,
        AsyncClient(address, bots) as playing,
        Site(http) as guest,
    ):
        seats = [referee.SeatReservation(bot=name) for name in ("greedy", "careful", "random")]
        seats.insert(1, referee.SeatReservation(name=NAME, session=SESSION))
        beside = (await host.create_game(ruleset("euchre", {"max_deals": 2}), seats=seats)).game
        await playing.play(lambda turn: turn.legal[0], games=1)
        late = await operator.create(["nobody"] * 4, "buck", limit_ms=1)
        struck = await operator.create([SESSION] * 4, strikes=1)
        turn = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns[0]
        await bot.refused(bot.referee.Act, referee.ActRequest(decision=decision(turn, "dance")))
        await bot.refused(bot.referee.AbortGame, referee.AbortGameRequest(game=struck))
        begun = (await operator.view(late)).version
        await until(lambda: _is_beyond(operator, late, begun))
        await operator.call(operator.referee.AbortGame, referee.AbortGameRequest(game=late))
        waiting = await guest.create()
        answered(await guest.get(f"/v1/games/{waiting}/view"))
        await guest.get("/v1/games/nobodys/view")
        return frozenset({beside, late, struck, waiting})


async def _is_beyond(operator: Caller, game: str, version: int) -> bool:
    """Somebody has decided: where no player is, that is the clock."""
    return (await operator.view(game)).version > version


async def _compete(address: str, operators: str, folder: Path) -> None:
    """A small tournament."""
    process = await asyncio.create_subprocess_exec(
        *_EUCHRE, "tournament", "run", "--server", address, "--rules", "euchre", "--bots", "random,greedy",
        "--boards", "1", "--out", str(folder / "out"),
        stdout=asyncio.subprocess.DEVNULL, env=os.environ | {"EUCHRE_TOKEN": operators},
    )  # fmt: skip
    assert await asyncio.wait_for(process.wait(), _WITHIN) == 0


async def _page(address: str, accepted: str) -> str:
    def fetch() -> str:
        request = urllib.request.Request(f"http://{address}/metrics", headers={"accept": accepted})
        with urllib.request.urlopen(request, timeout=30) as answer:
            page: str = answer.read().decode()
            return page

    return await asyncio.to_thread(fetch)
