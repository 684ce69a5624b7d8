"""What `euchre serve` can be told (docs/configuration.md)."""

import argparse
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from euchre_referee.cli.configuration.options import tell_variables
from euchre_referee.cli.guarding import add_guard
from euchre_referee.cli.house.asked import add_house_bots
from euchre_referee.cli.store_options import add_store
from euchre_referee.cli.table_options import add_table_options
from euchre_referee.cli.web import add_http

DEFAULT_LISTEN: Final = "127.0.0.1:7447"
DEFAULT_METRICS: Final = "127.0.0.1:9464"


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
    parser.add_argument(
        "--replica",
        default="",
        metavar="NAME",
        help="this process's name, which no other of the store has (default: drawn)",
    )
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


def data_of(options: argparse.Namespace) -> Path | None:
    """The directory on whose disk an embedded store has its data; None where the store is another."""
    if options.store is not None:
        return None
    return options.data or Path(gettempdir())
