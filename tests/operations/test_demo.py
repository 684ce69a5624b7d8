"""The demonstration of `make ops-demo`, short: it plays, tells where to look, and ends cleanly either way."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import httpx
import pytest

from tests.operations.demo import STARTED
from tests.store.until import until

WITHIN = 200.0
"""Seconds: a dozen programs are started, on a machine that may be busy."""


LAST_PLACE = "Logs:"
"""The last of the places to look at."""


async def demonstrate(out: Path, seconds: str, *, interrupted_at: str = "") -> str:
    """What it says; at the line that begins so each place is looked at, and it is interrupted. It ends with 0, and
    nothing of it goes on."""
    command = (sys.executable, "-m", "tests.operations.demo", "--bots", "random,greedy", "--boards", "1")
    environment = os.environ | {"OPS_DEMO_SECONDS": seconds}
    pipe = asyncio.subprocess.PIPE
    demo = await asyncio.create_subprocess_exec(
        *command, "--out", str(out), stdout=pipe, stderr=pipe, env=environment, start_new_session=True
    )
    assert demo.stdout is not None
    assert demo.stderr is not None
    complaints = asyncio.create_task(demo.stderr.read())
    said = ""
    async with asyncio.timeout(WITHIN):
        while line := await demo.stdout.readline():
            said += line.decode()
            if interrupted_at and line.decode().strip().startswith(interrupted_at):
                await look_at(re.findall(r"http://\S+", said))
                # As a terminal does: all of its processes are told.
                os.killpg(demo.pid, signal.SIGINT)
        code = await demo.wait()
    assert code == 0, (await complaints).decode()
    await until(lambda: not _is_anybody_left(demo.pid), WITHIN)
    return said


async def look_at(pages: list[str]) -> None:
    """Finds something at each of them."""
    assert len(pages) >= 6, pages
    async with httpx.AsyncClient(timeout=WITHIN, follow_redirects=True) as client:
        for page in pages:
            answer = await client.get(page)
            assert answer.is_success, (page, answer.status_code)
            assert answer.content, page


def _is_anybody_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.timeout(300)
async def test_it_plays_through_envoy_and_ends_by_itself(tmp_path: Path) -> None:
    said = await demonstrate(tmp_path / "demo", "0.1")
    counted = re.search(r"Prometheus has (\d+) decisions; Envoy sent (\d+) and (\d+) requests", said)
    assert counted is not None, said
    assert int(counted[1]) > 0
    assert (tmp_path / "demo" / "tournament" / "report.html").exists()


@pytest.mark.timeout(300)
async def test_every_place_it_names_is_there_and_ctrl_c_ends_it_in_the_middle(tmp_path: Path) -> None:
    said = await demonstrate(tmp_path / "demo", "", interrupted_at=LAST_PLACE)
    assert STARTED in said
