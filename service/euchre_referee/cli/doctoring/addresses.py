"""Where a referee would listen: whether the ports are free, or a referee is there already."""

import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

import grpc
from cryptography import x509
from grpc_health.v1 import health_pb2

from euchre_referee.cli.doctoring.finding import Finding, fault, ok

_OFF: Final = "off"
_WITHIN: Final = 3.0
_HEALTH: Final = "/grpc.health.v1.Health/Check"
_ENCRYPTED: Final = ("listen", "http")
_SIGNS: Final = {"http": ("/readyz", b'"status"'), "metrics": ("/metrics", b"euchre_")}


def examine(addresses: dict[str, str], certificate: Path | None = None) -> Iterator[Finding]:
    """By the names of the flags; `certificate`: that of the referee, where it encrypts."""
    for name, address in addresses.items():
        subject = f"address {name}"
        if address == _OFF:
            yield ok(subject, "off")
            continue
        host, _, port = address.rpartition(":")
        refused = _cannot_listen(host.strip("[]"), int(port))
        if refused is None:
            yield ok(subject, f"{address} is free")
        elif _referee_at(name, address, certificate):
            yield ok(subject, f"a referee serves at {address} already")
        else:
            yield fault(subject, f"{address} cannot be had: {refused}", f"name another with --{name}")


def _cannot_listen(host: str, port: int) -> str | None:
    try:
        for family, kind, protocol, _, where in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(where)
    except OSError as error:
        return error.strerror or str(error)
    return None


def _referee_at(name: str, address: str, certificate: Path | None) -> bool:
    """Whether it speaks as a referee does; of one that encrypts, whether it shows that certificate."""
    if certificate is not None and name in _ENCRYPTED:
        return _shows(certificate, address)
    if name == "listen":
        with grpc.insecure_channel(address) as channel:
            ask = channel.unary_unary(
                _HEALTH,
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            try:
                ask(health_pb2.HealthCheckRequest(), timeout=_WITHIN)
            except grpc.RpcError:
                return False
            return True
    path, sign = _SIGNS[name]
    connection = HTTPConnection(address, timeout=_WITHIN)
    try:
        connection.request("GET", path)
        return sign in connection.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _shows(certificate: Path, address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        shown = ssl.get_server_certificate((host.strip("[]") or "localhost", int(port)), timeout=_WITHIN)
        own = x509.load_pem_x509_certificates(certificate.read_bytes())[0]
        return x509.load_pem_x509_certificate(shown.encode()) == own
    except (OSError, ValueError):
        return False
