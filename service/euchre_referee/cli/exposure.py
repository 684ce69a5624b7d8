"""Who can reach a server, and what it must have before they may (docs/access.md, "Listening beyond this machine")."""

import socket
from enum import StrEnum
from ipaddress import ip_address


class Exposed(ValueError):
    """The server would be open to others than it should; the text says how to close it, or to say that it is meant."""


class Auth(StrEnum):
    """Whether callers need a token."""

    AUTO = "auto"
    """Where others than this machine's users can reach the server."""
    REQUIRED = "required"
    OPEN = "open"
    """Not for what needs none."""


def is_local(address: str) -> bool:
    """Only this machine reaches `host:port`: each of the host's addresses is a loopback one. Raises OSError."""
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return all(ip_address(str(each[4][0]).partition("%")[0]).is_loopback for each in found)


def check_exposure(address: str, *, keys: bool, tls: bool, plaintext: bool, flag: str = "--listen") -> None:
    """Raises Exposed if the server must not listen there as it is; `flag` named the address."""
    if is_local(address):
        return
    if not keys:
        raise Exposed(
            f"{flag} {address} is reached by others than this machine: name the keys that tokens are signed with, "
            "--keys FILE or EUCHRE_KEYS (`euchre keys rotate --keys FILE` makes one)"
        )
    if not tls and not plaintext:
        raise Exposed(
            f"{flag} {address} is reached by others than this machine, and without encryption whoever listens in "
            "has every token and hand: name --tls-cert and --tls-key, or say --insecure-plaintext if something else "
            "encrypts the way to it"
        )


def allows_anonymous(address: str, auth: Auth) -> bool:
    """Callers without a token are served what needs none."""
    return is_local(address) if auth is Auth.AUTO else auth is Auth.OPEN
