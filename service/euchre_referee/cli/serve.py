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
from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.sources import gathered
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS
from euchre_referee.cli.guarding import Guard, guard
from euchre_referee.cli.house.keeper import HouseKeeper
from euchre_referee.cli.metering import Metering
from euchre_referee.cli.replica_waiting import wait_of
from euchre_referee.cli.serving_options import serving_parser, store_url
from euchre_referee.cli.table_options import settings_of
from euchre_referee.cli.web import Web, http_address, http_addresses, listen_http
from euchre_referee.ops.logs import log_as_json
from euchre_referee.referee.referee import Referee
from euchre_referee.store.check import check
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import Store, connect
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.errors import StoreError
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.sealed_store import check_seals
from euchre_referee.store.server_options import Fsync

_LOOK_SECONDS: Final = 1.0
_GC_THRESHOLDS: Final = (100_000, 20, 50)

_LOGGER: Final = logging.getLogger(__name__)


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
            url = store_url(options) or _embedded(stack, options)
            wait = wait_of(options, url)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(_serve(options, url, wait, guarded))
    except (OSError, ValueError, RuntimeError, StoreError) as error:
        print(f"euchre serve: {error}", file=sys.stderr)
        return 2
    return 0


def _embedded(stack: ExitStack, options: argparse.Namespace) -> str:
    # Before gRPC's threads: the server is started by a process that has none of them.
    return stack.enter_context(Embedded(options.data, fsync=Fsync(options.fsync))).url


def _temporary(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-keys-")))


async def _serve(options: argparse.Namespace, url: str, wait: ReplicaWait, guarded: Guard) -> None:
    store = connect(url, sealing=guarded.sealing, wait=wait)
    try:
        report = await check(store, Fsync(options.fsync))
        for warning in report.warnings:
            _LOGGER.warning("%s", warning)
        await check_seals(store)
        await _serve_from(options, store, guarded)
    finally:
        await store.aclose()


async def _serve_from(options: argparse.Namespace, store: Store, guarded: Guard) -> None:
    metering = Metering()
    committer = Committer(store, observe=metering.metrics.grouped)
    replica = options.replica or f"r-{secrets.token_hex(4)}"
    referee = Referee(store, replica, settings_of(options), metering.metrics, committer)
    access = Access(guarded.tokens, guarded.limits, anonymous=guarded.anonymous, audit=guarded.audit)
    # Before anything runs that would have to be stopped: the address may be taken.
    exported = metering.export(options.metrics)
    listening = listen_http(options)
    metering.referee(referee, access)
    referee.start()
    house = HouseBots(options.house_bots, guarded.limits)
    keeper = HouseKeeper(house, store, guarded.tokens)
    server = Server(referee, access, house)
    # What lives as long as the process need not be looked through again and again, nor every short-lived decision.
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    tls = guarded.tls
    port = await server.start(options.listen, tls.credentials() if tls is not None else None, beside=keeper.address)
    keeper.start()
    web = Web(options, server.services, access, referee, tls)
    metering.server(server, web, tls)
    web.start(listening)
    ready = {
        "address": f"{options.listen.rpartition(':')[0]}:{port}", "metrics": exported,
        "http": http_address(options, listening),
    }  # fmt: skip
    print(json.dumps(ready), flush=True)
    _LOGGER.info("replica %s serves at %s", replica, ready["address"])
    tasks = [
        asyncio.create_task(work)
        for work in (metering.keep_asking(referee, access), metering.keep_pausing(), _look_at_files(guarded))
    ]
    await stopped.wait()
    await keeper.aclose()
    await asyncio.gather(server.drain(options.drain_seconds), web.drain(options.drain_seconds))
    await server.aclose()
    for task in tasks:
        task.cancel()
    await referee.aclose()


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
