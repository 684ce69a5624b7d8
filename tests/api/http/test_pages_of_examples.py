"""The examples in the pages for front ends work as they stand there."""

import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from euchre_referee.cli.local import LocalStack
from tests.api.http import curl

ROOT: Final = Path(__file__).parents[3]
DEFAULT: Final = "127.0.0.1:7448"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BETWEEN: Final = "--- next ---"


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def address() -> AsyncIterator[str]:
    """A referee with bots of its own."""
    async with LocalStack(options=("--house-bots", "greedy")) as stack:
        yield stack.http[0]


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where programs are found: curl is a stand-in of ours on machines that have none."""
    found = "/usr/local/bin:/usr/bin:/bin"
    if shutil.which("curl", path=found):
        return found
    stand_in = tmp_path / "bin" / "curl"
    stand_in.parent.mkdir()
    stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} {curl.__file__} "$@"\n')
    stand_in.chmod(0o755)
    return f"{stand_in.parent}:{found}"


async def run(blocks: list[str], address: str, path: str) -> list[str]:
    """What each block writes, run one after the other in one shell."""
    script = f"\necho; echo '{BETWEEN}'\n".join(blocks).replace(DEFAULT, address)
    shell = await asyncio.create_subprocess_exec(
        "bash", "-c", script, env={"PATH": path}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    written, errors = await asyncio.wait_for(shell.communicate(), 100)
    assert not errors, errors.decode()
    return written.decode().split(f"\n{BETWEEN}\n")


def blocks_of(page: str) -> list[str]:
    """Those of a page that call the API over HTTP."""
    found: list[str] = BLOCK.findall((ROOT / page).read_text())
    first = next(at for at, block in enumerate(found) if DEFAULT in block)
    return [block for block in found[first:] if "curl -" in block and "buf curl" not in block]


async def test_the_page_on_http(address: str, path: str) -> None:
    played, watched, problem, ticket, known = await run(blocks_of("docs/http.md"), address, path)
    assert played.startswith('{"presets":[{"preset":')
    assert re.search(r"^game \d+-\w{16}$", played, re.MULTILINE)
    assert '"accepted":{"action":' in played
    assert '"seatTaken":{"seat":0,"name":"Ann"}' in watched
    assert '"application/problem' not in problem
    assert '"type":"urn:euchre-referee:reason:' in problem
    assert '"locale":"fr"' in problem
    assert '"viewer":0' in ticket or '"seatTaken"' in ticket
    assert known.strip() in ("304", "200")


async def test_the_first_page(address: str, path: str) -> None:
    written = "".join(await run(blocks_of("README.md"), address, path))
    assert '"accepted":{"action":' in written
    assert '"reason"' not in written
