"""Files of game records, read and answered line by line in constant memory."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

from euchre_referee.rules.records import Unreadable, read_json

IN_ORDER: Final = 0
SOME_ERROR: Final = 1
SOME_UNREADABLE: Final = 2

GREATEST_LINE: Final = 16 * 1024 * 1024
"""Bytes; a longer line is no record, and is passed over without being held."""

AnswerLine = Callable[[object], tuple[str, int]]
"""Takes a line's JSON value, or why there is none; gives the line to print and what it says of the record."""


def answer_files(command: str, about: str, argv: Sequence[str], answer: AnswerLine) -> int:
    """Runs a command that answers every line of the files named, or of standard input: the worst that was found."""
    return answer_named(command, files_parser(command, about).parse_args(argv).files, answer)


def files_parser(command: str, about: str) -> argparse.ArgumentParser:
    """The command line of a command that answers files; the names come as `files`."""
    parser = argparse.ArgumentParser(
        prog=f"euchre {command}",
        description=about,
        epilog="Exit status: 0 all in order, 1 some record has an error, 2 something was unreadable.",
    )
    parser.add_argument(
        "files", nargs="*", default=["-"], metavar="FILE", help="a file of records, - for standard input"
    )
    return parser


def answer_named(command: str, names: Sequence[str], answer: AnswerLine) -> int:
    """Answers every line of the files of these names: the worst that was found."""
    try:
        status = max((_answer_file(command, name, answer) for name in names), default=IN_ORDER)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOME_UNREADABLE
    return status


def _answer_file(command: str, name: str, answer: AnswerLine) -> int:
    if name == "-":
        return _answer_lines(sys.stdin.buffer, answer)
    try:
        with open(name, "rb") as source:
            return _answer_lines(source, answer)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"euchre {command}: {name}: {error.strerror}; name a readable file of records", file=sys.stderr)
        return SOME_UNREADABLE


def _answer_lines(source: BinaryIO, answer: AnswerLine) -> int:
    worst = IN_ORDER
    for value in record_values(source):
        line, status = answer(value)
        print(line)
        worst = max(worst, status)
    return worst


def record_values(source: BinaryIO) -> Iterator[object]:
    """The JSON value of every line, or why there is none."""
    while line := source.readline(GREATEST_LINE + 1):
        if len(line) <= GREATEST_LINE or line.endswith(b"\n"):
            yield read_json(line.rstrip(b"\r\n"))
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(GREATEST_LINE)
        yield Unreadable(None, f"the line is longer than {GREATEST_LINE} bytes")
