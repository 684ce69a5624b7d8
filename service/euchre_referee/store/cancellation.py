"""Cancelled means ended, also where a library loses the cancellation."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

_AGAIN_AFTER: Final = 0.1


def heed_cancellation() -> None:
    """End the current task if it was cancelled.

    Asked by loops that outlive errors of the store: a call that is cancelled while it connects or waits for its
    answer may end in a connection error instead, and the loop would go on for ever.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def end_tasks(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """Cancel tasks until all have ended: a library may lose a cancellation, but not every one."""
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_AFTER)
