"""How the people's commands are told which referee to call, how, and as whom."""

import argparse
import os
from typing import Final

from euchre_client.tls import CA, CERT, KEY

DEFAULT_ADDRESS: Final = "127.0.0.1:7447"
_ENCRYPTED: Final = "grpcs://"
_FILES: Final = (
    ("--ca", CA, "PEM file of the authorities to trust"),
    ("--cert", CERT, "PEM file of one's own certificate, where the referee asks for one"),
    ("--key", KEY, "PEM file of its private key"),
)


def add_server(parser: argparse.ArgumentParser, default: str | None = DEFAULT_ADDRESS) -> None:
    """`--server` and how the connection is encrypted; each may stand in the environment instead."""
    parser.add_argument(
        "--server",
        default=os.environ.get("EUCHRE_SERVER", default),
        metavar="ADDR",
        help="host:port of the referee, grpcs://host:port for an encrypted connection, or EUCHRE_SERVER"
        + (f" ({default})" if default else ""),
    )
    for flag, variable, text in _FILES:
        parser.add_argument(
            flag, default=os.environ.get(variable), type=_readable, metavar="FILE", help=f"{text}; or {variable}"
        )
    parser.set_defaults(complain=parser.error)


def add_token(parser: argparse.ArgumentParser, what_for: str) -> None:
    """`--token`, or the environment's EUCHRE_TOKEN, which other users of the machine cannot read."""
    parser.add_argument(
        "--token",
        default=os.environ.get("EUCHRE_TOKEN", ""),
        help=f"{what_for}; better in EUCHRE_TOKEN, out of others' sight",
    )


def reached(named: argparse.Namespace) -> str | None:
    """The address that was asked for, with `grpcs://` where certificates were named; None if none was.

    The files go into the environment, where the client looks for them, and the clients of processes started from here.
    """
    address: str | None = named.server
    files = {CA: named.ca, CERT: named.cert, KEY: named.key}
    given = {variable: path for variable, path in files.items() if path}
    if address is None or not (given or address.startswith(_ENCRYPTED)):
        return address
    if (CERT in given) != (KEY in given):
        named.complain("--cert and --key are needed both, or neither")
    os.environ.update(given)
    return address if address.startswith(_ENCRYPTED) else f"{_ENCRYPTED}{address}"


def _readable(path: str) -> str:
    try:
        with open(path, "rb"):
            return path
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {error.strerror}") from error
