"""The lock on an embedded store's directory: two servers on the same files would destroy them."""

import fcntl
import os
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from euchre_referee.store.errors import StoreUnavailable

_LOCK_FILE: Final = "lock"
_POLL: Final = 0.05


class DirectoryLock:
    """Held from `acquire` to `release`, and longer by every process that inherited its descriptor.

    The server inherits it. So the lock outlasts a launcher that was killed until its server is gone too.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / _LOCK_FILE
        self._descriptor: int | None = None

    @property
    def descriptor(self) -> int:
        """What a server has to inherit. Raises StoreUnavailable when the lock is not held."""
        if self._descriptor is None:
            raise StoreUnavailable(f"{self._path} is not locked")
        return self._descriptor

    def acquire(self, within: float) -> None:
        """Take the lock, waiting at most `within` seconds for the server of a launcher that was killed.

        Raises StoreUnavailable naming the directory when another store keeps it.
        """
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        until = monotonic() + within
        while not _locked(descriptor):
            if monotonic() >= until:
                os.close(descriptor)
                raise StoreUnavailable(
                    f"another store runs in {self._path.parent}: stop it, choose another directory, "
                    "or connect to it with --store"
                )
            sleep(_POLL)
        self._descriptor = descriptor

    def release(self) -> None:
        """Give the lock up."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
