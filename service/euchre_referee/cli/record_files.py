"""Files of games read and answered in constant memory: records line by line, and games in EGN, one a file."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final, NamedTuple

from euchre_referee.rules.egn.reading import is_egn
from euchre_referee.rules.records import Unreadable, read_json

IN_ORDER: Final = 0
SOME_ERROR: Final = 1
SOME_UNREADABLE: Final = 2

GREATEST_LINE: Final = 16 * 1024 * 1024
"""Bytes; a longer line is no record, and is passed over without being held. So is a longer file in EGN."""

EGN_SUFFIX: Final = ".egn"
STANDARD_INPUT: Final = "-"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_RECORD_KEYS: Final = frozenset({"ruleset", "deals", "fileType"})

AnswerLine = Callable[[object], tuple[str, int]]
"""Takes a line's JSON value, or why there is none; gives the line to print and what it says of the record."""


class Entry(NamedTuple):
    """One record of a file."""

    value: object
    """Its JSON value, or why there is none."""
    file: str
    line: int | None
    """Counted from 1; None if the whole file is the game."""

    @property
    def place(self) -> str:
        """Where it stands, ``games.jsonl:3``."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


AnswerEntry = Callable[[Entry], tuple[str | None, int]]
"""Takes a record with its place; gives the text to print, if any, and what it says of the record."""


def answer_files(command: str, about: str, argv: Sequence[str], answer: AnswerLine) -> int:
    """Runs a command that answers every line of the files named, or of standard input: the worst that was found."""
    names = files_parser(command, about).parse_args(argv).files
    return answer_entries(command, names, lambda entry: answer(entry.value))


def files_parser(command: str, about: str) -> argparse.ArgumentParser:
    """The command line of a command that answers files; the names come as `files`."""
    parser = argparse.ArgumentParser(
        prog=f"euchre {command}",
        description=about,
        epilog="Exit status: 0 all in order, 1 some record has an error, 2 something was unreadable.",
    )
    parser.add_argument(
        "files", nargs="*", default=[STANDARD_INPUT], metavar="FILE", help="a file of records, - for standard input"
    )
    return parser


def answer_entries(command: str, names: Sequence[str], answer: AnswerEntry) -> int:
    """Answers every record of the files of these names, with its place: the worst that was found."""
    try:
        return max((_answer_file(command, name, answer) for name in names), default=IN_ORDER)
    except BrokenPipeError:
        # The reader has gone.
        _silence()
        return SOME_UNREADABLE
    except _UnwritableError as error:
        print(f"euchre {command}: the answers cannot be written: {error}", file=sys.stderr)
        _silence()
        return SOME_UNREADABLE


class _UnwritableError(Exception):
    """Standard output takes no more."""


def _silence() -> None:
    """Python would complain once more when it closes standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer_file(command: str, name: str, answer: AnswerEntry) -> int:
    worst = IN_ORDER
    try:
        for entry in file_entries(name):
            text, status = answer(entry)
            if text is not None:
                _tell(text)
            worst = max(worst, status)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"euchre {command}: {name}: {error.strerror}; name a readable file of records", file=sys.stderr)
        return SOME_UNREADABLE
    return worst


def _tell(text: str) -> None:
    """An answer is out before the next line is waited for."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _UnwritableError(error.strerror) from error


def file_entries(name: str) -> Iterator[Entry]:
    """The records of a file, ``-`` being standard input. Raises OSError if it cannot be read."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(0, "standard input is closed", name)
        yield from _entries(sys.stdin.buffer, name)
        return
    with open(name, "rb") as source:
        if name.lower().endswith(EGN_SUFFIX):
            yield Entry(_whole(source), name, None)
        else:
            yield from _entries(source, name)


def _entries(source: BinaryIO, name: str) -> Iterator[Entry]:
    first = source.readline(GREATEST_LINE + 1).removeprefix(_BYTE_ORDER_MARK)
    held = _held_game(first, source)
    if held is None:
        held = bytearray(first)
    else:
        value = read_json(bytes(held))
        if isinstance(value, dict) and is_egn(value):
            yield Entry(value, name, None)
            return
    # What was held to see whether it is one game is read again, line by line.
    for line, value in enumerate(record_values(_Rest(bytes(held), source)), 1):
        yield Entry(value, name, line)


def _held_game(first: bytes, source: BinaryIO) -> bytearray | None:
    """What may be one object over many lines: up to its end, or to where it is none; None if the first line says so."""
    whole_line = len(first) <= GREATEST_LINE or first.endswith(b"\n")
    if not whole_line or not first.lstrip().startswith(b"{"):
        return None
    if not isinstance(read_json(first.rstrip(b"\r\n")), Unreadable):
        return None
    held = bytearray(first)
    while len(held) <= GREATEST_LINE and (line := source.readline(GREATEST_LINE + 1)):
        held += line
        if line.startswith(b"{") and line.rstrip().endswith(b"}"):
            value = read_json(line)
            if isinstance(value, dict) and not _RECORD_KEYS.isdisjoint(value):
                # A record of its own: these are lines.
                break
    return held


class _Rest:
    """A source with bytes that were taken from it put back."""

    def __init__(self, taken: bytes, source: BinaryIO) -> None:
        self._taken = io.BytesIO(taken)
        self._source = source

    def readline(self, limit: int) -> bytes:
        """The next line, or so many bytes of it."""
        line = self._taken.readline(limit)
        if line.endswith(b"\n") or len(line) == limit:
            return line
        return line + self._source.readline(limit - len(line))


def _whole(source: BinaryIO) -> object:
    content = source.read(GREATEST_LINE + 1)
    if len(content) > GREATEST_LINE:
        return Unreadable(None, f"the file is longer than {GREATEST_LINE} bytes")
    return read_json(content.removeprefix(_BYTE_ORDER_MARK))


def record_values(source: BinaryIO | _Rest) -> Iterator[object]:
    """The JSON value of every line, or why there is none."""
    while line := source.readline(GREATEST_LINE + 1):
        if len(line) <= GREATEST_LINE or line.endswith(b"\n"):
            yield read_json(line.rstrip(b"\r\n"))
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(GREATEST_LINE)
        yield Unreadable(None, f"the line is longer than {GREATEST_LINE} bytes")
