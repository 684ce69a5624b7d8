"""Servers of our own for what the embedded one is not: clusters, replicas and sentinels."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from euchre_referee.store import exec_wrapper
from euchre_referee.store.binary import find_binary
from tests.store.until import until


class Server:
    """A server process, which can be killed and started again on its data, and a connection to it."""

    def __init__(self, directory: Path, port: int, *options: str) -> None:
        self.port = port
        self.client = Redis(port=port, protocol=2, decode_responses=True)
        self._log = directory / "log"
        self._program = [
            *(sys.executable, "-I", "-S", exec_wrapper.__file__, str(os.getpid()), str(find_binary().path)),
            *options,
            *("--port", str(port), "--bind", "127.0.0.1", "--dir", str(directory)),
        ]
        self._process = self._launched()

    def kill(self) -> None:
        """SIGKILL: nothing more is written."""
        self._process.kill()
        self._process.wait()

    def start(self) -> None:
        """Start it again on its data."""
        self._process = self._launched()

    def freeze(self) -> None:
        """SIGSTOP: it accepts connections and never answers."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """The end of it."""
        self.client.close()
        self.kill()

    def _launched(self) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(self._program, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def ask(self, *command: str | int) -> Any:
        """The answer to a command."""
        execute: Callable[..., Any] = self.client.execute_command
        return execute(*command)

    async def answering(self) -> None:
        """Wait until the server answers."""

        def answers() -> bool:
            try:
                return bool(self.client.ping())
            except (RedisError, OSError):
                return False

        await until(answers)


@contextmanager
def running(directory: Path, port: int, *options: str) -> Iterator[Server]:
    """A server that listens on the port. It ends with the test."""
    directory.mkdir()
    server = Server(directory, port, *options)
    try:
        yield server
    finally:
        server.close()
