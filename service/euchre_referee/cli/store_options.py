"""What `euchre serve` is told about its store: where it is, and what its servers ask of whoever connects
(docs/store.md, "Forms")."""

import argparse
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from euchre_referee.api.transport import TlsFiles, read_tls
from euchre_referee.cli.replica_waiting import add_wait
from euchre_referee.ops.reloading import Reloaded, Watched
from euchre_referee.ops.secret_files import read_private
from euchre_referee.store.address import Topology, parse_address
from euchre_referee.store.credentials import NO_CREDENTIALS, Credentials
from euchre_referee.store.server_options import Fsync

DEFAULT_STORE_WAIT: Final = 30.0
STORE_FILES: Final = (
    "store-password-file", "store-sentinel-user", "store-sentinel-password-file", "store-ca", "store-cert", "store-key",
)  # fmt: skip
"""The options that credentials come from."""


class StoreAccess(NamedTuple):
    """A store of somebody's own, and how it is reached; of the embedded one nothing is told."""

    url: str | None = None
    credentials: Credentials = NO_CREDENTIALS
    watched: tuple[Watched, ...] = ()


def add_store(parser: argparse.ArgumentParser) -> None:
    """What says where games are kept."""

    def file(flag: str, text: str) -> None:
        parser.add_argument(flag, type=Path, metavar="FILE", help=text)

    parser.add_argument("--store", metavar="URL", help="a Redis or Valkey server (default: an embedded one)")
    file("--store-password-file", "the store's password, where it does not stand in the URL")
    parser.add_argument(
        "--store-sentinel-user", metavar="NAME", help="the user that sentinels know, if not the default one"
    )
    file("--store-sentinel-password-file", "the sentinels' own password")
    file("--store-ca", "the authorities of the store's certificates, PEM (default: those of the machine)")
    file("--store-cert", "a certificate for the store's servers, where they ask for one, PEM")
    file("--store-key", "its private key, PEM")
    parser.add_argument(
        "--store-wait",
        type=float,
        default=DEFAULT_STORE_WAIT,
        metavar="SECONDS",
        help="how long a store that is not there yet is waited for at the start (default: %(default)g)",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the embedded store's data (default: temporary)")
    parser.add_argument(
        "--fsync",
        choices=[fsync.value for fsync in Fsync],
        default=Fsync.ALWAYS.value,
        help="when the store must have flushed what it acknowledges (default: %(default)s)",
    )
    add_wait(parser)


def access_to_store(options: argparse.Namespace) -> StoreAccess:
    """How the store is reached. Raises ValueError and OSError for what does not go together or cannot be read."""
    url: str | None = options.store
    if url is None:
        given = [f"--{name}" for name in STORE_FILES if getattr(options, name.replace("-", "_")) is not None]
        if given:
            needs = "needs" if len(given) == 1 else "need"
            raise ValueError(f"{', '.join(given)} {needs} a store: name one with --store, EUCHRE_STORE or REDIS_URL")
        return StoreAccess()
    password, sentinels, tls = _password(options, url), _sentinels(options, url), _tls(options, url)
    credentials = Credentials(
        password.now if password else None,
        options.store_sentinel_user,
        sentinels.now if sentinels else None,
        tls.now if tls else None,
    )
    return StoreAccess(url, credentials, tuple(each.watched for each in (password, sentinels, tls) if each is not None))


def parts_of_access(options: argparse.Namespace) -> tuple[Callable[[], object], ...]:
    """What can be wrong by itself with how the store is reached: each raises as `access_to_store` does."""
    url: str | None = options.store
    if url is None:
        return (partial(access_to_store, options),)
    return tuple(partial(part, options, url) for part in (_password, _sentinels, _tls))


def _password(options: argparse.Namespace, url: str) -> Reloaded[str] | None:
    file: Path | None = options.store_password_file
    if file is None:
        return None
    if parse_address(url).password is not None:
        raise ValueError("the store's URL has a password already: leave out that one, or --store-password-file")
    return _secret("the store's password", file)


def _sentinels(options: argparse.Namespace, url: str) -> Reloaded[str] | None:
    file: Path | None = options.store_sentinel_password_file
    if file is None and options.store_sentinel_user is None:
        return None
    if parse_address(url).topology is not Topology.SENTINEL:
        name = "user" if file is None else "password-file"
        raise ValueError(f"--store-sentinel-{name} is for sentinels, redis+sentinel://: the store's URL names none")
    if file is None:
        raise ValueError("--store-sentinel-user needs --store-sentinel-password-file")
    return _secret("the sentinels' password", file)


def _tls(options: argparse.Namespace, url: str) -> Reloaded[ssl.SSLContext] | None:
    files = {name: getattr(options, f"store_{name}") for name in ("ca", "cert", "key")}
    given = [name for name, path in files.items() if path is not None]
    if not given:
        return None
    if not parse_address(url).tls:
        raise ValueError(f"--store-{given[0]} is for encrypted stores, rediss://: the store's URL asks for none")
    if (files["cert"] is None) != (files["key"] is None):
        raise ValueError("--store-cert and --store-key are needed both, or neither")

    def context() -> ssl.SSLContext:
        found = ssl.create_default_context() if files["ca"] is None else _trusting(files["ca"])
        if files["cert"] is not None:
            read_tls(TlsFiles(files["cert"], files["key"]), datetime.now(UTC))
            found.load_cert_chain(files["cert"], files["key"])
        return found

    return Reloaded("certificates for the store", tuple(files[name] for name in given), context)


def _trusting(authorities: Path) -> ssl.SSLContext:
    # The library does not say which file cannot be opened.
    with authorities.open("rb"):
        try:
            return ssl.create_default_context(cafile=authorities)
        except ssl.SSLError as error:
            raise ValueError(f"{authorities}: there is no certificate in it that can be read; PEM is needed") from error


def _secret(what: str, file: Path) -> Reloaded[str]:
    def read() -> str:
        secret = read_private(file).rstrip("\r\n")
        if not secret:
            raise ValueError(f"{file}: it is empty, and a password was expected")
        return secret

    return Reloaded(f"{what} in {file}", (file,), read)
