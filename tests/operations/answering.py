"""Programs that are there for as long as a test needs them."""

import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx

from euchre_referee.store.exec_wrapper import ending_with_us
from tests.store.until import until

_WITHIN: Final = 60.0


@asynccontextmanager
async def answering(url: str, log: Path, program: str, *arguments: str) -> AsyncIterator[None]:
    """A program, given by its path, that answers at an address; what it says is in `log`.

    It ends with this process, whatever becomes of that.
    """
    process = _started(log, ending_with_us(program, *arguments))

    async def answers() -> bool:
        _assert_runs(process, log)
        try:
            async with httpx.AsyncClient(timeout=_WITHIN) as client:
                return (await client.get(url)).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    try:
        await until(answers, _WITHIN)
        yield
    finally:
        process.terminate()
        process.wait()


def _started(log: Path, command: Sequence[str]) -> "subprocess.Popen[bytes]":
    # Some open what they are given a second time.
    with log.open("ab") as said:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)


def _assert_runs(process: "subprocess.Popen[bytes]", log: Path) -> None:
    assert process.poll() is None, log.read_text()
