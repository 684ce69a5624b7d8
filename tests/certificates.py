"""An authority of the tests' own, and what it certifies."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

NOW: Final = datetime.now(UTC)
_DAY: Final = timedelta(days=1)


class Files(NamedTuple):
    """A certificate and its key."""

    cert: Path
    key: Path


class Authority:
    """Certifies whatever it is asked to; its own certificate is in `ca`."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder: Final = folder
        self._name: Final = _named(name)
        self._key: Final = ec.generate_private_key(ec.SECP256R1())
        self.ca: Final = folder / f"{name}.pem"
        certificate = (
            _begun(self._name, self._name, self._key.public_key(), NOW - _DAY, NOW + 30 * _DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.ca.write_bytes(certificate.public_bytes(Encoding.PEM))

    def issue(
        self,
        name: str,
        *,
        begins: datetime = NOW - _DAY,
        ends: datetime = NOW + 30 * _DAY,
        passphrase: bytes = b"",
    ) -> Files:
        """Files of a certificate for this machine."""
        key = ec.generate_private_key(ec.SECP256R1())
        here = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
        certificate = (
            _begun(_named(name), self._name, key.public_key(), begins, ends)
            .add_extension(x509.SubjectAlternativeName(here), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        files = Files(self._folder / f"{name}.cert", self._folder / f"{name}.key")
        files.cert.write_bytes(certificate.public_bytes(Encoding.PEM))
        encryption: KeySerializationEncryption = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
        files.key.touch(mode=0o600)
        files.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption))
        return files


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, begins: datetime, ends: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
    )
