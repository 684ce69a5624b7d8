"""`euchre verify`: checks the proofs in game records, offline."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from euchre_referee.referee.verifying import verify
from euchre_referee.rules.records import Unreadable, read_json


def main(argv: list[str]) -> int:
    """One JSON line a record; exit code 0 if all are in order, 1 if one is not, 2 if one cannot be read."""
    parser = argparse.ArgumentParser(prog="euchre verify", description=__doc__)
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="game records, one JSON object a line; - is standard input",
    )
    options = parser.parse_args(argv)
    worst = 0
    for name in options.files:
        try:
            for line in _lines(name):
                worst = max(worst, _verified(line))
        except OSError as error:
            print(f"euchre verify: {name}: {error.strerror}", file=sys.stderr)
            worst = 2
    return worst


def _lines(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from sys.stdin.buffer
        return
    with open(name, "rb") as file:
        yield from _of(file)


def _of(file: BinaryIO) -> Iterator[bytes]:
    yield from file


def _verified(line: bytes) -> int:
    if not line.strip():
        return 0
    record = read_json(line)
    if isinstance(record, Unreadable):
        print(json.dumps({"id": None, "in_order": False, "faults": [record.detail]}, ensure_ascii=False))
        return 2
    faults = verify(record)
    name = record.get("id") if isinstance(record, dict) else None
    print(json.dumps({"id": name, "in_order": not faults, "faults": faults}, ensure_ascii=False))
    return 1 if faults else 0
