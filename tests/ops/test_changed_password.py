"""The store's password changes while a referee plays."""

import asyncio
import json
from pathlib import Path

from euchre_client import AsyncClient
from euchre_referee.cli.exit_codes import DONE
from tests.cli.test_house_bots import begin, play_on
from tests.cli.test_store_options import NEW, SERVERS, secret
from tests.ops.test_serve import SERVE
from tests.ops.test_starting import FIT
from tests.store.ports import free_ports
from tests.store.servers import running

WITHIN = 60.0
"""Seconds."""


async def test_play_goes_on_with_the_password_that_the_file_holds_then(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with running(tmp_path / "store", port, *FIT) as server:
        await server.answering()
        server.ask("ACL", "SETUSER", "referee", "on", f">{SERVERS}", "~*", "&*", "+@all")
        file = secret(tmp_path / "password", SERVERS)
        process = await asyncio.create_subprocess_exec(
            *SERVE, "--store", f"redis://referee@127.0.0.1:{port}", "--store-password-file", str(file),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            said = json.loads(await asyncio.wait_for(process.stdout.readline(), WITHIN))
            async with AsyncClient(said["address"]) as guest:
                await begin(guest)
                server.ask("ACL", "SETUSER", "referee", "resetpass", f">{NEW}")
                secret(file, NEW)
                assert server.ask("CLIENT", "KILL", "USER", "referee")
                await play_on(guest, 1)
            process.terminate()
            _, errors = await asyncio.wait_for(process.communicate(), WITHIN)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert process.returncode == DONE
    told = errors.decode()
    assert f"the store's password in {file}: read anew" in told
    assert "hidden" not in told
