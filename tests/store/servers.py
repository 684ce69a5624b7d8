"""Servers of our own for what the embedded one is not: clusters, replicas and sentinels."""

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from euchre_referee.store.binary import find_binary
from euchre_referee.store.exec_wrapper import ending_with_us
from tests.certificates import Files
from tests.store.until import until


class Asking(NamedTuple):
    """What a server asks of whoever connects: a password, or a certificate of an authority, as it shows one itself."""

    password: str | None = None
    authority: Path | None = None
    files: Files | None = None
    program: Path | None = None
    """Another than the embedded store's, which may not know encryption."""

    def options(self, port: int) -> list[str]:
        """The server's."""
        found = ["--requirepass", self.password] if self.password else []
        if self.files is None:
            return [*found, "--port", str(port)]
        return [
            *found,
            *("--port", "0", "--tls-port", str(port), "--tls-cluster", "yes", "--tls-replication", "yes"),
            *("--tls-cert-file", str(self.files.cert), "--tls-key-file", str(self.files.key)),
            *("--tls-ca-cert-file", str(self.authority)),
        ]

    def client(self) -> dict[str, Any]:
        """redis-py's."""
        found: dict[str, Any] = {"password": self.password}
        if self.files is None:
            return found
        return found | {
            "ssl": True, "ssl_ca_certs": str(self.authority),
            "ssl_certfile": str(self.files.cert), "ssl_keyfile": str(self.files.key),
        }  # fmt: skip


ANYBODY = Asking()


class Server:
    """A server process, which can be killed and started again on its data, and a connection to it."""

    def __init__(self, directory: Path, port: int, *options: str, asking: Asking = ANYBODY) -> None:
        self.port = port
        self.client = Redis(port=port, protocol=2, decode_responses=True, **asking.client())
        program = asking.program or find_binary().path
        self._log = directory / "log"
        self._program = [
            *ending_with_us(str(program)),
            *options,
            *asking.options(port),
            *("--bind", "127.0.0.1", "--dir", str(directory)),
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
def running(directory: Path, port: int, *options: str, asking: Asking = ANYBODY) -> Iterator[Server]:
    """A server that listens on the port, on the data in the directory, if any. It ends with the test."""
    directory.mkdir(exist_ok=True)
    server = Server(directory, port, *options, asking=asking)
    try:
        yield server
    finally:
        server.close()
