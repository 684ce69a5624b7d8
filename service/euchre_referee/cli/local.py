"""A store and a referee of one's own, started and stopped with the program that needs them."""

import asyncio
import json
import os
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from time import time
from types import TracebackType
from typing import Final

from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store import exec_wrapper
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.server_options import Fsync

_READY_WITHIN: Final = 60.0
_STOP_WITHIN: Final = 30.0
_DAY: Final = 24 * 60 * 60


class LocalStack:
    """`async with LocalStack() as stack`: `address` is the referee's, `operator_token` may do everything.

    Without a directory the store's data are temporary. `referees` processes share the store; the store belongs to
    this process and ends with it.
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        referees: int = 1,
        fsync: Fsync = Fsync.ALWAYS,
        options: tuple[str, ...] = (),
    ) -> None:
        self._directory: Final = directory
        self._number: Final = referees
        self._options: Final = options
        self._stack: Final = AsyncExitStack()
        self.store: Final = Embedded(directory, fsync=fsync)
        self.keys = Path()
        self.operator_token = ""
        self.addresses: list[str] = []
        self.metrics: list[str] = []
        self.processes: list[asyncio.subprocess.Process] = []

    @property
    def address(self) -> str:
        """`host:port` of the first referee."""
        return self.addresses[0]

    async def __aenter__(self) -> "LocalStack":
        try:
            self._stack.enter_context(self.store)
            folder = self._directory or Path(
                self._stack.enter_context(tempfile.TemporaryDirectory(prefix="euchre-keys-"))
            )
            self.keys = folder / "token.keys"
            tokens = Tokens(make_keyring(self.keys))
            self.operator_token = tokens.issue(Caller.operating("operator"), int(time()) + 30 * _DAY)
            for _ in range(self._number):
                await self.start_referee()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()

    async def start_referee(self) -> None:
        """One more referee on the store. Raises RuntimeError, with what it said, if it does not begin."""
        # Should this process be killed, its referees end with it, as its store does.
        bound = (sys.executable, "-I", "-S", exec_wrapper.__file__, str(os.getpid()))
        serve = (
            sys.executable, "-m", "euchre_referee.cli.main", "serve",
            "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0",
            "--store", self.store.url, "--keys", str(self.keys), "--log-level", "warning",
        )  # fmt: skip
        process = await asyncio.create_subprocess_exec(*bound, *serve, *self._options, stdout=asyncio.subprocess.PIPE)
        self.processes.append(process)
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), _READY_WITHIN)
        if not line:
            raise RuntimeError(f"the referee ended at once with exit code {await process.wait()}")
        ready = json.loads(line)
        self.addresses.append(ready["address"])
        self.metrics.append(ready["metrics"])

    async def _stop(self) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
        for process in self.processes:
            try:
                await asyncio.wait_for(process.wait(), _STOP_WITHIN)
            except TimeoutError:
                process.kill()
                await process.wait()
        await self._stack.aclose()
