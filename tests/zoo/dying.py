"""Bots of real processes that are killed (kill -9) at every kind of moment."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from tests.faults.proxy import Proxy
from tests.store.until import until
from tests.zoo.cage import OVER_WITHIN, Animal, Cage
from tests.zoo.mortal import Moment

_ROOT: Final = Path(__file__).resolve().parents[2]


def dying(moment: Moment) -> Animal:
    """An animal that is killed then."""

    async def animal(cage: Cage) -> None:
        # Straight to the referee: through a proxy the end of the connection would be as late as this process is busy.
        async with _born(cage, cage.address, moment) as process:
            assert await _line(process) == b"now\n"
            assert await asyncio.wait_for(process.wait(), OVER_WITHIN) == -signal.SIGKILL

    return _before_the_verdict if moment is Moment.BEFORE_THE_VERDICT else animal


async def _before_the_verdict(cage: Cage) -> None:
    """It decides, and is killed when the decision stands, of which the proxy lets it hear nothing."""
    async with Proxy(cage.address) as proxy, _born(cage, proxy.address, Moment.BEFORE_THE_VERDICT) as process:
        version = int(await _line(process))
        proxy.hold()
        assert process.stdin is not None
        process.stdin.write(b"go on\n")
        async with cage.caller() as looking:

            async def decided() -> bool:
                return (await looking.view(cage.game)).version > version

            await until(decided)
        cage.decided_last = version


@asynccontextmanager
async def _born(cage: Cage, address: str, moment: Moment) -> AsyncIterator[Process]:
    """The bot, which does not outlive this."""
    arguments = (address, cage.token, cage.game, str(cage.seat), moment.value)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.zoo.mortal", *arguments, cwd=_ROOT, stdin=PIPE, stdout=PIPE
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def _line(process: Process) -> bytes:
    assert process.stdout is not None
    return await asyncio.wait_for(process.stdout.readline(), OVER_WITHIN)
