"""Servers of our own for what the embedded one is not: clusters, replicas and sentinels."""

import os
import socket
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
    """A server and a connection to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.client = Redis(port=port, protocol=2, decode_responses=True)

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


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface on which nobody listens."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


@contextmanager
def running(directory: Path, port: int, *options: str) -> Iterator[Server]:
    """A server that listens on the port. It ends with the test."""
    directory.mkdir()
    program = [
        *(sys.executable, "-I", "-S", exec_wrapper.__file__, str(os.getpid()), str(find_binary().path)),
        *options,
        *("--port", str(port), "--bind", "127.0.0.1", "--dir", str(directory)),
    ]
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    server = Server(port)
    try:
        yield server
    finally:
        server.client.close()
        process.kill()
        process.wait()
