"""Waiting for a condition instead of for a time."""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from time import monotonic


async def until(condition: Callable[[], object | Awaitable[object]], within: float = 30.0) -> None:
    """Come back when the condition holds; it fails the test if it does not within so many seconds."""
    end = monotonic() + within
    while True:
        holds = condition()
        if isawaitable(holds):
            holds = await holds
        if holds:
            return
        assert monotonic() < end, f"{condition} did not hold within {within} s"
        await asyncio.sleep(0.01)
