"""Encrypted connections: whom to trust, and what to show a referee that wants a certificate."""

import os
from pathlib import Path

import grpc

CA, CERT, KEY = "EUCHRE_CA", "EUCHRE_CERT", "EUCHRE_KEY"
"""Variables of the environment that name PEM files, where a program names none itself."""


def tls(
    ca: str | Path | None = None, cert: str | Path | None = None, key: str | Path | None = None
) -> grpc.ChannelCredentials:
    """Credentials for a client, from PEM files; each by default the one that the environment names.

    `ca` are the authorities to trust, those that gRPC ships if there are none; `cert` and `key` are the client's own
    certificate and its private key, for a referee that asks for one. Raises OSError for a file that cannot be read,
    ValueError for a certificate without its key or a key without its certificate.
    """
    own = _content(cert, CERT), _content(key, KEY)
    if (own[0] is None) != (own[1] is None):
        given, missing = (CERT, KEY) if own[1] is None else (KEY, CERT)
        raise ValueError(f"a certificate and its key belong together: {given} or its parameter is given, {missing} not")
    return grpc.ssl_channel_credentials(_content(ca, CA), own[1], own[0])


def _content(path: str | Path | None, variable: str) -> bytes | None:
    named = path or os.environ.get(variable)
    return Path(named).read_bytes() if named else None
