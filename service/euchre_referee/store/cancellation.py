"""Cancelled means ended, also where a library loses the cancellation."""

import asyncio


def heed_cancellation() -> None:
    """End the current task if it was cancelled.

    Asked by loops that outlive errors of the store: a call that is cancelled while it connects or waits for its
    answer may end in a connection error instead, and the loop would go on for ever.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
