"""`euchre adjudicate`: judges games - records, one JSON object a line, and files in EGN - and answers each."""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from euchre_referee.cli.record_files import (
    IN_ORDER,
    SOME_ERROR,
    SOME_UNREADABLE,
    Entry,
    answer_entries,
    files_parser,
)
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.answers import Answer, unreadable
from euchre_referee.rules.records import Unreadable
from euchre_referee.rules.refusals import Reason

_ABOUT = (
    "Judge games by the rule book: records (JSON Lines) and games in Euchre Game Notation (.egn). One answer on "
    "standard output for every line, or for every file in that notation."
)


def main(argv: Sequence[str]) -> int:
    """Judges the files named, or standard input; the exit status says the worst that was found."""
    parser = files_parser("adjudicate", _ABOUT)
    parser.add_argument("--table", action="store_true", help="answers for people: a table a game")
    named = parser.parse_args(argv)
    return answer_entries("adjudicate", named.files, _tabled if named.table else _told)


def _told(entry: Entry) -> tuple[str, int]:
    answer = _judged(entry)
    return json.dumps(answer, separators=(",", ":")), _status(answer)


def _tabled(entry: Entry) -> tuple[str, int]:
    # Only tables need rich, whose import takes longer than judging many records.
    table_text: Callable[..., str] = import_module("euchre_referee.cli.verdict_table").table_text
    answer = _judged(entry)
    return table_text(entry.place, answer, terminal=sys.stdout.isatty()), _status(answer)


def _judged(entry: Entry) -> Answer:
    value = entry.value
    answer = unreadable(value) if isinstance(value, Unreadable) else adjudicate(value)
    if answer["error"] is not None:
        answer["place"] = entry.place
    return answer


def _status(answer: Answer) -> int:
    error = answer["error"]
    if error is None:
        return SOME_ERROR if answer.get("stated_scores_agree") is False else IN_ORDER
    return SOME_UNREADABLE if error["reason"] == Reason.UNREADABLE_RECORD else SOME_ERROR
