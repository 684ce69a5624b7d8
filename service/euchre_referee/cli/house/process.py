"""A process of players: started when there is something for it to do, and again when it has ended."""

import asyncio
import logging
import os
import subprocess
import sys
from time import monotonic
from typing import Final

from euchre_referee.cli.house.players import Order

_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 60.0
_LONG_LIFE: Final = 60.0
"""Seconds after which a process counts as sound: its end is followed by the first pause again."""
_STOP_WITHIN: Final = 5.0

_LOGGER: Final = logging.getLogger(__name__)


class Process:
    """At most one process at a time."""

    def __init__(self, server: str, niceness: int) -> None:
        self._arguments: Final = (sys.executable, "-m", "euchre_referee.cli.house.players", server, str(niceness))
        self._running: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._pause = _FIRST_PAUSE
        self._not_before = 0.0
        self.ends = 0
        """How often one has ended by itself, or had to be, and the next was asked for."""

    @property
    def ended(self) -> bool:
        """It has ended by itself, and nothing else has begun."""
        return self._running is not None and self._running.poll() is not None

    @property
    def runs(self) -> bool:
        """It has begun, and not ended."""
        return self._running is not None and not self.ended

    def give(self, order: Order) -> None:
        """Gives an order, to a new process if need be; not at once again after it has ended. Raises OSError."""
        self._bury()
        if self._running is None:
            if monotonic() < self._not_before:
                return
            self._started = monotonic()
            # By vfork: a plain fork of a process with gRPC's threads may not come to its exec.
            self._running = subprocess.Popen(self._arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            os.set_blocking(self._input(self._running), False)
        try:
            os.write(self._input(self._running), order.line())
        except BlockingIOError:
            _LOGGER.warning("the players of the house take no more orders: they are ended, and begin anew")
            self._running.kill()
        except BrokenPipeError:
            # It has ended this moment; next time it is buried.
            return

    async def stop(self) -> None:
        """Ends it: its input is closed, and what does not end by itself is killed."""
        running, self._running = self._running, None
        if running is None:
            return
        assert running.stdin is not None
        running.stdin.close()
        try:
            await asyncio.to_thread(running.wait, _STOP_WITHIN)
        except subprocess.TimeoutExpired:
            running.kill()
            await asyncio.to_thread(running.wait)

    def _bury(self) -> None:
        if self._running is None or self._running.poll() is None:
            return
        now = monotonic()
        self._pause = _FIRST_PAUSE if now - self._started > _LONG_LIFE else min(2 * self._pause, _LONGEST_PAUSE)
        self._not_before = now + self._pause
        _LOGGER.warning("the players of the house ended with exit code %d", self._running.returncode)
        self._input_closed(self._running)
        self._running = None
        self.ends += 1

    @staticmethod
    def _input(running: "subprocess.Popen[bytes]") -> int:
        assert running.stdin is not None
        return running.stdin.fileno()

    @staticmethod
    def _input_closed(running: "subprocess.Popen[bytes]") -> None:
        assert running.stdin is not None
        running.stdin.close()
