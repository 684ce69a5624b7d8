"""What open streams are told when the server goes away."""

import asyncio
from typing import Final


class Draining:
    """First they are told, then they are closed."""

    def __init__(self) -> None:
        self.begun: Final = asyncio.Event()
        self.closing: Final = asyncio.Event()
        self.closes_in_ms = 0

    def begin(self, seconds: float) -> None:
        """Streams are told that they will be closed."""
        self.closes_in_ms = int(seconds * 1000)
        self.begun.set()

    def close(self) -> None:
        """Streams end now."""
        self.closing.set()
