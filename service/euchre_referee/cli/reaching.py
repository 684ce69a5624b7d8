"""How the people's commands are told which referee to call, and as whom."""

import argparse
import os
from typing import Final

DEFAULT_ADDRESS: Final = "127.0.0.1:7447"


def add_server(parser: argparse.ArgumentParser, default: str | None = DEFAULT_ADDRESS) -> None:
    """`--server`, or the environment's EUCHRE_SERVER."""
    parser.add_argument(
        "--server",
        default=os.environ.get("EUCHRE_SERVER", default),
        metavar="ADDR",
        help="host:port of the referee, or EUCHRE_SERVER" + (f" ({default})" if default else ""),
    )


def add_token(parser: argparse.ArgumentParser, what_for: str) -> None:
    """`--token`, or the environment's EUCHRE_TOKEN, which other users of the machine cannot read."""
    parser.add_argument(
        "--token",
        default=os.environ.get("EUCHRE_TOKEN", ""),
        help=f"{what_for}; better in EUCHRE_TOKEN, out of others' sight",
    )
