"""This machine and what is installed on it: versions, limits, clock, disk."""

import ctypes
import re
import resource
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from shutil import disk_usage
from typing import Final

from euchre_referee.api.limits import Limits
from euchre_referee.bots.registry import make_bot
from euchre_referee.cli.doctoring.finding import Finding, fault, ok, warning

_PACKAGE: Final = "euchre-referee"
_OLDEST_PYTHON: Final = (3, 11)
_REQUIREMENT: Final = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?([^;]*)(;.*)?")
_BOUND: Final = re.compile(r"(>=|<)\s*([0-9.]+)")
_OTHER_FILES: Final = 256
_NOT_SYNCHRONISED: Final = 5
_TIMEX_BYTES: Final = 512
_LITTLE_ROOM: Final = 1 << 30
_GIB: Final = 1 << 30


def examine_versions() -> Iterator[Finding]:
    """Python and the packages that the referee was built for."""
    told = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _OLDEST_PYTHON:
        yield fault("python", told, "3.11 or later is needed")
    else:
        yield ok("python", told)
    wrong, number = [], 0
    for line in requires(_PACKAGE) or ():
        found = _REQUIREMENT.match(line)
        if found is None or found[3]:
            continue
        number += 1
        wrong += _version_fault(found[1], found[2])
    yield from wrong
    if not wrong:
        shown = ", ".join(f"{name} {version(name)}" for name in ("grpcio", "protobuf", "redis"))
        yield ok("packages", f"all {number} are new enough: {shown}, ...")
    tracing = find_spec("opentelemetry") is not None and find_spec("opentelemetry.sdk") is not None
    yield ok("tracing", "the extra is installed" if tracing else "not installed: pip install 'euchre-referee[tracing]'")


def _version_fault(name: str, bounds: str) -> list[Finding]:
    try:
        has = version(name)
    except PackageNotFoundError:
        return [fault("packages", f"{name} is not installed", f"pip install '{name}{bounds}'")]
    for relation, bound in _BOUND.findall(bounds):
        if (_numbers(has) < _numbers(bound)) == (relation == ">="):
            return [fault("packages", f"{name} is {has}", f"pip install '{name}{bounds}'")]
    return []


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def examine_files(limits: Limits) -> Finding:
    """Whether so many connections can be open as streams are allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.streams + limits.watches + limits.open_watches + _OTHER_FILES
    told = f"{soft} may be open at once, {wanted} are needed if every stream comes by a connection of its own"
    if soft != resource.RLIM_INFINITY and soft < wanted:
        remedy = (
            f"ulimit -n {max(wanted, 4096)}"
            if hard == resource.RLIM_INFINITY or hard >= wanted
            else "raise LimitNOFILE"
        )
        return warning("open files", told, f"{remedy}, or lower the limits of streams")
    return ok("open files", told)


def examine_clock() -> Finding:
    """Whether the kernel's clock is kept by somebody."""
    timex = ctypes.create_string_buffer(_TIMEX_BYTES)
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    state = adjtimex(timex) if adjtimex is not None else -1
    if state < 0:
        return ok("clock", "the system does not tell whether it is synchronised")
    if state == _NOT_SYNCHRONISED:
        return warning("clock", "it is not synchronised", "run an NTP client: tokens and certificates are judged by it")
    return ok("clock", "it is synchronised")


def examine_house_bots(names: tuple[str, ...]) -> Finding:
    """Whether each can be made."""
    for name in names:
        make_bot(name, 0)
    return ok("house bots", ", ".join(names) if names else "off")


def examine_disk(path: Path, files: int) -> Finding:
    """Room for what an embedded store writes: its files must fit once more when they are rewritten."""
    existing = next(each for each in (path, *path.absolute().parents) if each.exists())
    free = disk_usage(existing).free
    told = f"{existing} has {free / _GIB:.1f} GiB free, the store's files take {files / _GIB:.1f}"
    if free < files:
        return fault("disk", told, "a rewrite of the append-only file would not fit: make room")
    if free < 2 * files or free < _LITTLE_ROOM:
        return warning("disk", told, "make room before it is full")
    return ok("disk", told)
