"""A store and a referee that come back by themselves, at the address they had."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from euchre_client import AsyncClient
from euchre_referee.cli.local import LocalStack
from tests.store.until import until

DEADLINE = 60.0

pytestmark = pytest.mark.timeout(2 * DEADLINE)


async def test_a_referee_and_a_store_that_are_killed_come_back_with_all_they_knew(tmp_path: Path) -> None:
    async with LocalStack(tmp_path / "run", kept=True, log=tmp_path / "referee.log") as stack:
        address, referee, store = stack.address, stack.processes[0], stack.store.pid
        async with AsyncClient(address, stack.operator_token, timeout=DEADLINE) as client:
            made = await client.create_boards(1, request_id="before")
            assert store is not None
            referee.kill()
            os.kill(store, signal.SIGKILL)
            await until(lambda: stack.processes[0] is not referee, DEADLINE)
            assert stack.address == address
            assert await client.create_boards(1, request_id="before") == made
    assert stack.processes[0].returncode == 0
    assert (tmp_path / "referee.log").stat().st_mode & 0o077 == 0


async def test_another_stack_on_its_directory_goes_on_where_it_was(tmp_path: Path) -> None:
    found = []
    for _ in range(2):
        async with LocalStack(tmp_path) as stack, AsyncClient(stack.address, stack.operator_token) as client:
            found.append(await client.create_boards(1, request_id="before"))
    assert found[0] == found[1]


async def test_a_referee_that_cannot_be_started_again_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_referee.cli.local._MOST_FAILURES", 2)
    async with LocalStack(tmp_path, kept=True, log=tmp_path / "referee.log") as stack:
        stack.keys.write_text("no key")
        stack.processes[0].kill()
        with pytest.raises(RuntimeError, match=r"the referee at 127\.0\.0\.1:\d+ cannot be started: .*its log ends"):
            await asyncio.wait_for(stack.broken(), DEADLINE)
