"""Encrypted connections: who gets in, and which files cannot be used."""

import asyncio
import base64
import shutil
import ssl
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from euchre_client import AsyncClient, Unreachable, tls
from euchre_referee.api.transport import Tls, TlsFiles, TlsMaterial, read_tls
from tests.api.nearby import nearby
from tests.certificates import NOW, Authority
from tests.conftest import Server


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Trusted by whoever names its file."""
    return Authority(tmp_path)


async def reaches(address: str, **files: Path) -> bool:
    """A client with these files gets an answer; raises Unreachable if it gets none."""
    async with AsyncClient(f"grpcs://{address}", credentials=tls(**files), timeout=60) as client:
        return len(await client.list_presets()) > 0


async def turned_away(address: str, **files: Path) -> bool:
    """Whether a client with these files, or without encryption if there are none, gets no answer."""
    credentials, target = (tls(**files), f"grpcs://{address}") if files else (None, address)
    async with AsyncClient(target, credentials=credentials, timeout=2) as client:
        try:
            await client.list_presets()
        except Unreachable:
            return True
    return False


async def test_whoever_trusts_the_authority_is_served_and_nobody_else_is(
    server: Server, authority: Authority, tmp_path: Path
) -> None:
    files = authority.issue("referee")
    stranger = Authority(tmp_path, "stranger")
    async with nearby(server.store, tls=Tls(TlsFiles(*files))) as encrypted:
        assert await reaches(encrypted.address, ca=authority.ca)
        assert await turned_away(encrypted.address, ca=stranger.ca)
        assert await turned_away(encrypted.address)


async def test_a_client_must_show_a_certificate_where_one_is_asked_for(
    server: Server, authority: Authority, tmp_path: Path
) -> None:
    files, own = authority.issue("referee"), authority.issue("client")
    others = Authority(tmp_path, "stranger").issue("other")
    async with nearby(server.store, tls=Tls(TlsFiles(*files, client_ca=authority.ca))) as mutual:
        assert await reaches(mutual.address, ca=authority.ca, cert=own.cert, key=own.key)
        assert await turned_away(mutual.address, ca=authority.ca)
        assert await turned_away(mutual.address, ca=authority.ca, cert=others.cert, key=others.key)


async def test_the_environment_names_the_files_where_a_program_does_not(
    server: Server, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, own = authority.issue("referee"), authority.issue("client")
    async with nearby(server.store, tls=Tls(TlsFiles(*files, client_ca=authority.ca))) as mutual:
        monkeypatch.setenv("EUCHRE_CA", str(authority.ca))
        monkeypatch.setenv("EUCHRE_CERT", str(own.cert))
        with pytest.raises(ValueError, match="EUCHRE_KEY"):
            AsyncClient(f"grpcs://{mutual.address}")
        monkeypatch.setenv("EUCHRE_KEY", str(own.key))
        async with AsyncClient(f"grpcs://{mutual.address}") as client:
            assert await client.list_presets()


async def test_a_connection_gets_the_certificate_that_lies_there_when_it_begins(
    server: Server, authority: Authority
) -> None:
    files, later, broken = authority.issue("referee"), authority.issue("later"), authority.issue("broken")
    guard = Tls(TlsFiles(*files))
    async with nearby(server.store, tls=guard) as encrypted:

        async def shown() -> str:
            host, _, port = encrypted.address.rpartition(":")
            pem = await asyncio.to_thread(ssl.get_server_certificate, (host, int(port)))
            certificate = x509.load_pem_x509_certificate(pem.encode())
            return certificate.subject.rfc4514_string()

        assert await shown() == "CN=referee"
        async with AsyncClient(f"grpcs://{encrypted.address}", credentials=tls(ca=authority.ca)) as standing:
            await standing.list_presets()
            shutil.copyfile(broken.cert, files.cert)
            guard.watched.look()
            # The key is not there yet: what was good stays.
            assert await shown() == "CN=referee"
            shutil.copyfile(later.key, files.key)
            shutil.copyfile(later.cert, files.cert)
            guard.watched.look()
            assert await shown() == "CN=later"
            assert await standing.list_presets()
        assert await reaches(encrypted.address, ca=authority.ca)


Spoil = Callable[[Authority, TlsFiles], TlsFiles]


def test_what_is_in_order_is_read(authority: Authority) -> None:
    material = read_tls(TlsFiles(*authority.issue("referee"), client_ca=authority.ca), NOW)
    assert isinstance(material, TlsMaterial)
    assert material.client_ca == authority.ca.read_bytes()


@pytest.mark.parametrize(
    ("spoil", "named", "why"),
    [
        (lambda ca, files: TlsFiles(*ca.issue("old", ends=NOW - timedelta(hours=1))), "old.cert", "expired on"),
        (lambda ca, files: TlsFiles(*ca.issue("new", begins=NOW + timedelta(hours=1))), "new.cert", "holds only from"),
        (lambda ca, files: files._replace(key=ca.issue("other").key), "other.key", "not the key"),
        (lambda ca, files: TlsFiles(*ca.issue("locked", passphrase=b"secret")), "locked.key", "passphrase"),
        (lambda ca, files: files._replace(cert=files.cert.with_name("none")), "none", "No such file"),
        (lambda ca, files: files._replace(key=files.key.with_name("none")), "none", "No such file"),
        (lambda ca, files: files._replace(client_ca=files.key), "referee.key", "PEM"),
        (lambda ca, files: files._replace(cert=_garbage(files.cert)), "garbage", "PEM"),
        (lambda ca, files: files._replace(key=_garbage(files.key)), "garbage", "PEM"),
        (lambda ca, files: files._replace(key=_open_to_all(files.key)), "referee.key", "chmod 600"),
        (lambda ca, files: files._replace(key=_unknown(files.key)), "unknown", "of a kind"),
    ],
    ids=[
        "expired",
        "early",
        "mismatched",
        "encrypted",
        "no cert",
        "no key",
        "no CA",
        "bad cert",
        "bad key",
        "open",
        "unknown",
    ],
)
def test_files_that_cannot_be_used_are_named(authority: Authority, spoil: Spoil, named: str, why: str) -> None:
    files = spoil(authority, TlsFiles(*authority.issue("referee")))
    with pytest.raises((ValueError, OSError)) as raised:
        read_tls(files, NOW)
    assert named in str(raised.value)
    assert why in str(raised.value)


def _garbage(beside: Path) -> Path:
    path = beside.with_name("garbage")
    path.touch(mode=0o600)
    path.write_text("garbage\n")
    return path


def _unknown(beside: Path) -> Path:
    """A private key of a kind that there is not: its number is none."""
    known = Ed25519PrivateKey.generate().private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    unknown = base64.encodebytes(known.replace(b"\x2b\x65\x70", b"\x2b\x65\x63")).decode()
    path = beside.with_name("unknown")
    path.touch(mode=0o600)
    path.write_text(f"-----BEGIN PRIVATE KEY-----\n{unknown}-----END PRIVATE KEY-----\n")
    return path


def _open_to_all(path: Path) -> Path:
    path.chmod(0o644)
    return path
