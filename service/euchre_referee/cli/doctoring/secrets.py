"""Files of keys and certificates: whether they can be used, who reads them, how old they are and how long they hold."""

import ssl
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature

from euchre_referee.api.transport import TlsFiles, read_tls
from euchre_referee.cli.doctoring.finding import Finding, fault, ok, warning
from euchre_referee.ops.keyring import read_keyring

_OLD: Final = timedelta(days=180)
_SOON: Final = timedelta(days=30)
_MANY: Final = 4


def examine_keys(subject: str, path: Path | None, now: datetime) -> Finding:
    """A file of keys: readable for its owner alone, and not used for too long."""
    if path is None:
        return ok(subject, "no file is named")
    try:
        ring = read_keyring(path)
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError) as error:
        return fault(subject, str(error))
    age = (now - changed).days
    told = f"{path} has {len(ring.keys)} keys, the newest is {ring.newest!r}, changed {age} days ago"
    if now - changed > _OLD:
        return warning(subject, told, f"use another: euchre keys rotate --keys {path}")
    if len(ring.keys) > _MANY:
        return warning(subject, told, f"forget those that nobody uses: euchre keys retire --keys {path} NAME")
    return ok(subject, told)


def examine_tls(files: TlsFiles | None, host: str, now: datetime) -> Iterator[Finding]:
    """The certificate: how long it holds, for which names, and whether those above it are there."""
    if files is None:
        yield ok("tls", "connections are not encrypted")
        return
    try:
        read_tls(files, now)
        chain = x509.load_pem_x509_certificates(files.cert.read_bytes())
    except (OSError, ValueError) as error:
        yield fault("tls", str(error))
        return
    yield _expiry("tls", files.cert, chain[0], now)
    yield _names(files.cert, chain[0], host)
    yield _chained(files.cert, chain)
    if files.client_ca is not None:
        for authority in x509.load_pem_x509_certificates(files.client_ca.read_bytes()):
            yield _expiry("tls clients", files.client_ca, authority, now)


def examine_store_tls(files: Sequence[Path | None], now: datetime) -> Iterator[Finding]:
    """The authorities of the store's certificates, and the one that is shown to it: how long they hold."""
    for path in filter(None, files):
        try:
            certificates = x509.load_pem_x509_certificates(path.read_bytes())
            # A file of authorities may have a hundred.
            yield _expiry("store tls", path, min(certificates, key=lambda each: each.not_valid_after_utc), now)
        except (OSError, ValueError) as error:
            yield fault("store tls", f"{path}: {error}")


def _expiry(subject: str, path: Path, certificate: x509.Certificate, now: datetime) -> Finding:
    ends = certificate.not_valid_after_utc
    told = f"{path} holds until {ends:%F}, {(ends - now).days} days from now"
    if ends <= now:
        return fault(subject, told, "put a new one there")
    if ends - now < _SOON:
        return warning(subject, told, "put a new one there; it is read while the referee runs")
    return ok(subject, told)


def _names(path: Path, certificate: x509.Certificate, host: str) -> Finding:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return fault("tls", f"{path} names no host", "clients refuse it: one with a subject alternative name is needed")
    names = [*found.get_values_for_type(x509.DNSName), *map(str, found.get_values_for_type(x509.IPAddress))]
    told = f"{path} is for {', '.join(names)}"
    wildcard = f"*.{host.partition('.')[2]}"
    if host and host not in names and wildcard not in names:
        return warning("tls", f"{told}, not for {host}, where it is served", "clients must use a name that it has")
    return ok("tls", told)


def _chained(path: Path, chain: list[x509.Certificate]) -> Finding:
    for below, above in pairwise(chain):
        try:
            below.verify_directly_issued_by(above)
        except (ValueError, TypeError, InvalidSignature):
            issuer = below.issuer.rfc4514_string()
            return fault("tls", f"{path}: after a certificate by {issuer} stands another's", "put them in their order")
    last = chain[-1]
    known = {each.get("subject") for each in ssl.create_default_context().get_ca_certs()}
    ends = last.issuer == last.subject or _as_ssl_has(last.issuer) in known
    told = f"{path} has {len(chain)} certificates, the last by {last.issuer.rfc4514_string()}"
    return ok("tls", told if ends else f"{told}: clients need that authority (--ca), unless their system trusts it")


def _as_ssl_has(name: x509.Name) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(((each.oid._name, str(each.value)),) for each in name)
