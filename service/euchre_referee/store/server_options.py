"""How the embedded server is configured."""

from enum import Enum
from pathlib import Path
from typing import Final

from euchre_referee.store.binary import ServerBinary


class Fsync(Enum):
    """When the server flushes its append-only file to the disk."""

    ALWAYS = "always"
    """Before it answers: what is acknowledged survives the death of the machine."""
    EVERY_SECOND = "everysec"
    """About a second can be lost when the machine dies; nothing when only processes do."""


_COMMAND_LOG_SINCE: Final = (8, 1)


def server_options(binary: ServerBinary, directory: Path, socket: Path, log: Path, fsync: Fsync) -> list[str]:
    """The server's arguments: a Unix socket only, an append-only file, nothing evicted, nothing spied on."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(directory),
        "databases": "1",
        "daemonize": "no",
        "logfile": str(log),
        "appendonly": "yes",
        "appendfsync": fsync.value,
        "no-appendfsync-on-rewrite": "no",
        "save": "",
        "maxmemory-policy": "noeviction",
        # Arguments of scripts are seeds and hands: they belong in no log.
        "slowlog-log-slower-than": "-1",
        "latency-monitor-threshold": "0",
        "crash-log-enabled": "no",
    }
    if binary.valkey and binary.version >= _COMMAND_LOG_SINCE:
        options["commandlog-request-larger-than"] = "-1"
        options["commandlog-reply-larger-than"] = "-1"
    return [part for name, value in options.items() for part in (f"--{name}", value)]
