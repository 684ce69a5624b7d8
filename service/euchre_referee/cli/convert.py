"""`euchre convert`: records into Euchre Game Notation, and back where the file tells every hand."""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from euchre_referee.cli.record_files import (
    EGN_SUFFIX,
    IN_ORDER,
    SOME_ERROR,
    SOME_UNREADABLE,
    STANDARD_INPUT,
    Entry,
    answer_entries,
    files_parser,
)
from euchre_referee.rules.egn.converting import Inexpressible, Json, to_egn, to_record
from euchre_referee.rules.egn.reading import is_egn
from euchre_referee.rules.records import Unreadable

_ABOUT: Final = (
    "Write game records (JSON Lines) in Euchre Game Notation 1.4, or games in that notation as records. What the "
    "other form cannot tell is named on standard error and left out; nothing is invented."
)
_EGN: Final = "egn"
_RECORDS: Final = "records"
_RECORD_SUFFIX: Final = ".jsonl"
_LONGEST_NAME: Final = 100
_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")


def main(argv: Sequence[str]) -> int:
    """Converts the files named, or standard input; the exit status says the worst that was met."""
    parser = files_parser("convert", _ABOUT)
    parser.epilog = "Exit status: 0 all written, 1 some game cannot be told in the other form, 2 something unreadable."
    parser.add_argument("--to", choices=(_EGN, _RECORDS), help="what to write; by itself, whatever a game is not yet")
    parser.add_argument("--out", type=_directory, metavar="DIR", help="write files into DIR instead of standard output")
    named = parser.parse_args(argv)
    return answer_entries("convert", named.files, _Converting(named.to, named.out).convert)


def _directory(text: str) -> Path:
    path = Path(text)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text} cannot be made: {error.strerror}") from error
    return path


class _Converting:
    """Converts game after game; with a directory, each game in EGN gets a file and records go line by line."""

    def __init__(self, to: str | None, out: Path | None) -> None:
        self._to = to
        self._out = out
        self._names: set[str] = set()

    def convert(self, entry: Entry) -> tuple[str | None, int]:
        """What is printed of a game, if anything, and what it means for the exit status."""
        value = entry.value
        if isinstance(value, Unreadable):
            return self._refused(entry, Inexpressible((value.detail,), readable=False))
        if not isinstance(value, dict):
            return self._refused(entry, Inexpressible(("a game is a JSON object",), readable=False))
        told_in_egn = is_egn(value)
        wanted = self._to or (_RECORDS if told_in_egn else _EGN)
        if told_in_egn:
            written = value if wanted == _EGN else to_record(value)
        else:
            written = to_egn(value) if wanted == _EGN else value
        if isinstance(written, Inexpressible):
            return self._refused(entry, written)
        if self._out is None:
            return json.dumps(written, separators=(",", ":")), IN_ORDER
        try:
            self._write(entry, written, wanted, self._out)
        except FileExistsError as error:
            return self._refused(entry, Inexpressible((f"{error.filename} is there already; name another directory",)))
        except OSError as error:
            return self._refused(entry, Inexpressible((f"{error.filename}: {error.strerror}",)))
        return None, IN_ORDER

    def _refused(self, entry: Entry, why: Inexpressible) -> tuple[None, int]:
        for reason in why.reasons:
            print(f"euchre convert: {entry.place}: {reason}", file=sys.stderr)
        return None, SOME_ERROR if why.readable else SOME_UNREADABLE

    def _write(self, entry: Entry, written: Json, wanted: str, out: Path) -> None:
        source = "stdin" if entry.file == STANDARD_INPUT else Path(entry.file).stem
        if wanted == _EGN:
            name = self._free_name(_game_name(written) or f"{source}-{entry.line or 1}")
            with open(out / f"{name}{EGN_SUFFIX}", "x", encoding="utf-8") as file:
                file.write(json.dumps(written, indent=1) + "\n")
            return
        path = out / f"{_UNFIT.sub('_', source)}{_RECORD_SUFFIX}"
        # A file of the same name from an earlier run is not added to.
        with open(path, "a" if str(path) in self._names else "x", encoding="utf-8") as file:
            self._names.add(str(path))
            file.write(json.dumps(written, separators=(",", ":")) + "\n")

    def _free_name(self, wanted: str) -> str:
        base = _UNFIT.sub("_", wanted)[:_LONGEST_NAME].strip(".") or "game"
        name, number = base, 1
        while name.lower() in self._names:
            number += 1
            name = f"{base}-{number}"
        self._names.add(name.lower())
        return name


def _game_name(written: Json) -> str | None:
    metadata = written.get("metadata")
    name = metadata.get("gameId") if isinstance(metadata, dict) else None
    return name if isinstance(name, str) else None
