"""How `euchre serve` begins, or says why it cannot."""

import asyncio
import json
import socket
import sys
from pathlib import Path

from tests.conftest import Server


async def serve(*options: str) -> tuple[int, str]:
    """Exit code and what was said of a server that does not begin."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "euchre_referee.cli.main", "serve", "--listen", "127.0.0.1:0", "--metrics", "off",
        "--log-level", "error", *options, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, errors = await asyncio.wait_for(process.communicate(), 60)
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
            ("--store", f"unix://{tmp_path / 'nobody.sock'}"): "store",
            ("--store", server.store, "--keys", str(none)): str(none),
            ("--store", server.store, "--keys", str(keys)): "k1",
            ("--store", server.store, "--listen", busy): busy,
            ("--store", server.store, "--metrics", busy): busy.partition(":")[2],
        }
        results = await asyncio.gather(*(serve(*options) for options in cases))
    for (options, text), (code, errors) in zip(cases.items(), results, strict=True):
        assert code == 2, (options, errors)
        last = errors.strip().splitlines()[-1]
        assert last.startswith("euchre serve: "), errors
        assert text in last, errors
        assert "Traceback" not in errors


async def test_alone_it_brings_its_own_store_and_ends_in_order(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "euchre_referee.cli.main", "serve", "--listen", "127.0.0.1:0", "--metrics", "off",
        "--data", str(tmp_path / "data"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    ready = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    assert ready["metrics"] is None
    process.terminate()
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert {line["level"] for line in lines} == {"info"}
    assert (tmp_path / "data" / "token.keys").stat().st_mode & 0o077 == 0
