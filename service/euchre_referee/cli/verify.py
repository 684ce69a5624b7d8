"""`euchre verify`: checks the proofs in files of game records, offline, and answers line by line."""

import json
from collections.abc import Sequence
from typing import Final

from euchre_referee.cli.record_files import IN_ORDER, SOME_ERROR, SOME_UNREADABLE, answer_files
from euchre_referee.referee.likeness import Likeness
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.records import Unreadable

_SEEDS: Final = {"provable": "provable", "chosen": "reproducible, not provable"}
"""What the cards prove, by the word of the proof, which `verify` holds against the log."""

_ABOUT: Final = (
    "Check commitments, shuffles, chain, rules and scores of finished games (JSON Lines): one answer a line. "
    "`seeds` says what the cards prove. Boards that share a seed, or their cards, are told at the later game."
)


def main(argv: Sequence[str]) -> int:
    """Verifies the files named, or standard input; the exit status says the worst that was found."""
    return answer_files("verify", _ABOUT, argv, _Verifier().answer)


class _Verifier:
    """Answers one line after another; each is also held against those before it."""

    def __init__(self) -> None:
        self._lines = 0
        self._likeness: Final = Likeness()

    def answer(self, value: object) -> tuple[str, int]:
        """The line to print for a record, and what it says of it."""
        self._lines += 1
        if isinstance(value, Unreadable):
            return _line(None, None, (value.detail,)), SOME_UNREADABLE
        name = value.get("id") if isinstance(value, dict) else None
        faults = (*verify(value), *self._likeness.faults(value, f"game {name}, record {self._lines}"))
        return _line(name, _seeds(value), faults), SOME_ERROR if faults else IN_ORDER


def _seeds(record: object) -> str | None:
    proof = record.get("proof") if isinstance(record, dict) else None
    mode = proof.get("seed_mode") if isinstance(proof, dict) else None
    return _SEEDS.get(mode) if isinstance(mode, str) else None


def _line(name: object, seeds: str | None, faults: Sequence[str]) -> str:
    answer = {"id": name, "in_order": not faults, "seeds": seeds, "faults": list(faults)}
    return json.dumps(answer, separators=(",", ":"))
