"""Whether a tournament's files bear each other out, for anybody who has them and nothing else.

Every play is judged by the rules, every proof is worked through, and the standings are counted again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from euchre_referee.referee.likeness import Likeness
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.records import Unreadable
from euchre_referee.tournament.fields import FieldError, Json, integer, mapping, sequence
from euchre_referee.tournament.recount import recount
from euchre_referee.tournament.results import Judged, judge

_OF_THE_PROOF: Final = ("commitment", "seed_mode")
"""What the recount needs of a proof that is checked; the rest would fill the memory."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was looked at, and everything that is wrong with it, in sentences."""

    games: int
    unreadable: tuple[str, ...]
    """Lines that are no records."""
    plays: tuple[str, ...]
    """Actions and scores against the rules."""
    proofs: tuple[str, ...]
    """Seeds, cards, histories, and the referee's own actions."""
    cards: tuple[str, ...]
    """Tables of a board that were not dealt alike."""
    alike: tuple[str, ...]
    """Boards that share a seed, or their cards."""
    standings: tuple[str, ...]
    """What the standings say and the games do not."""

    @property
    def in_order(self) -> bool:
        """Nothing is wrong."""
        return not (self.unreadable or self.plays or self.proofs or self.cards or self.alike or self.standings)


def check(document: object, lines: Iterable[object]) -> Findings:
    """Holds a parsed `standings.json` and the values of the lines of `games.jsonl` against each other and the rules."""
    unreadable: list[str] = []
    plays: list[str] = []
    proofs: list[str] = []
    kept: list[Judged] = []
    alike: list[str] = []
    boards, likeness = _Boards(), Likeness()
    for number, value in enumerate(lines, 1):
        if isinstance(value, Unreadable) or not isinstance(value, dict):
            detail = value.detail if isinstance(value, Unreadable) else "no JSON object"
            unreadable.append(f"line {number}: {detail}")
            continue
        name = f"game {value.get('id')} (line {number})"
        judged = judge(value)
        error = judged.answer.get("error")
        if error is not None:
            plays.append(f"{name}: {_words(mapping(error, '`error`'))}")
        proofs += [f"{name}: {fault}" for fault in verify(value)]
        alike += [f"{name}: {fault}" for fault in likeness.faults(value, name)]
        try:
            boards.add(value, name)
        except FieldError as problem:
            proofs.append(f"{name}: {problem}")
        kept.append(_slim(judged))
    return Findings(
        games=len(kept),
        unreadable=tuple(unreadable),
        plays=tuple(plays),
        proofs=tuple(proofs),
        cards=tuple(boards.faults),
        alike=tuple(alike),
        standings=recount(document, kept),
    )


class _Boards:
    """What fixes the cards of a board: all its tables must have it alike, and all boards the same nonces."""

    def __init__(self) -> None:
        self._by_board: Final[dict[int, tuple[str, Json]]] = {}
        self._nonces: tuple[str, object] | None = None
        self.faults: Final[list[str]] = []

    def add(self, record: Json, name: str) -> None:
        """Compares a game with those before. Raises FieldError if the record does not say what it needs to."""
        place, proof = mapping(record.get("tournament"), "`tournament`"), mapping(record.get("proof"), "`proof`")
        board, nonces = integer(place.get("board"), "`board`"), proof.get("nonces")
        deals = sequence(record.get("deals"), "`deals`")
        dealt = mapping(deals[0], "a deal") if deals else {}
        told: Json = {
            "seed": proof.get("seed"),
            "label": proof.get("board"),
            **{key: dealt.get(key) for key in ("dealer", "hands", "talon")},
        }
        if told["label"] != str(board):
            self.faults.append(f"{name}: board {board} was shuffled under the label {told['label']!r}")
        first, expected = self._by_board.setdefault(board, (name, told))
        other = [key for key in told if told[key] != expected[key]]
        if other:
            self.faults.append(f"{name}: board {board} has another {', another '.join(other)} than at {first}")
        if self._nonces is None:
            self._nonces = name, nonces
        elif self._nonces[1] != nonces:
            self.faults.append(f"{name}: the nonces are not those of {self._nonces[0]}")


def _slim(judged: Judged) -> Judged:
    proof = judged.record.get("proof")
    if not isinstance(proof, dict):
        return judged
    return Judged({**judged.record, "proof": {key: proof.get(key) for key in _OF_THE_PROOF}}, judged.answer)


def _words(error: Json) -> str:
    places = ", ".join(f"{place} {error[place]}" for place in ("deal", "action") if error.get(place) is not None)
    return f"{error.get('reason')}" + (f" in {places}" if places else "")
