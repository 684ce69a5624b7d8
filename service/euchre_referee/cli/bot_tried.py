"""A program that joins by itself is tried at a referee of its own, which ends with the trial."""

import asyncio
from typing import Final

from euchre_client import AsyncClient
from euchre_referee.cli.bot_programs import Attending, attend
from euchre_referee.cli.local import LocalStack

_SESSION: Final = "trial"


async def try_program(attending: Attending) -> str | None:
    """What is wrong with a program, if anything, at a referee of its own."""
    async with LocalStack() as stack:
        async with AsyncClient(stack.address, stack.operator_token) as operator:
            token = await operator.issue_token(_SESSION)
        async with AsyncClient(stack.address, token) as client:
            tried = asyncio.Event()
            attended = asyncio.create_task(attend(attending, client, stack.address, token, tried.set))
            waiting = asyncio.create_task(tried.wait())
            await asyncio.wait({attended, waiting}, return_when=asyncio.FIRST_COMPLETED)
            for task in (attended, waiting):
                task.cancel()
            (outcome, _) = await asyncio.gather(attended, waiting, return_exceptions=True)
    return str(outcome) if isinstance(outcome, Exception) else None
