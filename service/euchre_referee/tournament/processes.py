"""Bots' processes: one for each place, watched, and started again where one ends before it should (DESIGN 7)."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from euchre_referee.tournament.attendance import READY
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.programs import REMOTE, bot_arguments

RESTARTS: Final = 3
"""How often a process that ended by itself is started again before its place counts as lost."""

REMOTE_WITHIN: Final = 600
"""Seconds that are waited for a remote program."""

_READY_WITHIN: Final = 120.0
_STOPS_WITHIN: Final = 5.0


class Listener(Protocol):
    """Who hears of what the processes do."""

    def noted(self, place: Place, line: str) -> None:
        """A process wrote a line on standard error, or something happened to it."""

    def lost(self, place: Place, why: str) -> None:
        """A place has no process any more and will have none: the clock decides in its games."""


class Launch(NamedTuple):
    """How the process of a place is started."""

    place: Place
    address: str
    token: str
    seed: int
    pause: float
    """Seconds before a process is started again, but for the first time: the turn that ended it is over then."""
    ruleset: str
    """Canonical; what a program that joins by itself is tried with."""

    def command(self) -> Sequence[str]:
        """The program and its arguments; without the token, which others on the machine could read there."""
        waiting = ("--trial-within", str(REMOTE_WITHIN)) if self.is_remote else ()
        return (
            sys.executable, "-m", "euchre_referee.cli.main", "bot", *bot_arguments(self.place.program), "--attended",
            "--server", self.address, "--seed", str(self.seed), "--trial", self.ruleset, *waiting,
        )  # fmt: skip

    @property
    def is_remote(self) -> bool:
        """Whether the process only waits for a program that somebody else starts."""
        return self.place.program == REMOTE

    @property
    def ready_within(self) -> float:
        """Seconds until it plays, or its place is lost."""
        return _READY_WITHIN + (REMOTE_WITHIN if self.is_remote else 0)


class Crew:
    """The processes of places: `async with Crew(...)` starts them all and stops them whatever happens."""

    def __init__(self, launches: Iterable[Launch], listener: Listener) -> None:
        self._attended: Final = [_Attended(launch, listener) for launch in launches]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Crew":
        """Waits until every process has reached the referee or is lost."""
        self._tasks = [asyncio.create_task(each.attend()) for each in self._attended]
        try:
            await asyncio.gather(*(each.settled.wait() for each in self._attended))
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._stop()

    async def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class _Attended:
    """The process of one place, and those that follow it."""

    def __init__(self, launch: Launch, listener: Listener) -> None:
        self._launch: Final = launch
        self._listener: Final = listener
        self._ready = False
        self._last_words = ""
        self.settled: Final = asyncio.Event()

    async def attend(self) -> None:
        """Until cancelled, or until the place is lost."""
        place, restarts = self._launch.place, 0
        why = await self._run()
        while self._ready and restarts < RESTARTS:
            self._listener.noted(place, f"{why}; started again")
            await asyncio.sleep(self._launch.pause if restarts else 0)
            restarts += 1
            why = await self._run()
        self._listener.lost(place, why)
        self.settled.set()

    async def _run(self) -> str:
        """One process from its start to its end; how it ended."""
        process = await asyncio.create_subprocess_exec(
            *self._launch.command(),
            env={**os.environ, "EUCHRE_TOKEN": self._launch.token},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # A terminal's interrupt goes to the runner, which stops the processes in its turn.
            process_group=0,
        )
        try:
            await self._listen(process)
            return self._ending(await process.wait())
        finally:
            await _end(process)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        noting = asyncio.create_task(self._note(process.stderr))
        try:
            async with asyncio.timeout(None if self._ready else self._launch.ready_within):
                while not self._ready and (line := await _line(process.stdout)) is not None:
                    self._heard(line)
            while (line := await _line(process.stdout)) is not None:
                self._heard(line)
            await noting
        except TimeoutError:
            self._last_words = f"it did not reach the referee within {self._launch.ready_within:g} s"
            process.kill()
        finally:
            noting.cancel()

    def _heard(self, line: str) -> None:
        if line == READY:
            self._ready = True
            self.settled.set()

    async def _note(self, stderr: asyncio.StreamReader) -> None:
        while (line := await _line(stderr)) is not None:
            self._last_words = line
            self._listener.noted(self._launch.place, line)

    def _ending(self, code: int) -> str:
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"its process ended with {how}" + (f": {self._last_words}" if self._last_words else "")


async def _line(stream: asyncio.StreamReader) -> str | None:
    """The next line without its end; None when there is none any more; a line of more than 64 KB is empty."""
    try:
        line = await stream.readline()
    except ValueError:
        return ""
    return line.decode(errors="replace").rstrip() if line else None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Stops a process: one without standard input ends by itself."""
    if process.returncode is not None:
        return
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(_STOPS_WITHIN):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
