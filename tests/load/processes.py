"""What processes use, as the kernel counts it."""

import os
from pathlib import Path
from typing import Final, NamedTuple

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Usage(NamedTuple):
    """Of one process since it began."""

    cpu_seconds: float
    resident_bytes: int


def usage(pid: int) -> Usage:
    """What a process has used. Raises FileNotFoundError if there is none."""
    # After the name, which may hold anything, the fields from the third on (proc_pid_stat(5)).
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Usage((int(fields[11]) + int(fields[12])) / _TICKS, int(fields[21]) * _PAGE)


def machine() -> dict[str, object]:
    """On what something was measured, and how busy that was."""
    return {"cores": os.cpu_count(), "load_average": [round(load, 1) for load in os.getloadavg()]}
