"""A referee process that can be killed and started again at its address."""

import asyncio
import json
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.store.ports import free_ports

_WITHIN: Final = 240.0
"""Seconds for what must happen in the end: where thirty others want each core, a process needs more than one minute to
begin."""


class Replica:
    """`euchre serve` on a store that others run. Its address stays the same."""

    def __init__(self, store: str, keys: Path, *options: str, metrics: str = "off", address: str = "") -> None:
        self.address: Final = address or f"127.0.0.1:{free_ports(1)[0]}"
        self.environment: Mapping[str, str] | None = None
        """Of its next life; None: that of the tests."""
        self.metrics = ""
        """`host:port` of this life's metrics; empty if there are none."""
        self._command: Final = (
            sys.executable, "-m", "euchre_referee.cli.main", "serve", "--listen", self.address, "--store", store,
            "--http", "off",
            "--metrics", metrics, "--keys", str(keys), "--log-level", "error", *options,
        )  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def pid(self) -> int:
        """Of this life's process."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Starts it, again and again as long as the store is away, until it serves."""
        last = ""
        try:
            async with asyncio.timeout(_WITHIN):
                while not await self._begin():
                    last = await self.said()
        except TimeoutError as error:
            await self.kill()
            raise AssertionError(f"no referee at {self.address}; what its last life said: {last!r}") from error

    async def _begin(self) -> bool:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdout=pipe, stderr=pipe, env=self.environment
        )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            return False
        said = json.loads(line)
        assert said["address"] == self.address
        self.metrics = said["metrics"] or ""
        return True

    async def kill(self) -> None:
        """SIGKILL: nothing is finished, nobody is told."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM: it drains."""
        await self._end(signal.SIGTERM)

    def ask_to_stop(self) -> None:
        """SIGTERM, without waiting."""
        assert self._process is not None
        self._process.terminate()

    @property
    def exit_code(self) -> int | None:
        """Of the life that is over; None while it lives."""
        assert self._process is not None
        return self._process.returncode

    async def said(self) -> str:
        """What it wrote to standard error, once it has ended."""
        assert self._process is not None
        _, errors = await self._process.communicate()
        return errors.decode()

    async def _end(self, number: signal.Signals) -> None:
        process = self._process
        assert process is not None
        if process.returncode is None:
            process.send_signal(number)
        await asyncio.wait_for(process.communicate(), _WITHIN)
