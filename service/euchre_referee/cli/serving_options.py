"""What `euchre serve` can be told (docs/configuration.md)."""

import argparse
from pathlib import Path
from tempfile import gettempdir
from typing import Final
from urllib.parse import quote

from euchre_referee.cli.configuration.options import tell_variables
from euchre_referee.cli.guarding import add_guard
from euchre_referee.cli.house.asked import add_house_bots
from euchre_referee.cli.replica_waiting import add_wait
from euchre_referee.cli.table_options import add_table_options
from euchre_referee.cli.web import add_http
from euchre_referee.ops.secret_files import read_private
from euchre_referee.store.server_options import Fsync

DEFAULT_LISTEN: Final = "127.0.0.1:7447"
DEFAULT_METRICS: Final = "127.0.0.1:9464"
DEFAULT_STORE_WAIT: Final = 30.0


def serving_parser(program: str, description: str | None) -> argparse.ArgumentParser:
    """A parser of all that configures a referee, for `euchre serve` and for the commands that look at it first."""
    parser = argparse.ArgumentParser(
        prog=program,
        description=description,
        epilog="Flags go before the environment, that before the file (docs/configuration.md).",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a file of options, TOML")
    parser.add_argument("--listen", default=DEFAULT_LISTEN, metavar="HOST:PORT", help="gRPC (default: %(default)s)")
    parser.add_argument(
        "--metrics", default=DEFAULT_METRICS, metavar="HOST:PORT", help="Prometheus, or `off` (default: %(default)s)"
    )
    add_http(parser)
    add_store(parser)
    parser.add_argument("--replica", default="", metavar="NAME", help="this process's name (default: drawn)")
    add_table_options(parser)
    parser.add_argument(
        "--drain-seconds",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="for streams to close (default: %(default)g)",
    )
    parser.add_argument(
        "--log-level", default="info", choices=["debug", "info", "warning", "error"], help="(default: %(default)s)"
    )
    parser.add_argument(
        "--tracing",
        action="store_true",
        help="send traces over OTLP, as the variables OTEL_* say; needs euchre-referee[tracing]",
    )
    add_house_bots(parser)
    add_guard(parser)
    tell_variables(parser)
    return parser


def add_store(parser: argparse.ArgumentParser) -> None:
    """What says where games are kept."""
    parser.add_argument("--store", metavar="URL", help="a Redis or Valkey server (default: an embedded one)")
    parser.add_argument(
        "--store-password-file",
        type=Path,
        metavar="FILE",
        help="the store's password, where it does not stand in the URL",
    )
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


def data_of(options: argparse.Namespace) -> Path | None:
    """The directory on whose disk an embedded store has its data; None where the store is another."""
    if options.store is not None:
        return None
    return options.data or Path(gettempdir())


def store_url(options: argparse.Namespace) -> str | None:
    """Where the store is, with its password; None for an embedded one. Raises ValueError and OSError."""
    url: str | None = options.store
    file: Path | None = options.store_password_file
    if file is None:
        return url
    password = read_private(file).rstrip("\r\n")
    if url is None:
        raise ValueError("a store's password is named, but no store: name one with --store, EUCHRE_STORE or REDIS_URL")
    if not password:
        raise ValueError(f"{file}: it is empty, and a password was expected")
    scheme, separator, rest = url.partition("://")
    credentials, _, servers = rest.rpartition("@")
    user, _, known = credentials.partition(":")
    if known:
        raise ValueError("the store's URL has a password already: leave out that one, or --store-password-file")
    return f"{scheme}{separator}{user}:{quote(password, safe='')}@{servers}"
