"""A store and a referee of one's own, started and stopped with the program that needs them."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, time
from types import TracebackType
from typing import BinaryIO, Final

from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.exec_wrapper import ending_with_us
from euchre_referee.store.server_options import Fsync

_READY_WITHIN: Final = 60.0
_STOP_WITHIN: Final = 30.0
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
_STABLE_AFTER: Final = 30.0
_MOST_FAILURES: Final = 12
_FIRST_TRIES: Final = 3
_LOCK_WITHIN: Final = 3.0
_DAY: Final = 24 * 60 * 60


class LocalStack:
    """`async with LocalStack() as stack`: `address` is the referee's, `operator_token` may do everything.

    Without a directory the store's data are temporary. `referees` processes share the store; the store belongs to
    this process and ends with it. With `kept` a referee that ends by itself is started again at its address, as the
    store is; `broken` then ends with RuntimeError where that does not help. `log` is what the referees write
    to, standard error if it is None. `lock_within`: seconds that another store may still hold the directory.
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        referees: int = 1,
        fsync: Fsync = Fsync.ALWAYS,
        options: tuple[str, ...] = (),
        kept: bool = False,
        log: Path | None = None,
        lock_within: float = _LOCK_WITHIN,
    ) -> None:
        self._directory: Final = directory
        self._kept: Final = kept
        self._log: Final = log
        self._keepers: Final[list[asyncio.Task[None]]] = []
        self._number: Final = referees
        self._options: Final = options
        self._stack: Final = AsyncExitStack()
        self.store: Final = Embedded(directory, fsync=fsync, lock_within=lock_within)
        self.keys = Path()
        self.operator_token = ""
        self.addresses: list[str] = []
        self.metrics: list[str] = []
        self.http: list[str] = []
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

    async def broken(self) -> None:
        """Waits until a referee can be kept no longer, which is raised as RuntimeError."""
        done, _ = await asyncio.wait(self._keepers, return_when=asyncio.FIRST_COMPLETED)
        for keeper in done:
            keeper.result()

    async def start_referee(self) -> None:
        """One more referee on the store. Raises RuntimeError, with what it said, if it does not begin."""
        process, ready = await self._begin()
        self.processes.append(process)
        self.addresses.append(ready["address"])
        self.metrics.append(ready["metrics"])
        self.http.append(ready["http"])
        if self._kept:
            self._keepers.append(asyncio.create_task(self._keep(len(self.processes) - 1)))

    async def _begin(self) -> "tuple[asyncio.subprocess.Process, dict[str, str]]":
        """One that is to be kept, or its store, may be killed while it starts."""
        for _ in range(_FIRST_TRIES - 1 if self._kept else 0):
            with suppress(RuntimeError):
                return await self._launch("127.0.0.1:0")
            await asyncio.sleep(_FIRST_PAUSE)
        return await self._launch("127.0.0.1:0")

    async def _keep(self, number: int) -> None:
        """Starts a referee again whenever it ends. Raises RuntimeError after too many failures in a row."""
        failures, pause = 0, _FIRST_PAUSE
        begun = monotonic()
        while True:
            await self.processes[number].wait()
            if monotonic() - begun >= _STABLE_AFTER:
                failures, pause = 0, _FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            begun = monotonic()
            try:
                self.processes[number], ready = await self._launch(self.addresses[number])
            except (RuntimeError, OSError) as error:
                failures += 1
                if failures >= _MOST_FAILURES:
                    raise RuntimeError(f"the referee at {self.addresses[number]} cannot be started: {error}") from error
            else:
                failures = 0
                self.metrics[number], self.http[number] = ready["metrics"], ready["http"]

    async def _launch(self, listen: str) -> "tuple[asyncio.subprocess.Process, dict[str, str]]":
        # Should this process be killed, its referees end with it, as its store does.
        command = ending_with_us(
            sys.executable, "-m", "euchre_referee.cli.main", "serve",
            "--listen", listen, "--metrics", "127.0.0.1:0", "--http", "127.0.0.1:0",
            "--store", self.store.url, "--keys", str(self.keys), "--log-level", "warning", *self._options,
        )  # fmt: skip
        with _opened(self._log) as log:
            process = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=log, env=_environment()
            )
        try:
            assert process.stdout is not None
            line = await asyncio.wait_for(process.stdout.readline(), _READY_WITHIN)
            if not line:
                raise RuntimeError(
                    f"the referee ended at once with exit code {await process.wait()}{self._last_words()}"
                )
        except BaseException:
            await _end(process)
            raise
        return process, json.loads(line)

    def _last_words(self) -> str:
        """What is told of the log's end; nothing where there is none."""
        if self._log is None:
            return ""
        said = self._log.read_text(errors="replace").split("\n")
        return next((f"; its log ends: {line}" for line in reversed(said) if line.strip()), "")

    async def _stop(self) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
        for process in self.processes:
            await _end(process)
        await self._stack.aclose()


def _environment() -> dict[str, str]:
    """This process's, without what configures referees: it is meant for others than one's own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("EUCHRE_")}


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _STOP_WITHIN)
    except TimeoutError:
        process.kill()
        await process.wait()


@contextmanager
def _opened(log: Path | None) -> "Iterator[BinaryIO | None]":
    """What is written to it is for its owner's eyes."""
    if log is None:
        yield None
        return
    with open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
        yield file
