"""Becomes a bot's program, with limits, and ended together with whoever started it.

Run as a file, so that it starts without importing the package:
`python -I -S confine.py PARENT_PID CPU_SECONDS MEMORY_BYTES PROGRAM [ARGUMENT ...]`; a limit of 0 is none. All of
it has to be done between fork and exec, where the threads of the parent make running Python unsafe; hence a program
of its own.
"""

import ctypes
import os
import resource
import signal
import sys

CANNOT_RUN = 127
_PR_SET_PDEATHSIG = 1
_FIRST_OTHER, _LAST_OTHER = 3, 1 << 20


def main(arguments: list[str]) -> int:
    """Exec the program; returns only if that is not to be."""
    parent, cpu, memory = map(int, arguments[:3])
    program = arguments[3:]
    # Only Linux has this. Elsewhere a program ends with its standard input, if it is well made.
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return CANNOT_RUN
    # Whoever started it may have left copies of its pipes open, and then nobody would hear it close them.
    os.closerange(_FIRST_OTHER, _LAST_OTHER)
    # It is ended together with all that it starts, and an interrupt at the terminal is not its own.
    os.setpgid(0, 0)
    if cpu:
        # The second later is for a program that will not hear of the first.
        _limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    if memory:
        # What is written to counts, not what is set aside: JavaScript's machine sets gigabytes aside.
        _limit(resource.RLIMIT_DATA, memory, memory)
    # Python ignores it and its children would.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(program[0], program)
    except OSError as error:
        print(f"{program[0]} cannot be run: {error.strerror}", file=sys.stderr)
    return CANNOT_RUN


def _limit(what: int, soft: int, hard: int) -> None:
    """A limit never rises above the one that holds already."""
    holds = resource.getrlimit(what)[1]
    most = hard if holds == resource.RLIM_INFINITY else min(hard, holds)
    resource.setrlimit(what, (min(soft, most), most))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
