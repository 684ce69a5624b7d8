"""`euchre verify`: checks the proofs in files of game records, offline, and answers line by line."""

import json
from collections.abc import Sequence

from euchre_referee.cli.record_files import IN_ORDER, SOME_ERROR, SOME_UNREADABLE, answer_files
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.records import Unreadable

_ABOUT = "Check commitments, shuffles, chain, rules and scores of finished games (JSON Lines): one answer a line."


def main(argv: Sequence[str]) -> int:
    """Verifies the files named, or standard input; the exit status says the worst that was found."""
    return answer_files("verify", _ABOUT, argv, _verified)


def _verified(value: object) -> tuple[str, int]:
    if isinstance(value, Unreadable):
        return _line(None, (value.detail,)), SOME_UNREADABLE
    faults = verify(value)
    name = value.get("id") if isinstance(value, dict) else None
    return _line(name, faults), SOME_ERROR if faults else IN_ORDER


def _line(name: object, faults: Sequence[str]) -> str:
    return json.dumps({"id": name, "in_order": not faults, "faults": list(faults)}, separators=(",", ":"))
