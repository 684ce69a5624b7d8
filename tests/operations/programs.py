"""Prometheus, Redis and what proves deploy/, as Debian and PyPI bring them; `.ci/run` installs what is Debian's."""

import shutil
import sys
from pathlib import Path
from typing import Final

_FROM_DEBIAN: Final = {
    "prometheus": "prometheus",
    "promtool": "prometheus",
    "prometheus-alertmanager": "prometheus-alertmanager",
    "amtool": "prometheus-alertmanager",
    "prometheus-node-exporter": "prometheus-node-exporter",
    "redis-server": "redis-server",
}


def program(name: str) -> str:
    """The path of a program, from this virtual environment or the system.

    Raises:
        FileNotFoundError: it is not installed; says what brings it.
    """
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        package = _FROM_DEBIAN.get(name)
        remedy = f"apt-get install --no-install-recommends {package}" if package else "make setup"
        raise FileNotFoundError(f"{name} is not installed: {remedy}")
    return found
