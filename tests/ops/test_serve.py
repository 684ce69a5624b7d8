"""How `euchre serve` begins, or says why it cannot."""

import asyncio
import json
import os
import shutil
import signal
import socket
import ssl
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Final

import httpx

from euchre_client import AsyncClient, Reason, Refused, tls
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Tokens
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, CANNOT_LISTEN, STORE_AWAY, STORE_UNFIT
from euchre_referee.ops.keyring import change_keyring, make_keyring
from euchre_referee.store import Embedded
from tests.certificates import Authority
from tests.conftest import Server
from tests.store.until import until

SERVE: Final = (
    sys.executable, "-m", "euchre_referee.cli.main", "serve", "--listen", "127.0.0.1:0", "--metrics", "off",
    "--http", "off", "--store-wait", "0",
)  # fmt: skip


async def serve(*options: str) -> tuple[int, str]:
    """Exit code and what was said of a server that does not begin."""
    process = await asyncio.create_subprocess_exec(
        *SERVE, "--log-level", "error", *options, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, errors = await asyncio.wait_for(process.communicate(), 100)
    assert not said
    assert process.returncode is not None
    return process.returncode, errors.decode()


async def test_what_keeps_it_from_beginning_is_said_in_a_line(server: Server, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("k1 00\n")
    keys.chmod(0o600)
    none = tmp_path / "none"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        busy = f"127.0.0.1:{other.getsockname()[1]}"
        cases = {
            ("--store", "nonsense://x"): "nonsense",
            ("--store", f"unix://{tmp_path / 'nobody.sock'}"): "nobody.sock does not answer",
            ("--store", server.store, "--keys", str(none)): str(none),
            ("--store", server.store, "--keys", str(keys)): "k1",
            ("--store", server.store, "--listen", busy): f"players cannot be served at {busy}",
            ("--store", server.store, "--metrics", busy): busy.partition(":")[2],
            ("--store", server.store, "--http", busy): f"HTTP cannot be served at {busy}",
            ("--store", server.store, "--http", "0.0.0.0:0"): "--http 0.0.0.0:0 is reached by others",
            ("--store", server.store, "--listen", "0.0.0.0:0"): "--keys FILE",
            ("--store", server.store, "--listen", "0.0.0.0:0", "--keys", server.keys): "--insecure-plaintext",
            ("--store", server.store, "--tls-cert", str(none)): "--tls-key",
            ("--store", server.store, "--tls-client-ca", str(none)): "--tls-cert",
            ("--store", server.store, "--tls-cert", str(none), "--tls-key", str(keys)): str(none),
            ("--store", server.store, "--limit", "streams=0"): "streams",
            ("--store", server.store, "--audit-log", str(none / "audit")): "audit",
            ("--store", server.store, "--seal", str(none)): str(none),
        }
        # Few at once: on a busy machine all of them would take each other's time.
        some = asyncio.Semaphore(3)

        async def tried(options: tuple[str, ...]) -> tuple[int, str]:
            async with some:
                return await serve(*options)

        results = await asyncio.gather(*map(tried, cases))
    for (options, text), (code, errors) in zip(cases.items(), results, strict=True):
        wanted = CANNOT_LISTEN if busy in options else STORE_AWAY if "does not answer" in text else BAD_ARGUMENTS
        assert code == wanted, (options, errors)
        last = errors.strip().splitlines()[-1]
        assert last.startswith("euchre serve: "), errors
        assert text in last, errors
        assert "Traceback" not in errors


async def test_alone_it_brings_its_own_store_and_ends_in_order(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *SERVE, "--data", str(tmp_path / "data"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    ready = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    assert (ready["metrics"], ready["http"]) == (None, None)
    process.terminate()
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert {line["level"] for line in lines} == {"info"}
    assert (tmp_path / "data" / "token.keys").stat().st_mode & 0o077 == 0


async def test_who_speaks_no_tls_where_that_is_spoken_leaves_no_line_that_is_no_json(tmp_path: Path) -> None:
    files = Authority(tmp_path).issue("referee")
    process = await asyncio.create_subprocess_exec(
        *SERVE, "--house-bots", "off", "--tls-cert", str(files.cert), "--tls-key", str(files.key),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    host, _, port = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))["address"].rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET / HTTP/1.1\r\n\r\n")
    await asyncio.wait_for(reader.read(), 60)
    writer.close()
    process.terminate()
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert [line for line in errors.decode().splitlines() if not line.startswith("{")] == []


async def test_an_encrypted_server_is_played_at_by_every_command(server: Server, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files, own, later = (authority.issue(name) for name in ("referee", "client", "later"))
    audit, keys = tmp_path / "audit", tmp_path / "keys"
    old = make_keyring(keys)
    process = await asyncio.create_subprocess_exec(
        *SERVE, "--store", server.store, "--keys", str(keys), "--auth", "required",
        "--tls-cert", str(files.cert), "--tls-key", str(files.key), "--tls-client-ca", str(authority.ca),
        "--audit-log", str(audit), "--http", "127.0.0.1:0", stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        ready = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        address = ready["address"]
        context = ssl.create_default_context(cafile=str(authority.ca))
        context.load_cert_chain(own.cert, own.key)
        async with httpx.AsyncClient(verify=context, trust_env=False, timeout=60) as browser:
            assert (await browser.get(f"https://{ready['http']}/v1/presets")).json()["reason"] == "UNAUTHENTICATED"
        credentials = tls(authority.ca, own.cert, own.key)
        operating = Tokens(old).issue(Bearer.operating("op"), int(time()) + 600)
        reaching = ("--server", address, "--ca", str(authority.ca), "--cert", str(own.cert), "--key", str(own.key))
        # Bots are processes of their own, which get the certificates from the one that starts them.
        await command(
            "tournament", "run", "--rules", "euchre", "--bots", "random,first", "--boards", "1",
            "--out", str(tmp_path / "out"), *reaching, token=operating,
        )  # fmt: skip
        lines = [json.loads(line) for line in audit.read_text().splitlines()]
        assert {"CreateTournament", "Register", "StartTournament", "ListPlaces"} <= {line["method"] for line in lines}
        assert {line["result"] for line in lines} == {"OK"}
        # Keys and certificates that are exchanged while it runs.
        new = old.with_new(in_use=True).without(old.newest, datetime.now(UTC))
        change_keyring(keys, lambda _: new)
        shutil.copyfile(later.key, files.key)
        shutil.copyfile(later.cert, files.cert)
        process.send_signal(signal.SIGHUP)

        async def asks(token: str) -> Reason | None:
            async with AsyncClient(f"grpcs://{address}", token, credentials=credentials, timeout=60) as client:
                try:
                    await client.list_presets()
                except Refused as refused:
                    return refused.reason
            return None

        async def exchanged() -> bool:
            return await asks(operating) is Reason.UNAUTHENTICATED

        await until(exchanged, 60)
        assert await asks("") is Reason.UNAUTHENTICATED
        assert await asks(Tokens(new).issue(Bearer("s"), int(time()) + 600)) is None
    finally:
        process.terminate()
        await process.wait()


async def command(*arguments: str, token: str) -> None:
    """A command of the people's that must succeed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "euchre_referee.cli.main", *arguments, env={**os.environ, "EUCHRE_TOKEN": token},
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, errors = await asyncio.wait_for(process.communicate(), 100)
    assert process.returncode == 0, errors.decode()


async def test_a_store_with_sealed_games_is_not_served_without_their_key(tmp_path: Path) -> None:
    seal = tmp_path / "seal"
    key = make_keyring(seal).newest
    with Embedded(tmp_path / "store") as store:
        process = await asyncio.create_subprocess_exec(
            *SERVE, "--store", store.url, "--seal", str(seal), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 60)
        code, errors = await serve("--store", store.url)
        assert (code, f"does not have: {key}; name their file with --seal" in errors) == (STORE_UNFIT, True)
        process.terminate()
        assert await process.wait() == 0
