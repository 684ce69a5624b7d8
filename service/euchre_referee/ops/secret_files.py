"""Files that hold secrets: who else may read them, how they are written, and whether they have changed."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_OF_ROOT: Final = stat.S_IWGRP | stat.S_IXGRP | stat.S_IRWXO
"""A file of root's, given to a service by its group, as mounted secrets are."""
_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR


class Exposed(ValueError):
    """Others may read or change the file; the text names it and says what to do."""


Stamp: TypeAlias = tuple[int, int, int, int]
"""What changes when a file does: device, inode, size, and the nanosecond of the last change."""


def check_private(path: Path) -> None:
    """Raises Exposed if others may read a file, OSError if it cannot be looked at.

    A file of one's own must have no rights for its group and for others; one of root's may be readable by its group.
    """
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if found.st_uid == os.geteuid():
        if mode & _OTHERS:
            raise Exposed(f"{path}: others may read or change it (mode {mode:04o}); chmod 600 {path}")
    elif found.st_uid != 0:
        raise Exposed(f"{path}: it belongs to user {found.st_uid}, not to this one ({os.geteuid()}) or root; chown it")
    elif mode & _OF_ROOT:
        raise Exposed(f"{path}: others may read or change it (mode {mode:04o}); chmod 640 {path}")


def read_private(path: Path) -> str:
    """A secret file's text. Raises Exposed, OSError, and ValueError if it is no text."""
    check_private(path)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: it is no text") from error


def make_private(path: Path, text: str) -> bool:
    """Makes a file that only its owner may read; False if it is there already, which may be another process's doing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    _write(new, text, os.O_CREAT | os.O_EXCL)
    try:
        # Whoever finds the file finds all of it.
        path.hardlink_to(new)
    except FileExistsError:
        return False
    finally:
        new.unlink()
    return True


def change_private(path: Path, change: Callable[[], str]) -> None:
    """Puts the text that `change` gives in the place of a file's, all at once; nobody else changes it meanwhile.

    Raises FileExistsError while somebody else does, and what `change` raises.
    """
    new = path.with_name(f"{path.name}.new")
    try:
        new.touch(_OWNER_ONLY, exist_ok=False)
    except FileExistsError as error:
        raise FileExistsError(f"{path} is being changed; if it is not, remove {new}") from error
    try:
        _write(new, change(), os.O_TRUNC)
        os.replace(new, path)
    except BaseException:
        new.unlink()
        raise


def stamp(path: Path) -> Stamp | None:
    """What the file is now, to be compared later; None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _write(path: Path, text: str, how: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | how, _OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
