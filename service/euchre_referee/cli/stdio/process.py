"""A bot's program as a process: started with limits, listened to, ended with all that it started."""

import asyncio
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, cast

from euchre_referee.cli.stdio import confine

MOST_LINE: Final = 4096
"""Bytes of a line that a program may write, its end included."""
MOST_REMARKS: Final = 1000
"""Lines of standard error that are passed on, for each process."""
STOPS_WITHIN: Final = 2.0
"""Seconds between the end of standard input, or of standard output, and being killed."""

_IN, _OUT, _ERR = range(3)
_MEBIBYTE: Final = 1 << 20
_LONGEST_REMARK: Final = 500


class NotRunnable(Exception):
    """A command cannot be started; the text says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """For each process of a program; 0 is no limit."""

    cpu_seconds: int = 0
    """Processor time in all."""
    memory_mb: int = 2048
    """Mebibytes of its own that it may write to."""


@dataclass(frozen=True, slots=True)
class Command:
    """How a program is started."""

    words: tuple[str, ...]
    limits: Limits = Limits()

    @classmethod
    def parsed(cls, text: str, limits: Limits) -> "Command":
        """A command as a shell would read it, without variables, patterns and pipes.

        Raises NotRunnable if it is none, or names a program that there is not.
        """
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise NotRunnable(f"the command {text!r} cannot be read: {error}") from error
        if not words:
            raise NotRunnable("the command is empty")
        if shutil.which(words[0]) is None:
            raise NotRunnable(f"the command {text!r} cannot be run: there is no program {words[0]}")
        return cls(words, limits)

    def confined(self) -> Sequence[str]:
        """What is run: the command within its limits."""
        memory = self.limits.memory_mb * _MEBIBYTE
        numbers = map(str, (os.getpid(), self.limits.cpu_seconds, memory))
        return (sys.executable, "-I", "-S", confine.__file__, *numbers, *self.words)


class Listener(Protocol):
    """Who hears what a process says."""

    def heard(self, line: str) -> None:
        """A line on standard output, without its end."""

    def remarked(self, line: str) -> None:
        """A line on standard error."""

    def gone(self, why: str) -> None:
        """It has ended, or will be: nothing more is heard of it. Not told of one that was stopped from here."""


class Running(asyncio.SubprocessProtocol):
    """One process of a program, from its start to its end."""

    def __init__(self, listener: Listener) -> None:
        self._listener: Final = listener
        self._transport: asyncio.SubprocessTransport | None = None
        self._said = {_OUT: b"", _ERR: b""}
        self._silent = {_OUT: asyncio.Event(), _ERR: asyncio.Event()}
        self._exited: Final = asyncio.Event()
        self._closed: Final = asyncio.Event()
        self._stopped = False
        self._last_words = ""
        self._remarks = 0
        self._ending: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls, command: Command, listener: Listener, environment: Mapping[str, str] | None = None
    ) -> "Running":
        """Starts the command."""
        loop = asyncio.get_running_loop()
        _, running = await loop.subprocess_exec(
            lambda: cls(listener),
            *command.confined(),
            env={**os.environ, **environment} if environment else None,
        )
        return running

    @property
    def unfinished(self) -> bytes:
        """What it wrote on standard output without an end of line."""
        return self._said[_OUT]

    def tell(self, line: str) -> None:
        """Writes a line to its standard input. Whether it has gone away, it tells itself."""
        if not self._stdin.is_closing():
            self._stdin.write(line.encode() + b"\n")

    async def stop(self) -> bool:
        """Ends it: by the end of its input, and if that does not help by force. Whether it went by itself."""
        self._stopped = True
        self._stdin.close()
        willing = False
        with suppress(TimeoutError):
            async with asyncio.timeout(STOPS_WITHIN):
                await self._exited.wait()
                willing = True
        await self.kill()
        return willing

    async def kill(self) -> None:
        """Ends it and whatever it started, at once."""
        self._stopped = True
        if self._ending is not None:
            self._ending.cancel()
            await asyncio.gather(self._ending, return_exceptions=True)
        self._kill()
        await self._exited.wait()
        self._running.close()
        await self._closed.wait()

    def dismiss(self, why: str) -> None:
        """Ends it at once; it is told as gone, for this reason."""
        self._kill()
        self._end(why)

    @property
    def _running(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    @property
    def _stdin(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self._running.get_pipe_transport(_IN))

    def _kill(self) -> None:
        try:
            # Its number is its group's too, which may have others in it when it is gone itself.
            os.killpg(self._running.get_pid(), signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            # It has not made its group yet, or is long gone.
            with suppress(ProcessLookupError):
                self._running.kill()

    def _end(self, why: str) -> None:
        """Nothing more is heard of it."""
        stopped, self._stopped = self._stopped, True
        if not stopped:
            self._listener.gone(why)

    async def _await_end(self) -> None:
        """Its standard output is closed, or it has ended: soon both."""
        exited = False
        with suppress(TimeoutError):
            async with asyncio.timeout(STOPS_WITHIN):
                await self._exited.wait()
                exited = True
                # Its last words may still be in the pipe, and something that it started may hold that open.
                for silent in self._silent.values():
                    await silent.wait()
        self._kill()
        await self._exited.wait()
        self._running.close()
        self._end(self._ending_words() if exited else "the program closed its standard output")

    def _ending_words(self) -> str:
        code = self._running.get_returncode() or 0
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"the program ended with {how}" + (f": {self._last_words}" if self._last_words else "")

    def _soon_over(self) -> None:
        if self._ending is None and not self._stopped:
            self._ending = asyncio.get_running_loop().create_task(self._await_end())

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        *lines, rest = (self._said[fd] + data).split(b"\n")
        self._said[fd] = rest[: MOST_LINE + 1]
        for line in lines:
            text = line.decode(errors="replace").strip()
            if fd == _ERR:
                self._remark(text[:_LONGEST_REMARK])
            elif not self._stopped:
                self._listener.heard(text)
        if fd == _OUT and len(rest) > MOST_LINE:
            self.dismiss(f"the program wrote more than {MOST_LINE} bytes without an end of line")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd in self._silent:
            self._silent[fd].set()
        if fd == _OUT:
            self._soon_over()

    def process_exited(self) -> None:
        self._exited.set()
        if self._stopped:
            self._running.close()
        self._soon_over()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()

    def _remark(self, line: str) -> None:
        if not line:
            return
        self._remarks += 1
        self._last_words = line
        if self._remarks <= MOST_REMARKS:
            self._listener.remarked(line)
        elif self._remarks == MOST_REMARKS + 1:
            self._listener.remarked(f"wrote {MOST_REMARKS} lines on standard error; further ones are passed over")
