"""`euchre serve`: one referee, with an embedded store unless it is given one."""

import argparse
import asyncio
import gc
import json
import logging
import os
import secrets
import signal
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import uvloop

from euchre_referee.api.access import Access
from euchre_referee.api.house import HouseBots
from euchre_referee.api.server import Server
from euchre_referee.api.transport import Tls
from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.sources import gathered
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, CANNOT_LISTEN, DONE, STORE_AWAY, STORE_UNFIT
from euchre_referee.cli.guarding import Guard, guard
from euchre_referee.cli.house.keeper import HouseKeeper
from euchre_referee.cli.metering import Metering
from euchre_referee.cli.replica_waiting import wait_of
from euchre_referee.cli.serving_options import data_of, serving_parser
from euchre_referee.cli.store_options import access_to_store
from euchre_referee.cli.store_waiting import NOT_YET, before, fit_store
from euchre_referee.cli.table_options import settings_of
from euchre_referee.cli.tracing import tracing_of
from euchre_referee.cli.web import Web, http_address, http_addresses, listen_http
from euchre_referee.ops.logs import log_as_json
from euchre_referee.referee.referee import Referee
from euchre_referee.store.connect import Store, connect
from euchre_referee.store.credentials import Credentials
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.errors import StoreError, StoreUnfit
from euchre_referee.store.fitness import Fitness
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.server_options import Fsync

_LOOK_SECONDS: Final = 1.0
_GC_THRESHOLDS: Final = (100_000, 20, 50)

_LOGGER: Final = logging.getLogger(__name__)


class Unheard(Exception):
    """An address cannot be had."""


def main(argv: list[str]) -> int:
    """Serves until SIGTERM or SIGINT; exit codes in docs/configuration.md."""
    configuration = gathered(serving_parser("euchre serve", __doc__), argv, os.environ)
    problems = problems_of(configuration)
    if problems:
        for problem in problems:
            print(f"euchre serve: {problem}", file=sys.stderr)
        return BAD_ARGUMENTS
    options = configuration.options
    try:
        log_as_json(options.log_level)
        for warning in configuration.warnings:
            _LOGGER.warning("%s", warning)
        with ExitStack() as stack:
            guarded = guard(stack, options, options.data or _temporary(stack), http_addresses(options))
            access = access_to_store(options)
            guarded = guarded._replace(watched=(*guarded.watched, *access.watched))
            url = access.url or _embedded(stack, options)
            wait = wait_of(options, url)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(_serve(options, url, wait, access.credentials, guarded))
    except (OSError, ValueError, StoreError, Unheard) as error:
        print(f"euchre serve: {error}", file=sys.stderr)
        return _code_of(error)
    return DONE


def _code_of(error: Exception) -> int:
    """The exit code for what keeps a referee from beginning."""
    match error:
        case StoreUnfit():
            return STORE_UNFIT
        case StoreError():
            return STORE_AWAY
        case Unheard():
            return CANNOT_LISTEN
        case _:
            return BAD_ARGUMENTS


def _embedded(stack: ExitStack, options: argparse.Namespace) -> str:
    # Before gRPC's threads: the server is started by a process that has none of them.
    return stack.enter_context(Embedded(options.data, fsync=Fsync(options.fsync))).url


def _temporary(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-keys-")))


async def _serve(
    options: argparse.Namespace, url: str, wait: ReplicaWait, credentials: Credentials, guarded: Guard
) -> None:
    store = connect(url, sealing=guarded.sealing, wait=wait, credentials=credentials)
    try:
        await _serve_from(options, store, guarded)
    finally:
        await store.aclose()


async def _serve_from(options: argparse.Namespace, store: Store, guarded: Guard) -> None:
    replica = options.replica or f"r-{secrets.token_hex(4)}"
    metering = Metering(tracing=tracing_of(replica, asked=options.tracing))
    committer = metering.committer(store)
    fitness = Fitness(store, Fsync(options.fsync))
    referee = Referee(store, replica, settings_of(options), metering.metrics, committer, fitness)
    access = Access(guarded.tokens, guarded.limits, anonymous=guarded.anonymous, audit=guarded.audit)
    access.closed = NOT_YET
    house = HouseBots(options.house_bots, guarded.limits)
    keeper = HouseKeeper(house, store, guarded.tokens)
    server = Server(referee, access, house)
    web = Web(options, server.services, access, referee, guarded.tls)
    metering.referee(referee, access, data_of(options))
    metering.server(server, web, guarded.tls)
    metering.house(keeper)
    # What lives as long as the process need not be looked through again and again, nor every short-lived decision.
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    stopped = _stopped()
    addresses = await _listen(options, metering, server, web, keeper, guarded.tls)
    work = [asyncio.create_task(each) for each in (metering.keep_pausing(), _look_at_files(guarded))]
    drain_seconds = 0.0
    try:
        if await before(stopped, fit_store(store, fitness, options.store_wait)):
            referee.start()
            access.closed = None
            await server.open()
            keeper.start()
            drain_seconds = options.drain_seconds
            print(json.dumps(addresses), flush=True)
            _LOGGER.info("replica %s serves at %s", replica, addresses["address"])
            work.append(asyncio.create_task(metering.keep_asking(referee, access)))
            await stopped.wait()
    finally:
        await keeper.aclose()
        await asyncio.gather(server.drain(drain_seconds), web.drain(drain_seconds))
        await server.aclose()
        for task in work:
            task.cancel()
        await referee.aclose()
        await metering.aclose()


def _stopped() -> asyncio.Event:
    """Set by the signals that end a server."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    return stopped


async def _listen(
    options: argparse.Namespace, metering: Metering, server: Server, web: Web, keeper: HouseKeeper, tls: Tls | None
) -> dict[str, str | None]:
    """Takes the addresses, and answers there that nothing can be served yet. Raises Unheard."""
    try:
        exported = metering.export(options.metrics)
        listening = listen_http(options)
        port = await _start(options.listen, server, keeper, tls)
    except (OSError, RuntimeError) as error:
        await keeper.aclose()
        raise Unheard(str(error)) from error
    web.start(listening)
    return {
        "address": f"{options.listen.rpartition(':')[0]}:{port}", "metrics": exported,
        "http": http_address(options, listening),
    }  # fmt: skip


async def _start(address: str, server: Server, keeper: HouseKeeper, tls: Tls | None) -> int:
    """The port at which players are served. Raises RuntimeError."""
    credentials = tls.credentials() if tls is not None else None
    try:
        return await server.start(address, credentials, beside=keeper.address, closed=True)
    except RuntimeError as error:
        # gRPC has written why, and says here only how to have it write more.
        why = "it is taken, or not this machine's"
        raise RuntimeError(f"players cannot be served at {address}: {why}; name another with --listen") from error


async def _look_at_files(guarded: Guard) -> None:
    """Keys and certificates are read again when they change, and all of them at SIGHUP."""
    asked = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, asked.set)
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(asked.wait(), _LOOK_SECONDS)
        for watched in guarded.watched:
            watched.look(always=asked.is_set())
        asked.clear()
