"""The store: whether it can be reached and used, how much room it has, and how far it is away."""

import asyncio
from collections.abc import AsyncIterator
from statistics import median
from time import monotonic, time
from typing import Any, Final

from redis.asyncio import RedisCluster
from redis.exceptions import RedisError, ResponseError

from euchre_referee.cli.doctoring.finding import Finding, fault, ok, warning
from euchre_referee.store import script
from euchre_referee.store.check import check
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import StoreError, StoreUnavailable
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.script import Script
from euchre_referee.store.sealed_store import check_seals
from euchre_referee.store.server_options import Fsync

_PINGS: Final = 21
_LONG_MS: Final = 5.0
_SKEW_SECONDS: Final = 2.0
_MUCH: Final = 0.8
_MOST: Final = 0.95
_MACHINE: Final = 0.7
_MIB: Final = 1 << 20


async def examine(store: Store, fsync: Fsync) -> AsyncIterator[Finding]:
    """Nothing is written; only the scripts are sent, which a referee would do too."""
    where = str(store.address)
    try:
        report = await check(store, fsync, begin=False)
        await check_seals(store, begin=False)
    except StoreError as error:
        # Of one that answers its own words say what to do.
        away = isinstance(error, StoreUnavailable)
        yield fault("store", str(error), "start it, or look at address, port, TLS and what is between" if away else "")
        return
    yield ok("store", f"{where} is {report.server}, flushes {report.durability!r}, evicts nothing")
    for text in report.warnings:
        yield warning("store", text)
    try:
        for name, info in await _told(store):
            for finding in (_memory(name, info), *_files(name, info), _replicas(store, name, info)):
                yield finding
        yield await _scripts(store)
        yield await _room(store)
        yield await _clock(store)
        yield await _round_trip(store)
    except (RedisError, OSError) as error:
        yield fault("store", f"the store at {where} stopped answering: {error}", "look at its log")


async def _told(store: Store) -> list[tuple[str, dict[str, Any]]]:
    """INFO of every primary, by its address."""
    client = store.client
    if not isinstance(client, RedisCluster):
        return [(str(store.address), await client.info())]
    return [(node.name, await client.info(target_nodes=node)) for node in await store.primaries()]


def _memory(name: str, info: dict[str, Any]) -> Finding:
    used, most = int(info["used_memory"]), int(info.get("maxmemory", 0))
    machine = int(info.get("total_system_memory", 0))
    told = f"{name} uses {used // _MIB} MiB"
    if most:
        told += f" of {most // _MIB}"
        if used > _MOST * most:
            return fault("store memory", told, "appends are refused when it is full: raise maxmemory, or add nodes")
        if used > _MUCH * most:
            return warning("store memory", told, "raise maxmemory before it is full")
        return ok("store memory", told)
    told += f", without a limit, on a machine with {machine // _MIB}"
    if machine and used > _MACHINE * machine:
        return warning("store memory", told, "set maxmemory, or the system ends the server when there is no more")
    return ok("store memory", told)


def _files(name: str, info: dict[str, Any]) -> list[Finding]:
    if not int(info.get("aof_enabled", 0)):
        return [warning("store disk", f"{name} keeps no append-only file", "set appendonly yes, or games end with it")]
    found = [
        fault("store disk", f"{name} says of its append-only file {key} = {info[key]}", "look at its disk and its log")
        for key in ("aof_last_write_status", "aof_last_bgrewrite_status")
        if info.get(key, "ok") != "ok"
    ]
    size = int(info.get("aof_current_size", 0))
    return found or [
        ok("store disk", f"{name} has {size // _MIB} MiB of append-only files; a rewrite needs room for them again")
    ]


def _replicas(store: Store, name: str, info: dict[str, Any]) -> Finding:
    connected, wanted = int(info.get("connected_slaves", 0)), store.wait.replicas
    told = f"{name} has {connected} replicas, {wanted} are waited for"
    if connected < wanted:
        return fault("store replicas", told, "nothing is acknowledged: bring them back, or wait for fewer")
    return ok("store replicas", told)


async def _scripts(store: Store) -> Finding:
    scripts = [value for value in vars(script).values() if isinstance(value, Script)]
    for each in scripts:
        try:
            await store.client.script_load(each.text)
        except ResponseError as error:
            return fault("store scripts", f"{store.address} does not take them: {error}", "allow EVAL and SCRIPT")
    return ok("store scripts", f"all {len(scripts)} are taken")


async def _room(store: Store) -> Finding:
    try:
        await store.run_script(script.ROOM, bucket_keys(0)[:1], ())
    except ResponseError as error:
        return fault("store writes", f"{store.address} takes nothing that is written: {error}", "mend what it names")
    return ok("store writes", "it would take what is written")


async def _clock(store: Store) -> Finding:
    sent = time()
    seconds, micros = await store.command("TIME") if not isinstance(store.client, RedisCluster) else await _time(store)
    skew = int(seconds) + int(micros) / 1e6 - (sent + time()) / 2
    told = f"the store's is {abs(skew):.2f} s {'ahead of' if skew > 0 else 'behind'} this machine's"
    if abs(skew) > _SKEW_SECONDS:
        return warning("clock", told, "synchronise both: tokens and certificates are judged by this machine's")
    return ok("clock", told)


async def _time(store: Store) -> Any:
    client = store.client
    assert isinstance(client, RedisCluster)
    return await client.time(target_nodes=(await store.primaries())[0])


async def _round_trip(store: Store) -> Finding:
    taken = []
    for _ in range(_PINGS):
        begun = monotonic()
        await store.command("GET", bucket_keys(0).clock)
        taken.append((monotonic() - begun) * 1000)
        await asyncio.sleep(0)
    told = f"{median(taken):.2f} ms in the middle, {max(taken):.2f} ms at most, of {_PINGS}"
    if median(taken) > _LONG_MS:
        return warning("store distance", told, "every decision waits for at least one: bring the store nearer")
    return ok("store distance", told)
