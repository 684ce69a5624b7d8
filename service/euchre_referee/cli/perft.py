"""`euchre perft`: counts the action sequences from given positions, one JSON object a line, and compares."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from euchre_referee.cli.record_files import (
    IN_ORDER,
    SOME_ERROR,
    SOME_UNREADABLE,
    Entry,
    answer_entries,
    files_parser,
)
from euchre_referee.rules.adjudicate import position
from euchre_referee.rules.answers import Answer, unreadable
from euchre_referee.rules.perft import perft
from euchre_referee.rules.records import Unreadable
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.state import State

DEEPEST: Final = 100
"""Actions; no deal has so many."""
_DEFAULT_DEPTH: Final = 7
_DIFFERENT: Final = "NODES_DIFFER"

_ABOUT: Final = (
    "Count the legal action sequences of exactly 1, 2, 3, ... actions from positions within their deals. A position "
    "is a record that stops there (JSON Lines); if it has `nodes`, these are compared."
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How far to count, and what should come out if that is known."""

    depth: int
    nodes: list[int] | None


def main(argv: Sequence[str]) -> int:
    """Counts for the files named, or standard input; the exit status says the worst that was found."""
    parser = files_parser("perft", _ABOUT)
    parser.add_argument(
        "--depth",
        type=_depth,
        default=_DEFAULT_DEPTH,
        metavar="N",
        help=f"how deep where a position has neither `nodes` nor `depth`, or until the deal ends ({_DEFAULT_DEPTH})",
    )
    named = parser.parse_args(argv)
    return answer_entries("perft", named.files, partial(_told, named.depth))


def _depth(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(DEEPEST)) and 1 <= int(text) <= DEEPEST:
        return int(text)
    raise argparse.ArgumentTypeError(f"a depth is a whole number from 1 to {DEEPEST}, not {text[:40]!r}")


def _told(default_depth: int, entry: Entry) -> tuple[str, int]:
    answer, status = _counted(default_depth, entry.value)
    if "error" in answer:
        answer["place"] = entry.place
    return json.dumps(answer), status


def _counted(default_depth: int, value: object) -> tuple[dict[str, object], int]:
    """The answer to one line, and what it says of the line."""
    if isinstance(value, Unreadable):
        return _refused(unreadable(value))
    found = position(value)
    if not isinstance(found, State):
        return _refused(found)
    assert isinstance(value, dict)
    name = value.get("id")
    wanted = _wanted(value, default_depth)
    if isinstance(wanted, Unreadable):
        return _refused(unreadable(wanted))
    return _compared(name, wanted, perft(found, wanted.depth))


def _compared(name: object, wanted: _Wanted, counted: list[int]) -> tuple[dict[str, object], int]:
    if wanted.nodes is None:
        # Nothing follows the end of the deal, which the first 0 tells.
        length = counted.index(0) + 1 if 0 in counted else len(counted)
        return {"id": name, "nodes": counted[:length]}, IN_ORDER
    if counted == wanted.nodes:
        return {"id": name, "nodes": counted}, IN_ORDER
    pairs = zip(counted, wanted.nodes, strict=True)
    depth = next(at for at, (one, other) in enumerate(pairs, 1) if one != other)
    error = {"depth": depth, "reason": _DIFFERENT}
    return {"id": name, "nodes": counted, "expected": wanted.nodes, "error": error}, SOME_ERROR


def _wanted(value: dict[str, object], default_depth: int) -> _Wanted | Unreadable:
    name = value.get("id")
    known = name if isinstance(name, str) else None
    if "nodes" in value:
        nodes = value["nodes"]
        if not isinstance(nodes, list) or len(nodes) > DEEPEST or not all(map(_is_count, nodes)):
            return Unreadable(known, f"nodes must be a list of at most {DEEPEST} whole numbers from 0")
        return _Wanted(len(nodes), nodes)
    depth = value.get("depth", default_depth)
    if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= DEEPEST:
        return Unreadable(known, f"depth must be a whole number from 1 to {DEEPEST}")
    return _Wanted(depth, None)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _refused(answer: Answer) -> tuple[dict[str, object], int]:
    """The first error of something that is no position, in the words of adjudication."""
    told: dict[str, object] = {"id": answer["id"], "nodes": None, "error": answer["error"]}
    for key in ("detail", "problems"):
        if key in answer:
            told[key] = answer[key]
    error = answer["error"]
    unread = error is not None and error["reason"] == Reason.UNREADABLE_RECORD
    return told, SOME_UNREADABLE if unread else SOME_ERROR
