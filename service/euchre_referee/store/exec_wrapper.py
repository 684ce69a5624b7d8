"""Becomes the server, and sees to it that the server ends with the launcher.

Run as a file, not as a module, so that it starts without importing the package (`ending_with_us`). The signal is
asked for between fork and exec, where the launcher's threads make running Python unsafe; hence a program of its own.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def ending_with_us(program: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a program, given by its path, which ends when the thread that launches it does."""
    return (sys.executable, "-I", "-S", __file__, str(os.getpid()), program, *arguments)


def die_with_parent(launcher: int) -> bool:
    """Have the kernel end this process when the launching thread ends; false if the launcher is gone already.

    SIGTERM, on which the server writes and flushes what it has before it goes. Only Linux has this.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refused PR_SET_PDEATHSIG")
    return os.getppid() == launcher


def main(arguments: list[str]) -> int:
    """Exec the program; returns only if that is not to be."""
    launcher, program = int(arguments[0]), arguments[1:]
    if not die_with_parent(launcher):
        return 1
    # The data hold every seed and hand: nobody else may read them.
    os.umask(0o077)
    # A terminal's interrupt goes to the launcher, which stops the server in its turn.
    os.setpgid(0, 0)
    os.execv(program[0], program)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
