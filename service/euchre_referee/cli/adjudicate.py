"""`euchre adjudicate`: judges files of game records, one JSON object a line, and answers line by line."""

import json
from collections.abc import Sequence

from euchre_referee.cli.record_files import IN_ORDER, SOME_ERROR, SOME_UNREADABLE, answer_files
from euchre_referee.rules.adjudicate import adjudicate, unreadable
from euchre_referee.rules.records import Unreadable
from euchre_referee.rules.refusals import Reason

_ABOUT = "Judge game records (JSON Lines) by the rule book: one answer on standard output for every line."


def main(argv: Sequence[str]) -> int:
    """Judges the files named, or standard input; the exit status says the worst that was found."""
    return answer_files("adjudicate", _ABOUT, argv, _judged)


def _judged(value: object) -> tuple[str, int]:
    answer = unreadable(value) if isinstance(value, Unreadable) else adjudicate(value)
    line = json.dumps(answer, separators=(",", ":"))
    error = answer["error"]
    if error is None:
        return line, IN_ORDER
    return line, SOME_UNREADABLE if error["reason"] == Reason.UNREADABLE_RECORD else SOME_ERROR
