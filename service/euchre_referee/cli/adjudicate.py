"""``euchre adjudicate``: judge files of game records, one JSON object a line, and answer line by line."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from euchre_referee.rules.adjudicate import Answer, adjudicate, unreadable
from euchre_referee.rules.records import Unreadable, read_json
from euchre_referee.rules.refusals import Reason

IN_ORDER: Final = 0
SOME_ERROR: Final = 1
SOME_UNREADABLE: Final = 2

GREATEST_LINE: Final = 16 * 1024 * 1024
"""Bytes; a longer line is no record, and is passed over without being held."""


def main(argv: Sequence[str]) -> int:
    """Judge the files named, or standard input; the exit status says the worst that was found."""
    parser = argparse.ArgumentParser(
        prog="euchre adjudicate",
        description="Judge game records (JSON Lines) by the rule book: one answer on standard output for every line.",
        epilog="Exit status: 0 all in order, 1 some record has an error, 2 something was unreadable.",
    )
    parser.add_argument(
        "files", nargs="*", default=["-"], metavar="FILE", help="a file of records, - for standard input"
    )
    named = parser.parse_args(argv)
    try:
        status = max((_judge_file(name) for name in named.files), default=IN_ORDER)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOME_UNREADABLE
    return status


def _judge_file(name: str) -> int:
    if name == "-":
        return _judge_lines(sys.stdin.buffer)
    try:
        with open(name, "rb") as source:
            return _judge_lines(source)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"euchre adjudicate: {name}: {error.strerror}; name a readable file of records", file=sys.stderr)
        return SOME_UNREADABLE


def _judge_lines(source: BinaryIO) -> int:
    worst = IN_ORDER
    for line in _lines(source):
        answer = _judge_line(line)
        print(json.dumps(answer, separators=(",", ":")))
        worst = max(worst, _status(answer))
    return worst


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is too long."""
    while line := source.readline(GREATEST_LINE + 1):
        if len(line) <= GREATEST_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(GREATEST_LINE)
        yield None


def _judge_line(line: bytes | None) -> Answer:
    if line is None:
        return unreadable(Unreadable(None, f"the line is longer than {GREATEST_LINE} bytes"))
    value = read_json(line)
    return unreadable(value) if isinstance(value, Unreadable) else adjudicate(value)


def _status(answer: Answer) -> int:
    error = answer["error"]
    if error is None:
        return IN_ORDER
    return SOME_UNREADABLE if error["reason"] == Reason.UNREADABLE_RECORD else SOME_ERROR
