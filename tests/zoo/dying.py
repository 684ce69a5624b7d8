"""Bots of real processes that are killed (kill -9) at every kind of moment."""

import asyncio
import sys
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
        async with Proxy(cage.address) as proxy:
            arguments = (proxy.address, cage.token, cage.game, str(cage.seat), moment.value)
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.zoo.mortal", *arguments,
                cwd=_ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            assert process.stdout is not None
            try:
                line = await asyncio.wait_for(process.stdout.readline(), OVER_WITHIN)
                if moment is Moment.BEFORE_THE_VERDICT:
                    await _let_decide(cage, proxy, process, int(line))
                else:
                    assert line == b"now\n"
            finally:
                process.kill()
                await process.communicate()

    return animal


async def _let_decide(cage: Cage, proxy: Proxy, process: asyncio.subprocess.Process, version: int) -> None:
    """Lets it decide, and comes back when the decision stands of which it will not hear."""
    proxy.hold()
    assert process.stdin is not None
    process.stdin.write(b"go on\n")
    async with cage.caller() as looking:

        async def decided() -> bool:
            return (await looking.view(cage.game)).version > version

        await until(decided)
    cage.decided_last = version
