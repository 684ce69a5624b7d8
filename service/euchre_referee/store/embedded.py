"""The embedded store: a real server, started and kept alive by this process, and ended with it."""

import atexit
import logging
import os
import subprocess
import threading
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import TracebackType
from typing import Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from euchre_referee.store.allocator import preloading
from euchre_referee.store.binary import ServerBinary, find_binary
from euchre_referee.store.directory_lock import DirectoryLock
from euchre_referee.store.errors import StoreUnavailable
from euchre_referee.store.exec_wrapper import ending_with_us
from euchre_referee.store.server_options import Fsync, server_options
from euchre_referee.store.socket_directory import fits_a_socket, socket_directory

_LOGGER: Final = logging.getLogger(__name__)
_SOCKET: Final = "store.sock"
_LOG: Final = "server.log"
_PREFIX: Final = "euchre-store-"
_POLL: Final = 0.02
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
_STABLE_AFTER: Final = 30.0
_STOP_WITHIN: Final = 10.0


class Embedded:
    """A server in a directory of its own, restarted with growing pauses when it dies.

    Use it as a context manager, or `start` and `stop` it. Without a directory the data are temporary. The
    first start raises StoreUnavailable if the directory is not free within `lock_within` seconds, or if the server
    neither is ready nor says within `ready_within` that it loads its data; later deaths are only logged, and
    `restarts` counts them.
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        fsync: Fsync = Fsync.ALWAYS,
        binary: ServerBinary | None = None,
        ready_within: float = 30.0,
        lock_within: float = 3.0,
    ) -> None:
        self._given = directory
        self._fsync = fsync
        self._binary = binary
        self._ready_within = ready_within
        self._lock_within = lock_within
        self._temporary: list[TemporaryDirectory[str]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: threading.Thread | None = None
        self._stopping = threading.Event()
        self._first = threading.Event()
        self._failure: str | None = None
        self.directory = Path()
        self.socket = Path()
        self.restarts = 0

    @property
    def url(self) -> str:
        """What `connect` takes. The same after every restart."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int | None:
        """The server's process, None while there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self) -> None:
        """Lock the directory, start the server and wait until it has loaded its data. May follow a `stop`."""
        self._stopping.clear()
        self._first.clear()
        self._failure = None
        try:
            self._prepare()
            self._first.wait()
            self._raise_failure()
        except BaseException:
            self.stop()
            raise
        atexit.register(self.stop)

    def stop(self) -> None:
        """End the server cleanly and give the directory up. Temporary data are removed."""
        atexit.unregister(self.stop)
        self._stopping.set()
        if self._keeper is not None:
            self._keeper.join()
            self._keeper = None
        while self._temporary:
            self._temporary.pop().cleanup()

    def __enter__(self) -> "Embedded":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise StoreUnavailable(self._failure)

    def _prepare(self) -> None:
        self._binary = self._binary or find_binary()
        self.directory = self._given or self._until_stop(TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True))
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.directory = self.directory.resolve()
        self.socket = self.directory / _SOCKET
        if not fits_a_socket(self.socket):
            self.socket = self._until_stop(socket_directory(_PREFIX, _SOCKET)) / _SOCKET
        lock = DirectoryLock(self.directory)
        lock.acquire(self._lock_within)
        # One thread launches every server, for a server ends with the thread that launched it.
        self._keeper = threading.Thread(target=self._keep, args=(lock,), name="embedded-store", daemon=True)
        self._keeper.start()

    def _until_stop(self, directory: "TemporaryDirectory[str]") -> Path:
        self._temporary.append(directory)
        return Path(directory.name)

    def _keep(self, lock: DirectoryLock) -> None:
        pause = 0.0
        try:
            while not self._stopping.wait(pause):
                began = monotonic()
                self._run_once(lock)
                if self._failure is not None or self._stopping.is_set():
                    return
                stable = monotonic() - began >= _STABLE_AFTER
                pause = _FIRST_PAUSE if stable else min(max(pause * 2, _FIRST_PAUSE), _LONGEST_PAUSE)
                self.restarts += 1
                _LOGGER.error("the embedded store ended by itself; starting it again in %.1f s", pause)
        finally:
            if not self._first.is_set():
                self._failure = self._failure or f"the embedded store in {self.directory} was never launched"
                self._first.set()
            lock.release()

    def _run_once(self, lock: DirectoryLock) -> None:
        """Run a server until it dies or is to stop."""
        try:
            process = self._launch(lock)
        except OSError as error:
            _LOGGER.error("the embedded store cannot be launched: %s", error)
            if not self._first.is_set():
                self._failure = f"the embedded store cannot be launched: {error}"
            return
        self._process = process
        try:
            self._await_ready(process)
            while self._failure is None and process.poll() is None and not self._stopping.wait(_POLL):
                pass
        finally:
            _end(process)

    def _launch(self, lock: DirectoryLock) -> "subprocess.Popen[bytes]":
        if self._binary is None:
            raise StoreUnavailable("the embedded store was not started")
        options = server_options(self._binary, self.directory, self.socket, self.directory / _LOG, self._fsync)
        # It writes its log itself, but says there only what it has to say once its options are read.
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with open(os.open(self.directory / _LOG, flags, 0o600), "ab") as log:
            return subprocess.Popen(
                ending_with_us(str(self._binary.path), *options),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.directory,
                env=preloading(os.environ),
                pass_fds=(lock.descriptor,),
            )

    def _await_ready(self, process: "subprocess.Popen[bytes]") -> None:
        until = monotonic() + self._ready_within
        while not self._stopping.is_set():
            match _answer(self.socket):
                case _Answer.READY:
                    self._first.set()
                    return
                case _Answer.LOADING:
                    # It is at work, and takes as long as it has data: a million games are a minute.
                    until = monotonic() + self._ready_within
                case _Answer.NONE:
                    pass
            if process.poll() is not None or (monotonic() >= until and not self._first.is_set()):
                break
            self._stopping.wait(_POLL)
        if not self._first.is_set():
            what = "ended while it started" if process.poll() is not None else "did not become ready in time"
            words = _last_words(self.directory / _LOG)
            self._failure = f"the embedded store in {self.directory} {what}{words}"


class _Answer(Enum):
    """What a server says."""

    NONE = auto()
    LOADING = auto()
    """It reads its data."""
    READY = auto()


def _answer(socket: Path) -> _Answer:
    client = Redis(unix_socket_path=str(socket), protocol=2, socket_timeout=1.0, retry=Retry(NoBackoff(), 0))
    try:
        client.ping()
    except BusyLoadingError:
        return _Answer.LOADING
    except (RedisError, OSError):
        return _Answer.NONE
    finally:
        client.close()
    return _Answer.READY


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(_STOP_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _last_words(log: Path) -> str:
    try:
        lines = log.read_text(errors="replace").split("\n")
    except OSError:
        return ""
    said = [line for line in lines if line.strip()]
    return f"; its log ends: {said[-1]}" if said else ""
