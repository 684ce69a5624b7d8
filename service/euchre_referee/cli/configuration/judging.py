"""What is wrong with a configuration that can be read, all of it at once, without a store and without listening."""

import argparse
import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from euchre_referee.api.limits import limits_from
from euchre_referee.api.transport import read_tls
from euchre_referee.cli.configuration.problem import Problem
from euchre_referee.cli.configuration.sources import Configuration, Source
from euchre_referee.cli.exposure import check_exposure
from euchre_referee.cli.guarding import tls_files
from euchre_referee.cli.replica_waiting import wait_of
from euchre_referee.cli.store_options import STORE_FILES, parts_of_access
from euchre_referee.cli.table_options import settings_of
from euchre_referee.cli.web import DEFAULT_HTTP
from euchre_referee.ops.keyring import read_keyring

_OFF: Final = "off"
_ADDRESS: Final = re.compile(r"(.*):(\d{1,5})")
_MOST_PORT: Final = 65_535
_TABLE_OPTIONS: Final = (
    "action-limit-ms", "bank-ms", "lag-quota-ms", "lag-regain-ms", "strike-limit", "on-strikes", "on-timeout",
    "spectator-delay-ms", "spectator-delay-decisions", "full-view-delay-ms", "cached-games", "waiting-hours",
    "running-hours", "retention-hours",
)  # fmt: skip
"""Judged together, for they depend on each other."""
_EMBEDDED: Final = "unix:///embedded"


def problems_of(configuration: Configuration) -> list[Problem]:
    """What cannot be understood, and what of the rest a referee could not begin with."""
    return [*configuration.problems, *_faults(configuration)]


def _faults(configuration: Configuration) -> Iterator[Problem]:
    options = configuration.options

    def tried(name: str, attempt: Callable[[], object], *others: str) -> Iterator[Problem]:
        """What an attempt raises, at the place of the option that it is about: the one of these that its words name, or
        else the first that is not as it is by default."""
        try:
            attempt()
        except OSError as error:
            what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            paths = {str(configuration.settings[each].value): each for each in others}
            about = paths.get(str(error.filename), name) if error.filename else name
            yield Problem(configuration.place(about), what, f"name another with --{about}")
        except ValueError as error:
            named = [each for each in others if re.search(rf"--{each}\b(?!-)", str(error))]
            about = named[0] if named else _first_set(configuration, (name, *others))
            yield Problem(configuration.place(about), str(error))

    for name in ("listen", "metrics", "http"):
        yield from tried(name, lambda name=name: _check_address(options, name))  # type: ignore[misc]
    yield from tried("metrics", lambda: _check_apart(options), "http")
    yield from tried("http-origin", lambda: _check_origins(options.http_origin))
    yield from tried("limit", lambda: limits_from(options.limit))
    for name in ("keys", "seal"):
        path: Path | None = getattr(options, name)
        if path is not None:
            yield from tried(name, lambda path=path: read_keyring(path))  # type: ignore[misc]
    yield from tried("tls-cert", lambda: _check_tls(options), "tls-key", "tls-client-ca")
    yield from tried("audit-log", lambda: _check_writable(options.audit_log, "the audit log"))
    yield from tried("data", lambda: _check_directory(options.data))
    of_the_store = (lambda: wait_of(options, options.store or _EMBEDDED), *parts_of_access(options))
    found = (tried("store", attempt, *STORE_FILES, "wait-replicas", "wait-ms") for attempt in of_the_store)
    # A URL that is wrong is so to each of them.
    yield from dict.fromkeys(chain.from_iterable(found))
    for name in ("store-wait", "drain-seconds"):
        yield from tried(name, lambda name=name: _check_seconds(configuration, name))  # type: ignore[misc]
    yield from tried(_TABLE_OPTIONS[0], lambda: settings_of(options), *_TABLE_OPTIONS[1:])


def _first_set(configuration: Configuration, names: tuple[str, ...]) -> str:
    """The first of some options that is not as it is by default."""
    said = (name for name in names if configuration.settings[name].source is not Source.DEFAULT)
    return next(said, names[0])


def _check_address(options: argparse.Namespace, name: str) -> None:
    address: str = getattr(options, name) or DEFAULT_HTTP
    if address == _OFF and name != "listen":
        return
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found[2]) > _MOST_PORT:
        raise ValueError(f"{address!r} is no address: host:port is needed, such as 127.0.0.1:7447 or [::1]:7447")
    if name == "metrics":
        return
    try:
        check_exposure(
            address,
            keys=options.keys is not None,
            tls=options.tls_cert is not None,
            plaintext=options.insecure_plaintext,
            flag=f"--{name}",
        )
    except OSError as error:
        raise ValueError(f"the host of {address!r} is not known here: {error.strerror}") from error


def _check_apart(options: argparse.Namespace) -> None:
    """Each address can be had once; a port that the system is to choose is never one that another has."""
    taken: dict[str, str] = {}
    for name in ("listen", "metrics", "http"):
        # HTTP whose address nobody named does without one that is taken.
        address: str = getattr(options, name) or _OFF
        if address == _OFF or address.endswith(":0"):
            continue
        if address in taken:
            raise ValueError(f"--{name} cannot be had at {address}, which is --{taken[address]}: name another port")
        taken[address] = name


def _check_origins(origins: list[str]) -> None:
    for origin in origins:
        parts = urlsplit(origin)
        if origin != "*" and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query):
            raise ValueError(
                f"{origin!r} is no origin: https://host or https://host:port without a path is needed, or *"
            )


def _check_tls(options: argparse.Namespace) -> None:
    files = tls_files(options)
    if files is not None:
        read_tls(files, datetime.now(UTC))


def _check_writable(path: Path | None, what: str) -> None:
    if path is None:
        return
    if path.exists():
        if not os.access(path, os.W_OK) or path.is_dir():
            raise ValueError(f"{what} cannot be written to {path}: name a file that this user may write")
    elif not os.access(path.parent, os.W_OK | os.X_OK):
        raise ValueError(f"{what} cannot be made in {path.parent}: make the directory, writable for this user")


def _check_directory(path: Path | None) -> None:
    if path is None:
        return
    existing = next(each for each in (path, *path.absolute().parents) if each.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise ValueError(f"data cannot be kept in {path}: {existing} is no directory that this user may write")


def _check_seconds(configuration: Configuration, name: str) -> None:
    seconds: float = configuration.settings[name].value
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{seconds:g} seconds cannot be: a number from 0 is needed")
