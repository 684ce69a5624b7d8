"""Encrypted connections: certificates read, checked, and read again when they change (docs/access.md, "TLS")."""

import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import grpc
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from euchre_referee.ops.reloading import Watched
from euchre_referee.ops.secret_files import check_private


class TlsProblem(ValueError):
    """A certificate or key that cannot be used; the text names the file, says why and what to do."""


class TlsFiles(NamedTuple):
    """PEM files."""

    cert: Path
    """The server's certificate, then those between it and the authority."""
    key: Path
    """Its private key, which nobody else may read."""
    client_ca: Path | None = None
    """Authorities of the clients' certificates; with them a client needs one."""


class TlsMaterial(NamedTuple):
    """What the files hold, checked."""

    cert: bytes
    key: bytes
    client_ca: bytes | None
    expires: datetime


def read_tls(files: TlsFiles, now: datetime) -> TlsMaterial:
    """The files' content. Raises TlsProblem, Exposed, or OSError, each naming the file."""
    check_private(files.key)
    cert, key = files.cert.read_bytes(), files.key.read_bytes()
    leaf = _certificates(files.cert, cert)[0]
    if leaf.not_valid_after_utc <= now:
        raise TlsProblem(f"{files.cert}: the certificate expired on {leaf.not_valid_after_utc:%F}; put a new one there")
    if leaf.not_valid_before_utc > now:
        raise TlsProblem(f"{files.cert}: the certificate holds only from {leaf.not_valid_before_utc:%F %T} UTC on")
    if _public_of(files.key, key) != _certified(files.cert, leaf):
        raise TlsProblem(f"{files.key}: it is not the key of the first certificate in {files.cert}")
    client_ca = None
    if files.client_ca is not None:
        client_ca = files.client_ca.read_bytes()
        _certificates(files.client_ca, client_ca)
    return TlsMaterial(cert, key, client_ca, leaf.not_valid_after_utc)


class Tls:
    """What a server shows to those who connect; `watched` is to be looked at again and again."""

    def __init__(self, files: TlsFiles) -> None:
        """Raises as `read_tls` does."""
        self._files: Final = files
        self.watched: Final = Watched("certificates", tuple(filter(None, files)), self._take)
        self._material = read_tls(files, datetime.now(UTC))
        self._changed = False
        self._context = self._new_context()

    def expires_at(self) -> float:
        """When the server's certificate expires, seconds since 1970."""
        return self._material.expires.timestamp()

    def credentials(self) -> grpc.ServerCredentials:
        """For a port; a connection that begins after the files have changed gets what they hold then."""
        return grpc.dynamic_ssl_server_credentials(
            self._configuration(),
            self._if_changed,  # type: ignore[arg-type]  # None is allowed, and stands for no change
            require_client_authentication=self._files.client_ca is not None,
        )

    def context(self) -> ssl.SSLContext:
        """For a server of another kind than gRPC's; what the files hold is taken by every connection that begins."""
        context = self._new_context()
        context.sni_callback = self._with_newest
        return context

    def _with_newest(self, connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        """Asked at every handshake, whether or not the client names the server."""
        connection.context = self._context

    def _new_context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._files.cert, self._files.key)
        if self._material.client_ca is not None:
            context.load_verify_locations(cadata=self._material.client_ca.decode())
            context.verify_mode = ssl.CERT_REQUIRED
        return context

    def _take(self) -> None:
        self._material = read_tls(self._files, datetime.now(UTC))
        self._context = self._new_context()
        self._changed = True

    def _configuration(self) -> grpc.ServerCertificateConfiguration:
        material = self._material
        return grpc.ssl_server_certificate_configuration([(material.key, material.cert)], material.client_ca)

    def _if_changed(self) -> grpc.ServerCertificateConfiguration | None:
        """Asked at every handshake, on a thread of gRPC's; None: as before."""
        if not self._changed:
            return None
        self._changed = False
        return self._configuration()


def _certificates(path: Path, content: bytes) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(content)
    except ValueError as error:
        raise TlsProblem(f"{path}: there is no certificate in it that can be read ({error}); PEM is needed") from error


def _certified(path: Path, certificate: x509.Certificate) -> bytes:
    try:
        return certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise TlsProblem(f"{path}: its key is of a kind that cannot be used here: {error}") from error


def _public_of(path: Path, content: bytes) -> bytes:
    try:
        key = load_pem_private_key(content, None)
    except TypeError as error:
        raise TlsProblem(f"{path}: the key is encrypted; put it there without a passphrase") from error
    except ValueError as error:
        raise TlsProblem(f"{path}: there is no private key in it that can be read; PEM is needed") from error
    except UnsupportedAlgorithm as error:
        raise TlsProblem(f"{path}: the key is of a kind that cannot be used here: {error}") from error
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
