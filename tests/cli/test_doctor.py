"""`euchre doctor`: what it finds of healthy and of ailing things."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from euchre_referee.api.limits import Limits
from euchre_referee.api.transport import Tls, TlsFiles
from euchre_referee.cli import doctor
from euchre_referee.cli.doctoring import machine
from euchre_referee.cli.doctoring.addresses import examine as examine_addresses
from euchre_referee.cli.doctoring.finding import Finding, Verdict
from euchre_referee.cli.doctoring.secrets import examine_keys, examine_store_tls, examine_tls
from euchre_referee.cli.doctoring.store import examine as examine_store
from euchre_referee.ops.keyring import change_keyring, make_keyring
from euchre_referee.store import Embedded, Fsync, ReplicaWait, Store, connect
from tests.certificates import NOW, Authority
from tests.conftest import Server
from tests.store.resp_server import answering, info_of


class Told(NamedTuple):
    """Verdicts by subject, the worst of each, and all that was said."""

    worst: dict[str, Verdict]
    said: str


def told(findings: list[Finding]) -> Told:
    """What was found."""
    order = list(Verdict)
    worst: dict[str, Verdict] = {}
    for finding in findings:
        worst[finding.subject] = max(worst.get(finding.subject, Verdict.OK), finding.verdict, key=order.index)
    return Told(worst, "\n".join(map(str, findings)))


async def all_of(findings: AsyncIterator[Finding]) -> Told:
    """What was found of a store."""
    return told([finding async for finding in findings])


async def test_a_healthy_store_is_told_in_every_respect_and_nothing_is_written(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        store = connect(server.url)
        found = await all_of(examine_store(store, Fsync.ALWAYS))
        assert set(found.worst) == {
            "store", "store memory", "store disk", "store replicas", "store scripts", "store writes", "clock",
            "store distance",
        }  # fmt: skip
        assert found.worst["store"] is found.worst["store writes"] is found.worst["clock"] is Verdict.OK
        assert await store.command("DBSIZE") == 0
        await store.aclose()


async def test_what_ails_a_store_is_told_with_what_to_do(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        store = connect(server.url, wait=ReplicaWait(1))
        await store.client.config_set("maxmemory", "1")
        found = await all_of(examine_store(store, Fsync.ALWAYS))
        for subject in ("store memory", "store writes", "store replicas"):
            assert found.worst[subject] is Verdict.FAULT, found.said
        assert "raise maxmemory" in found.said
        found = await all_of(examine_store(store, Fsync.EVERY_SECOND))
        assert (found.worst, "appendfsync everysec" in found.said) == ({"store": Verdict.FAULT}, True)
        await store.aclose()


async def test_a_store_that_is_away_or_old_is_a_fault() -> None:
    async with answering({b"INFO": info_of("6.2.14")}) as url:
        store: Store = connect(url)
        found = await all_of(examine_store(store, Fsync.ALWAYS))
        assert (found.worst, "redis 6.2.14" in found.said) == ({"store": Verdict.FAULT}, True)
        await store.aclose()
    store = connect(url)
    found = await all_of(examine_store(store, Fsync.ALWAYS))
    assert (found.worst, "does not answer" in found.said) == ({"store": Verdict.FAULT}, True)
    assert "start it" in found.said
    await store.aclose()


def test_keys_are_looked_at_with_their_rights_and_their_age(tmp_path: Path) -> None:
    path, now = tmp_path / "keys", datetime.now(UTC)
    assert examine_keys("keys", path, now).verdict is Verdict.FAULT
    newest = make_keyring(path).newest
    found = examine_keys("keys", path, now)
    assert (found.verdict, newest in found.what) == (Verdict.OK, True)
    assert "rotate" in examine_keys("keys", path, now + timedelta(days=200)).remedy
    for _ in range(4):
        change_keyring(path, lambda ring: ring.with_new(in_use=True))
    assert "retire" in examine_keys("keys", path, now).remedy
    path.chmod(0o644)
    found = examine_keys("keys", path, now)
    assert (found.verdict, "chmod 600" in found.what) == (Verdict.FAULT, True)


def test_certificates_are_looked_at_with_their_time_their_names_and_their_chain(tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    good, short = authority.issue("good", ends=NOW + timedelta(days=90)), authority.issue("short")
    late = authority.issue("late", begins=NOW - timedelta(days=9), ends=NOW - timedelta(days=1))

    def found(cert: Path, key: Path, host: str = "", client_ca: Path | None = None) -> Told:
        return told(list(examine_tls(TlsFiles(cert, key, client_ca), host, NOW)))

    assert found(*good).worst == {"tls": Verdict.OK}
    assert "clients need that authority" in found(*good).said
    assert found(*good, "localhost").worst == {"tls": Verdict.OK}
    assert found(*good, "cards.example").worst == {"tls": Verdict.WARNING}
    assert found(*short).worst == {"tls": Verdict.WARNING}
    assert "expired" in found(*late).said
    assert found(*good, client_ca=authority.ca).worst == {"tls": Verdict.OK, "tls clients": Verdict.WARNING}
    of_the_store = [([good.cert, None], Verdict.OK), ([None, short.cert], Verdict.WARNING)]
    of_the_store += [([each], Verdict.FAULT) for each in (late.cert, good.key, tmp_path / "none")]
    for files, verdict in of_the_store:
        assert told(list(examine_store_tls(files, NOW))).worst == {"store tls": verdict}
    assert not list(examine_store_tls((None, None), NOW))
    chained = tmp_path / "chained"
    for above, verdict in ((authority.ca, Verdict.OK), (other.ca, Verdict.FAULT)):
        chained.write_bytes(good.cert.read_bytes() + above.read_bytes())
        assert found(chained, good.key).worst == {"tls": verdict}


def test_an_address_is_free_a_referees_or_somebody_elses(server: Server) -> None:
    found = told(list(examine_addresses({"http": "127.0.0.1:0", "metrics": "off", "listen": server.address})))
    assert set(found.worst.values()) == {Verdict.OK}
    assert f"a referee serves at {server.address}" in found.said
    for name, address in (("http", server.http), ("metrics", server.metrics)):
        assert told(list(examine_addresses({name: address}))).worst == {f"address {name}": Verdict.OK}
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        found = told(list(examine_addresses({"metrics": f"127.0.0.1:{other.getsockname()[1]}"})))
    assert (found.worst, "name another" in found.said) == ({"address metrics": Verdict.FAULT}, True)


async def test_a_referee_that_encrypts_is_known_by_its_certificate(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files, other = (TlsFiles(*authority.issue(name), client_ca=authority.ca) for name in ("referee", "other"))
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=Tls(files).context())
    async with server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for certificate, verdict in ((files.cert, Verdict.OK), (other.cert, Verdict.FAULT)):
            for name in ("listen", "http"):
                found = await asyncio.to_thread(list, examine_addresses({name: address}, certificate))
                assert told(found).worst == {f"address {name}": verdict}


def test_the_machine_is_looked_at(tmp_path: Path) -> None:
    assert told(list(machine.examine_versions())).worst == dict.fromkeys(("python", "packages", "tracing"), Verdict.OK)
    assert machine.examine_files(Limits(streams=1 << 30)).verdict is Verdict.WARNING
    assert machine.examine_house_bots(("greedy",)).what == "greedy"
    assert machine.examine_clock().verdict in (Verdict.OK, Verdict.WARNING)
    assert machine.examine_disk(tmp_path / "data", 0).subject == "disk"
    assert machine.examine_disk(tmp_path, 1 << 62).verdict is Verdict.FAULT


def test_the_command_ends_with_what_it_found(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    here = ("--listen", "127.0.0.1:0", "--http", "off", "--metrics", "off")
    assert doctor.main([*here, "--store", server.store, "--keys", server.keys]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("ok ", "warning ")) for line in lines)
    assert doctor.main([*here, "--data", str(tmp_path / "none"), "--limit", "streams=0", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert all(set(each) == {"verdict", "subject", "what", "remedy"} for each in found)
    (wrong,) = (each for each in found if each["verdict"] == "fault")
    assert wrong["subject"] == "configuration"
    assert not os.path.exists(tmp_path / "none")
    missing = tmp_path / "nobody.sock"
    assert doctor.main([*here, "--store", f"unix://{missing}"]) == 1
    assert f"unix://{missing} does not answer" in capsys.readouterr().out
