"""What commands print: lines for a reader who may go away, and complaints."""

import os
import signal
import sys
from collections.abc import Iterable
from typing import Final

READER_GONE: Final = 128 + signal.SIGPIPE
"""Exit code of a command whose reader left early, as the shell tells it of any other program."""


def print_lines(lines: Iterable[str]) -> bool:
    """Prints line by line on standard output; False if the reader has gone, and then without a word."""
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def show_anyway() -> None:
    """Letters that the terminal's encoding lacks are shown as question marks instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        # Whoever replaced the stream (tests do) has seen to its encoding.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def complain(command: str, sentences: Iterable[str]) -> None:
    """Says on standard error what is wrong, a line each."""
    for sentence in sentences:
        print(f"euchre {command}: {sentence}", file=sys.stderr)
