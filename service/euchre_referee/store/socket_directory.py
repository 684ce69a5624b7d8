"""Directories for sockets, whose paths the kernel takes up to a length only."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_LONGEST_PATH: Final = 100
"""Bytes; Linux takes 107, macOS 103."""


def fits_a_socket(path: Path) -> bool:
    """Whether a socket may stand there."""
    return len(os.fsencode(path)) <= _LONGEST_PATH


def socket_directory(prefix: str, socket: str) -> "TemporaryDirectory[str]":
    """A temporary directory of this user's alone, in which a socket of that name may stand.

    It is in /tmp where TMPDIR is too deep.
    """
    usual = TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
    if fits_a_socket(Path(usual.name, socket)):
        return usual
    usual.cleanup()
    return TemporaryDirectory(prefix=prefix, dir="/tmp", ignore_cleanup_errors=True)
