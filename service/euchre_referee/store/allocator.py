"""The allocator of the embedded server: jemalloc, where this machine has it.

Servers of distributions and their images are built on jemalloc; the wheel's is built on the C library's allocator, with
which an append takes longer the more games there are (docs/capacity.md).
"""

import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

_LIBRARY: Final = "libjemalloc.so.2"
_FOLDERS: Final = (f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}", "/usr/lib64", "/usr/lib", "/usr/local/lib")


def preloading(environment: Mapping[str, str], folders: Iterable[str] = _FOLDERS) -> dict[str, str]:
    """The environment for the server; who preloads something already has chosen."""
    if "LD_PRELOAD" not in environment:
        for folder in folders:
            library = Path(folder, _LIBRARY)
            if library.exists():
                return {**environment, "LD_PRELOAD": str(library)}
    return dict(environment)
