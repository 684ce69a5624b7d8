"""What `euchre serve` is told about who may do what: keys, certificates, limits, the audit log, the seal."""

import argparse
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from euchre_referee.api.limits import Limits, limits_from
from euchre_referee.api.tokens import DEFAULT_AUDIENCE, Tokens
from euchre_referee.api.transport import Tls, TlsFiles
from euchre_referee.cli.exposure import Auth, allows_anonymous, check_exposure
from euchre_referee.ops.audit import AuditLog
from euchre_referee.ops.keyring import make_keyring, read_keyring
from euchre_referee.ops.reloading import Watched
from euchre_referee.store.sealing import Sealing

KEYS_FILE: Final = "token.keys"
"""Beside the embedded store's data, where no other file is named."""


class Guard(NamedTuple):
    """Who may do what, and what is read again while the server runs."""

    tokens: Tokens
    tls: Tls | None
    anonymous: bool
    limits: Limits
    audit: AuditLog
    sealing: Sealing
    watched: tuple[Watched, ...]


def add_guard(parser: argparse.ArgumentParser) -> None:
    """The flags."""
    group = parser.add_argument_group("access (docs/access.md)")

    def path(flag: str, text: str) -> None:
        group.add_argument(flag, type=Path, metavar="FILE", help=text)

    path("--keys", "keys that tokens are signed with, shared by replicas")
    group.add_argument(
        "--audience",
        default=DEFAULT_AUDIENCE,
        metavar="NAME",
        help="the service that tokens must be for (default: %(default)s)",
    )
    group.add_argument(
        "--auth",
        type=Auth,
        choices=list(Auth),
        default=Auth.AUTO.value,
        help="whether every caller needs a token: auto (beyond this machine), required, open (default: %(default)s)",
    )
    path("--tls-cert", "the server's certificate and those above it, PEM")
    path("--tls-key", "its private key, PEM")
    path("--tls-client-ca", "clients need a certificate of one of these authorities, PEM")
    group.add_argument(
        "--insecure-plaintext", action="store_true", help="serve others than this machine without encryption"
    )
    group.add_argument(
        "--limit", action="append", metavar="NAME=NUMBER", default=[], help="a limit of docs/api.md; may be repeated"
    )
    path("--audit-log", "what operators do, a line each (default: with the other logs)")
    path("--seal", "keys that games are sealed with in the store, shared by replicas")


def guard(
    stack: ExitStack, options: argparse.Namespace, folder: Path, beside: Mapping[str, str] | None = None
) -> Guard:
    """What the flags ask for; token keys of its own in `folder`, where only this machine is served.

    `beside`: addresses beside the one of gRPC, by the flags that name them.

    Raises ValueError and OSError, saying what is wrong and what to do.
    """
    addresses = {"--listen": options.listen, **(beside or {})}
    for flag, address in addresses.items():
        check_exposure(
            address,
            keys=options.keys is not None,
            tls=options.tls_cert is not None,
            plaintext=options.insecure_plaintext,
            flag=flag,
        )
    limits = limits_from(options.limit)
    tokens, keys = _tokens(options.keys or _own_keys(folder), options.audience)
    files = tls_files(options)
    tls = None if files is None else Tls(files)
    sealing = Sealing()
    if options.seal is not None:
        ring = read_keyring(options.seal)
        sealing = Sealing(ring.keys, ring.retired)
    audit = AuditLog(options.audit_log)
    stack.callback(audit.close)
    return Guard(
        tokens,
        tls,
        all(allows_anonymous(address, options.auth) for address in addresses.values()),
        limits,
        audit,
        sealing,
        (keys,) if tls is None else (keys, tls.watched),
    )


def _own_keys(folder: Path) -> Path:
    path = folder / KEYS_FILE
    make_keyring(path)
    return path


def _tokens(path: Path, audience: str) -> tuple[Tokens, Watched]:
    # Looked at before it is read: a change meanwhile is a change.
    watched = Watched(f"token keys in {path}", (path,), lambda: tokens.take(read_keyring(path)))
    tokens = Tokens(read_keyring(path), audience)
    tokens.look_for_keys = watched.look
    return tokens, watched


def tls_files(options: argparse.Namespace) -> TlsFiles | None:
    """What connections are encrypted with; None if they are not. Raises ValueError where only a part is named."""
    if options.tls_cert is None and options.tls_key is None:
        if options.tls_client_ca is not None:
            raise ValueError("--tls-client-ca needs --tls-cert and --tls-key")
        return None
    if options.tls_cert is None or options.tls_key is None:
        raise ValueError("--tls-cert and --tls-key are needed both, or neither")
    return TlsFiles(options.tls_cert, options.tls_key, options.tls_client_ca)
