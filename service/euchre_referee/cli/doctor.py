"""`euchre doctor`: examines what a referee needs, without starting one."""

import argparse
import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from euchre_referee.api.limits import Limits, limits_from
from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.sources import Configuration, gathered
from euchre_referee.cli.doctoring import addresses, machine
from euchre_referee.cli.doctoring import store as stores
from euchre_referee.cli.doctoring.finding import Finding, Verdict, fault, ok, warning
from euchre_referee.cli.doctoring.secrets import examine_keys, examine_store_tls, examine_tls
from euchre_referee.cli.exit_codes import DONE, REFUSED
from euchre_referee.cli.guarding import tls_files
from euchre_referee.cli.printing import READER_GONE, print_lines
from euchre_referee.cli.replica_waiting import wait_of
from euchre_referee.cli.serving_options import serving_parser
from euchre_referee.cli.store_options import access_to_store
from euchre_referee.cli.web import DEFAULT_HTTP
from euchre_referee.ops.keyring import read_keyring
from euchre_referee.store.binary import find_binary
from euchre_referee.store.connect import connect
from euchre_referee.store.errors import StoreUnavailable
from euchre_referee.store.sealing import Sealing
from euchre_referee.store.server_options import Fsync

_DESCRIPTION: Final = (
    "Examines what `euchre serve` would need if it were told the same: configuration, store, keys, certificates, "
    "ports, versions, clock. A line each; with --json a list for programs. Exit code 0: all is well, 1: something not."
)
_SOCKET: Final = "store.sock"


def main(argv: list[str]) -> int:
    """Exit code 0: nothing must be mended, 1: something must, 2: the command line cannot be understood."""
    as_programs_read = "--json" in argv
    parser = serving_parser("euchre doctor", _DESCRIPTION)
    configuration = gathered(parser, [each for each in argv if each != "--json"], os.environ)
    findings = asyncio.run(_examined(configuration))
    if as_programs_read:
        fields = [{**finding._asdict(), "verdict": finding.verdict.value} for finding in findings]
        lines = [json.dumps(fields, indent=2, ensure_ascii=False)]
    else:
        lines = [str(finding) for finding in findings]
    if not print_lines(lines):
        return READER_GONE
    return REFUSED if any(finding.verdict is Verdict.FAULT for finding in findings) else DONE


async def _examined(configuration: Configuration) -> list[Finding]:
    options = configuration.options
    findings = [*_configuration(configuration), *_here(options)]
    findings += [finding async for finding in _store(options)]
    return findings


def _configuration(configuration: Configuration) -> Iterator[Finding]:
    problems = problems_of(configuration)
    for problem in problems:
        yield fault("configuration", f"{problem.place}: {problem.what}", problem.remedy)
    for problem in configuration.warnings:
        yield warning("configuration", f"{problem.place}: {problem.what}", problem.remedy)
    if not problems:
        yield ok("configuration", f"in order{f': {configuration.file}' if configuration.file else ''}")


def _here(options: argparse.Namespace) -> Iterator[Finding]:
    """What is on this machine."""
    now = datetime.now(UTC)
    yield from machine.examine_versions()
    yield machine.examine_clock()
    yield machine.examine_files(_limits(options))
    yield machine.examine_house_bots(options.house_bots)
    yield examine_keys("token keys", options.keys, now)
    yield examine_keys("seal keys", options.seal, now)
    files = None
    try:
        files = tls_files(options)
    except ValueError as error:
        yield fault("tls", str(error))
    else:
        yield from examine_tls(files, _host(options.listen), now)
    yield from examine_store_tls((options.store_ca, options.store_cert), now)
    try:
        yield from addresses.examine(
            {"listen": options.listen, "metrics": options.metrics, "http": options.http or DEFAULT_HTTP},
            None if files is None else files.cert,
        )
    except ValueError:
        yield warning("addresses", "they were not tried, for one of them cannot be understood")


async def _store(options: argparse.Namespace) -> AsyncIterator[Finding]:
    try:
        access = access_to_store(options)
        url = access.url
        sealing = Sealing()
        if options.seal is not None:
            ring = read_keyring(options.seal)
            sealing = Sealing(ring.keys, ring.retired)
        if url is None:
            for finding in _embedded(options.data):
                yield finding
            # One that runs there already is asked; none is started.
            if options.data is None or not (options.data / _SOCKET).exists():
                return
            url = f"unix://{(options.data / _SOCKET).resolve()}"
        store = connect(url, sealing=sealing, wait=wait_of(options, url), credentials=access.credentials)
    except (OSError, ValueError) as error:
        yield fault("store", f"it was not asked: {error}")
        return
    try:
        async for finding in stores.examine(store, Fsync(options.fsync)):
            yield finding
    finally:
        await store.aclose()


def _embedded(data: Path | None) -> Iterator[Finding]:
    try:
        binary = find_binary()
    except StoreUnavailable as error:
        yield fault("embedded store", str(error))
        return
    kind, number = "valkey" if binary.valkey else "redis", ".".join(map(str, binary.version))
    if data is None:
        told = f"{kind} {number}; its data are temporary"
        yield warning("embedded store", told, "games end with the process: name a directory with --data, or a --store")
        return
    yield ok("embedded store", f"{kind} {number}, data in {data}")
    files = sum(each.stat().st_size for each in (data / "appendonlydir").glob("*")) if data.is_dir() else 0
    yield machine.examine_disk(data, files)


def _limits(options: argparse.Namespace) -> Limits:
    try:
        return limits_from(options.limit)
    except ValueError:
        return Limits()


def _host(address: str) -> str:
    """A name that is served at; empty for an address that stands for all or for this machine."""
    host = address.rpartition(":")[0].strip("[]")
    return "" if host in ("", "0.0.0.0", "::", "localhost") or host.startswith("127.") or host == "::1" else host
